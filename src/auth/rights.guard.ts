import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { hasScopeAnywhere } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { ADMIN_REQUIRED, SCOPE_REQUIRED } from './auth.decorators';
import { type AuthenticatedRequest, getPrincipal } from './authenticated-request';
import type { Scope } from '../common/scopes';

/** Checks the role or scope that a handler requires; otherwise the answer is 403. */
@Injectable()
export class RightsGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const adminRequired = this.reflector.getAllAndOverride<boolean | undefined>(ADMIN_REQUIRED, targets) === true;
    const scopes = this.reflector.getAllAndOverride<readonly Scope[] | undefined>(SCOPE_REQUIRED, targets);
    if (!adminRequired && scopes === undefined) return true;
    const principal = getPrincipal(context.switchToHttp().getRequest<AuthenticatedRequest>());
    if (adminRequired && principal.role !== 'admin') throw Problem.forbidden();
    if (scopes?.some((scope) => hasScopeAnywhere(principal, scope)) === false) throw Problem.forbidden();
    return true;
  }
}
