import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { hasScopeForSomeLibrary } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { ACCEPTED_SCOPES, ADMIN_REQUIRED } from './auth.decorators';
import { type AuthenticatedRequest, getPrincipal } from './authenticated-request';
import type { Scope } from '../common/scopes';

/**
 * Answers 403 if the caller is no administrator and the handler requires one, or if the caller has none of the scopes
 * that the handler accepts, not even for one library.
 */
@Injectable()
export class RightsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const adminRequired = this.reflector.getAllAndOverride<boolean | undefined>(ADMIN_REQUIRED, targets) === true;
    const acceptedScopes = this.reflector.getAllAndOverride<readonly Scope[] | undefined>(ACCEPTED_SCOPES, targets);
    if (!adminRequired && acceptedScopes === undefined) return true;
    const principal = getPrincipal(context.switchToHttp().getRequest<AuthenticatedRequest>());
    if (adminRequired && principal.role !== 'admin') throw Problem.forbidden();
    if (acceptedScopes?.some((scope) => hasScopeForSomeLibrary(principal, scope)) === false) throw Problem.forbidden();
    return true;
  }
}
