import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard as PassportGuard } from '@nestjs/passport';
import type { Response } from 'express';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { requestContext } from '../common/request-context';
import { COST_CLASS, IS_PUBLIC, IS_UNLIMITED } from './auth.decorators';
import { type AuthenticatedRequest, CLAIMS_PROPERTY, type Credentials, getCredentials } from './authenticated-request';
import { ApiKeys, toKeyCaller } from './keys/api-keys';
import { toAddressKey } from './limits/caller-address';
import type { CostClass } from './limits/cost-classes';
import { FairShares } from './limits/fair-shares';
import { RequestLimiter } from './limits/request-limiter';
import type { Principals } from './principals';
import { ApiKeyStrategy, type PresentedKey } from './strategies/api-key.strategy';
import { refuseToken } from './strategies/presented-tokens';
import type { TokenStrategy } from './strategies/token-strategy';
import type { TokenClaims } from './tokens/token-claims';

export const PRINCIPALS = Symbol('PRINCIPALS');
/** The strategy of the configured mode: `LocalAccountsStrategy` or `ExternalIssuerStrategy`. */
export const TOKEN_STRATEGY = Symbol('TOKEN_STRATEGY');

/**
 * Closed by default: a handler that is not public needs a token that holds and an account that may come in. The order
 * keeps floods cheap: token, then the caller's limits, and only then the one read of the account.
 */
@Injectable()
export class AuthGuard extends PassportGuard() {
  constructor(
    private readonly reflector: Reflector,
    keyStrategy: ApiKeyStrategy,
    @Inject(TOKEN_STRATEGY) tokenStrategy: TokenStrategy,
    @Inject(PRINCIPALS) private readonly principals: Principals,
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
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, marks) === true) {
      const unlimited = this.reflector.getAllAndOverride<boolean | undefined>(IS_UNLIMITED, marks) === true;
      if (!unlimited) await this.enterByAddress(context, toAddressKey(request.ip));
      return true;
    }
    const credentials = await this.authenticate(context, request);
    request.user = await ('keyHash' in credentials
      ? this.admitKey(context, credentials)
      : this.admitToken(context, credentials));
    noteActor(request.user, String(context.switchToHttp().getResponse<Response>().getHeader('X-Request-Id') ?? ''));
    return true;
  }

  private async admitToken(context: ExecutionContext, claims: TokenClaims): Promise<Principal> {
    this.requests.consume(`user:${claims.subject}`);
    await this.enter(context, `user:${claims.subject}`, this.costOf(context) ?? 'read');
    const principal = await this.principals.find(claims);
    if (typeof principal === 'string') throw refuseToken(principal);
    return principal;
  }

  /** A key tells its caller only when it has been read, so the account is read first. */
  private async admitKey(context: ExecutionContext, presented: PresentedKey): Promise<Principal> {
    const { ip } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const principal = await this.keys.identify(presented, toAddressKey(ip));
    await this.enter(context, toKeyCaller(principal.key.keyId), this.costOf(context) ?? 'read');
    return principal;
  }

  /**
   * What the strategies made of the request. A problem comes from our own checks; any other reason to fail is
   * jsonwebtoken's: a payload that is not JSON, or a signature that does not hold.
   */
  override handleRequest<Claims>(error: Error | null | undefined, claims: Claims | false, reason: unknown): Claims {
    if (error !== undefined && error !== null) throw error;
    if (claims !== false) return claims;
    // One for each strategy. That of keys only passes the request on.
    const last: unknown = Array.isArray(reason) ? reason.at(-1) : reason;
    if (last instanceof Problem) throw last;
    throw refuseToken(last instanceof SyntaxError ? 'malformed' : 'bad-signature');
  }

  /** Many users may share an address, so only what costs much takes shares of it. */
  private async enterByAddress(context: ExecutionContext, address: string): Promise<void> {
    this.requests.consume(address);
    const cost = this.costOf(context);
    if (cost !== undefined) await this.enter(context, address, cost);
  }

  /** Waits for a place among those of the caller. */
  private async enter(context: ExecutionContext, caller: string, cost: CostClass): Promise<void> {
    const http = context.switchToHttp();
    http.getRequest<AuthenticatedRequest>().share = await this.shares.enter(caller, cost, http.getResponse<Response>());
  }

  private costOf(context: ExecutionContext): CostClass | undefined {
    return this.reflector.getAllAndOverride<CostClass | undefined>(COST_CLASS, [
      context.getHandler(),
      context.getClass(),
    ]);
  }

  /** Refused tokens count against the address, so that guessing ends in 429. */
  private async authenticate(context: ExecutionContext, request: AuthenticatedRequest): Promise<Credentials> {
    try {
      await super.canActivate(context);
      return getCredentials(request);
    } catch (error) {
      this.requests.consume(toAddressKey(request.ip));
      throw error;
    }
  }
}

/** Tells the audit log who makes the request. */
function noteActor({ userId, username, key }: Principal, requestId: string): void {
  const store = requestContext.getStore();
  if (store === undefined) return;
  store.actor = { userId, username, keyId: key?.keyId ?? null, serviceId: key?.serviceId ?? null, requestId };
}
