import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Principal } from '../common/principal';
import type { CostClass } from './limits/cost-classes';
import type { Scope } from '../common/scopes';
import { type AuthenticatedRequest, getPrincipal } from './authenticated-request';

/** Metadata keys of the decorators below. */
export const IS_PUBLIC = 'auth:public';
export const IS_UNLIMITED = 'auth:unlimited';
export const ADMIN_REQUIRED = 'auth:admin';
export const ACCEPTED_SCOPES = 'auth:scopes';
export const COST_CLASS = 'auth:cost';

/** Lets requests without a token reach a handler, or all handlers of a controller. Other handlers require a token. */
export const Public = (): MethodDecorator & ClassDecorator => SetMetadata(IS_PUBLIC, true);

/** Exempts a public handler from the rate limit. For health probes, which must get an answer under any load. */
export const Unlimited = (): MethodDecorator & ClassDecorator => SetMetadata(IS_UNLIMITED, true);

/** Declares the cost of requests to a handler or a controller. Default: `read`, without shares for public handlers. */
export const Costs = (cost: CostClass): MethodDecorator & ClassDecorator => SetMetadata(COST_CLASS, cost);

/** Requires an administrator; other callers get 403. */
export const RequireAdmin = (): MethodDecorator & ClassDecorator => SetMetadata(ADMIN_REQUIRED, true);

/**
 * Requires one of the scopes, at least for one library; other callers get 403. Accepts administrators for every scope,
 * so `act_for_users`, which they do not have, must not be required here.
 */
export const RequireScope = (...scopes: readonly Scope[]): MethodDecorator & ClassDecorator =>
  SetMetadata(ACCEPTED_SCOPES, scopes);

/** The caller, as read from the database for this request. Throws on a public handler. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal =>
  getPrincipal(context.switchToHttp().getRequest<AuthenticatedRequest>()),
);
