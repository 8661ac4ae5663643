import { randomUUID } from 'node:crypto';
import passport, { type Strategy } from 'passport';

/**
 * Registers a strategy with Passport under a unique name and returns the name. All applications of a process share one
 * registry, in which a second strategy with the same name would replace the first.
 */
export function registerStrategy(strategy: Strategy): string {
  const name = `${strategy.constructor.name}:${randomUUID()}`;
  passport.use(name, strategy);
  return name;
}
