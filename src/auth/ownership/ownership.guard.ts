import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isReservedUuid, RESERVED_UUID_RULE } from '../../common/media-id';
import { requireUuid } from '../../common/problems/required-ids';
import { Problem } from '../../common/problems/problem';
import { type AuthenticatedRequest, getPrincipal } from '../authenticated-request';
import { holdWhile } from '../limits/request-shares';
import { OWNED_RESOURCE, OWNED_PARAMETERS, type OwnershipRule } from './owned-resource.decorator';
import { OwnershipResolvers } from './ownership-resolvers';

/** Enforces the rules that `@OwnedResource` declares. */
@Injectable()
export class OwnershipGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly resolvers: OwnershipResolvers,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.get<OwnershipRule | undefined>(OWNED_RESOURCE, context.getHandler());
    if (rule === undefined) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const parameter = OWNED_PARAMETERS[rule.kind];
    const id = requireUuid(String(request.params[parameter]), parameter);
    const resolve = this.resolvers.get(rule.kind);
    const ownership = await holdWhile(request.share, () => resolve(getPrincipal(request), id));
    if (ownership === 'visible') return true;
    // Without `mayCreate`, hidden and absent resources get the same answer, which does not reveal whether an id exists.
    if (ownership === 'hidden' || !rule.mayCreate) throw Problem.notFound();
    if (isReservedUuid(id)) throw Problem.invalidField(parameter, RESERVED_UUID_RULE);
    return true;
  }
}
