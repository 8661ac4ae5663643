/** Types, options and functions that more than one strategy uses. */
import { type KeyObject, randomUUID } from 'node:crypto';
import passport, { type Strategy } from 'passport';
import type { StrategyOptionsWithRequest } from 'passport-jwt';

/** A strategy that converts a request's bearer token to `Credentials`. */
export interface TokenStrategy {
  /** The name under which this instance is registered with Passport. */
  readonly registeredName: string;
}

/** A key as passport-jwt declares it. passport-jwt passes it on to jsonwebtoken, which accepts key objects. */
export type JwtKey = KeyObject & Buffer;

/** Options with which passport-jwt checks only the signature. `validate` checks the claims. */
export const SIGNATURE_ONLY = {
  ignoreExpiration: true,
  jsonWebTokenOptions: { ignoreNotBefore: true },
  passReqToCallback: true,
} satisfies Partial<StrategyOptionsWithRequest>;

/**
 * Registers a strategy with Passport under a unique name and returns the name. All applications of a process share one
 * registry, in which a second strategy with the same name would replace the first.
 */
export function registerStrategy(strategy: Strategy): string {
  const name = `${strategy.constructor.name}:${randomUUID()}`;
  passport.use(name, strategy);
  return name;
}
