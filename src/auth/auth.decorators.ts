import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Principal } from '../common/principal';
import type { CostClass } from './limits/cost-classes';
import type { Scope } from '../common/scopes';
import { type AuthenticatedRequest, getPrincipal } from './authenticated-request';

/** Metadata keys the guards read. */
export const IS_PUBLIC = 'auth:public';
export const IS_UNLIMITED = 'auth:unlimited';
export const ADMIN_REQUIRED = 'auth:admin';
export const SCOPE_REQUIRED = 'auth:scope';
export const COST_CLASS = 'auth:cost';

/** Opens a handler (or all of a controller) to callers without a user. Everything else is closed. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(IS_PUBLIC, true);

/** Takes a handler out of the rate limit: for probes that must get an answer while a flood is refused. */
export const Unlimited = (): MethodDecorator & ClassDecorator => SetMetadata(IS_UNLIMITED, true);

/** What a request of a handler (or of all of a controller) costs; `read` without it. */
export const Costs = (cost: CostClass): MethodDecorator & ClassDecorator => SetMetadata(COST_CLASS, cost);

/** Lets administrators in, nobody else (403). */
export const RequireAdmin = (): MethodDecorator & ClassDecorator => SetMetadata(ADMIN_REQUIRED, true);

/** Lets administrators in, and users who have one of the scopes, also for one library alone; others get 403. */
export const RequireScope = (...scopes: readonly Scope[]): MethodDecorator & ClassDecorator =>
  SetMetadata(SCOPE_REQUIRED, scopes);

/** The caller, as the database knew them when this request came in. Throws on a handler that is public. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  getPrincipal(context.switchToHttp().getRequest<AuthenticatedRequest>()),
);
