import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { Problem } from '../common/problems/problem';
import { IS_PUBLIC, IS_UNLIMITED } from './auth.decorators';
import { type AuthenticatedRequest, setPrincipal } from './authenticated-request';
import { toAddressKey } from './limits/caller-address';
import { ConcurrencyLimiter } from './limits/concurrency-limiter';
import { RequestLimiter } from './limits/request-limiter';
import type { Principals } from './principals';
import type { TokenClaims } from './tokens/token-claims';
import { TokenAuthenticator } from './tokens/token-authenticator';

export const PRINCIPALS = Symbol('PRINCIPALS');

/**
 * Closed by default: a handler that is not public needs a token that holds and an account that may come in. The order
 * keeps floods cheap: token, then the caller's limits, and only then the one read of the account.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: TokenAuthenticator,
    @Inject(PRINCIPALS) private readonly principals: Principals,
    private readonly requests: RequestLimiter,
    private readonly concurrency: ConcurrencyLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, marks) === true) {
      const unlimited = this.reflector.getAllAndOverride<boolean | undefined>(IS_UNLIMITED, marks) === true;
      if (!unlimited) this.requests.consume(toAddressKey(request.ip));
      return true;
    }
    const claims = await this.authenticate(request);
    this.requests.consume(`user:${claims.subject}`);
    this.concurrency.enter(claims.subject, context.switchToHttp().getResponse<Response>());
    const principal = await this.principals.find(claims);
    if (typeof principal === 'string') throw Problem.unauthorized('invalid_token', principal);
    setPrincipal(request, principal, claims.sessionId);
    return true;
  }

  /** Refused tokens count against the address, so that guessing ends in 429. */
  private async authenticate(request: AuthenticatedRequest): Promise<TokenClaims> {
    try {
      return await this.tokens.authenticate(request);
    } catch (error) {
      this.requests.consume(toAddressKey(request.ip));
      throw error;
    }
  }
}
