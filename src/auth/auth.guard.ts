import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard as PassportGuard } from '@nestjs/passport';
import type { Response } from 'express';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { requestContext } from '../common/request-context';
import { COST_CLASS, IS_PUBLIC, IS_UNLIMITED } from './auth.decorators';
import { type AuthenticatedRequest, CLAIMS_PROPERTY } from './authenticated-request';
import type { Credentials, PresentedKey, TokenClaims } from './credentials';
import { findActForHeader, type UserReference } from './acting/user-reference';
import { ApiKeys, toKeyCaller, toUserCaller } from './keys/api-keys';
import { toAddressKey } from './limits/caller-address';
import { type CostClass, COSTS, costOfRequest } from './limits/cost-classes';
import { FairShares } from './limits/fair-shares';
import { RequestLimiter } from './limits/request-limiter';
import { holdWhile } from './limits/request-shares';
import type { PrincipalFinder } from './principal-finder';
import { ApiKeyStrategy } from './strategies/api-key.strategy';
import { JwtStrategy } from './strategies/jwt.strategy';
import { refuseToken } from './tokens/token-refusals';

export const PRINCIPAL_FINDER = Symbol('PRINCIPAL_FINDER');

/**
 * Authenticates every request to a handler that is not public. It checks a token first, then the caller's limits, and
 * reads the account last, so an invalid token costs no database query. For an API key, see `admitKey`. Requests to
 * public handlers are only limited by their address; those to `@Unlimited` handlers have no limit.
 */
@Injectable()
export class AuthGuard extends PassportGuard() {
  constructor(
    private readonly reflector: Reflector,
    keyStrategy: ApiKeyStrategy,
    tokenStrategy: JwtStrategy,
    @Inject(PRINCIPAL_FINDER) private readonly findPrincipal: PrincipalFinder,
    private readonly keys: ApiKeys,
    private readonly requests: RequestLimiter,
    private readonly shares: FairShares,
  ) {
    super({
      defaultStrategy: [keyStrategy.registeredName, tokenStrategy.registeredName],
      property: CLAIMS_PROPERTY,
    });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, targets) === true) {
      const isUnlimited = this.reflector.getAllAndOverride<boolean | undefined>(IS_UNLIMITED, targets) === true;
      if (!isUnlimited) await this.limitByAddress(context, toAddressKey(request.ip));
      return true;
    }
    const credentials = await this.authenticate(context, request);
    const actFor = findActForHeader(request.headers);
    request.user = await ('keyHash' in credentials
      ? this.admitKey(context, credentials, actFor)
      : this.admitToken(context, credentials, actFor));
    // From here on, the statements of the request are cancelled if the client disconnects. With null, the call starts
    // no time budget; `JsonBodyInterceptor` starts it after it has read the body.
    const store = requestContext.getStore();
    store?.startBudget(null);
    if (store !== undefined) store.actor = request.user;
    return true;
  }

  /** `actFor` is a problem if the header is invalid. It is thrown only after the request has been counted. */
  private async admitToken(
    context: ExecutionContext,
    claims: TokenClaims,
    actFor: UserReference | Problem | null,
  ): Promise<Principal> {
    const caller = toUserCaller(claims.caller);
    // If an API key was exchanged for the token, the request also counts against the limit of the key.
    if (claims.actor !== null) this.requests.consume(toKeyCaller(claims.actor.keyId));
    this.requests.consume(caller);
    // A token already identifies its user, so the request must not name a user.
    if (actFor !== null) throw actFor instanceof Problem ? actFor : Problem.forbidden();
    await this.acquireShares(context, caller, this.costOf(context) ?? 'read');
    const { share } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await holdWhile(share, () => this.findPrincipal(claims));
    if (typeof principal === 'string') throw refuseToken(principal);
    return principal;
  }

  /**
   * Reads the account before it acquires the shares, because only the account identifies the caller of a key. `actFor`
   * is a problem if the header is invalid. It is thrown only after the key has been accepted and the request counted.
   */
  private async admitKey(
    context: ExecutionContext,
    presented: PresentedKey,
    actFor: UserReference | Problem | null,
  ): Promise<Principal> {
    const { ip } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const { principal, caller } = await this.keys.identify(presented, toAddressKey(ip), actFor);
    await this.acquireShares(context, caller, this.costOf(context) ?? 'read');
    return principal;
  }

  /**
   * Returns the result of the strategies. A failure that is not a `Problem` is the error of jsonwebtoken for an invalid
   * signature.
   */
  override handleRequest<Claims>(error: Error | null | undefined, claims: Claims | false, reason: unknown): Claims {
    if (error !== undefined && error !== null) throw error;
    if (claims !== false) return claims;
    // Passport reports one reason for each strategy. The first strategy only tells that there is no API key, so the
    // last reason explains the failure.
    const lastReason: unknown = Array.isArray(reason) ? reason.at(-1) : reason;
    if (lastReason instanceof Problem) throw lastReason;
    throw refuseToken('bad-signature');
  }

  /**
   * Limits requests to public handlers by their address. Only handlers that declare a cost need shares, because many
   * users can have the same address.
   */
  private async limitByAddress(context: ExecutionContext, address: string): Promise<void> {
    this.requests.consume(address);
    const cost = this.costOf(context);
    if (cost !== undefined) await this.acquireShares(context, address, cost);
  }

  /** Waits until the request holds its shares, if it needs any. */
  private async acquireShares(context: ExecutionContext, caller: string, cost: CostClass): Promise<void> {
    if (COSTS[cost].shares === 0) return;
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    request.share = await this.shares.acquire(caller, costOfRequest(cost, request), http.getResponse<Response>());
  }

  private costOf(context: ExecutionContext): CostClass | undefined {
    return this.reflector.getAllAndOverride<CostClass | undefined>(COST_CLASS, [
      context.getHandler(),
      context.getClass(),
    ]);
  }

  /**
   * Returns the accepted credentials. A refused or missing token counts against the address, so guessing tokens ends
   * in 429. Other failures do not count: while the keys of an issuer are unavailable, valid tokens fail too.
   */
  private async authenticate(context: ExecutionContext, request: AuthenticatedRequest): Promise<Credentials> {
    try {
      await super.canActivate(context);
      return request.claims!;
    } catch (error) {
      const isRefused = error instanceof Problem && error.status < 500;
      if (isRefused) this.requests.consume(toAddressKey(request.ip));
      throw error;
    }
  }
}
