/** What the two strategies have in common. */
import { type KeyObject, randomUUID } from 'node:crypto';
import passport, { type Strategy } from 'passport';
import type { StrategyOptionsWithRequest } from 'passport-jwt';

/** A strategy that makes `TokenClaims` of a request's bearer token. */
export interface TokenStrategy {
  /** The name under which Passport knows this instance. */
  readonly registeredName: string;
}

/** A key as passport-jwt declares it; it hands the key on to jsonwebtoken, which takes key objects. */
export type JwtKey = KeyObject & Buffer;

/** Only the signature is left to passport-jwt: `validate` reads every claim, times by a clock that tests can set. */
export const SIGNATURE_ONLY = {
  ignoreExpiration: true,
  jsonWebTokenOptions: { ignoreNotBefore: true },
  passReqToCallback: true,
} satisfies Partial<StrategyOptionsWithRequest>;

/**
 * Registers a strategy under a name that no other instance has, and gives that name. Passport's registry is one for the
 * whole process: under a shared name, the strategy of a second application would answer for the first.
 */
export function registerApart(strategy: Strategy): string {
  const name = `${strategy.constructor.name}:${randomUUID()}`;
  passport.use(name, strategy);
  return name;
}
