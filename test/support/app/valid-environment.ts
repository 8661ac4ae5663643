import { loadConfig } from '../../../src/common/config/config';
import { ConfigError } from '../../../src/common/config/config-error';

/** A secret that is strong enough. */
export const STRONG = 'Qk3rT9vXw2LmZp8sNc5yHb7dJf4gUa6e';
/** The variables of the smallest valid environment. */
export const VALID = { NODE_ENV: 'test', JWT_SECRET: STRONG };

/** Returns the messages of `loadConfig` for an invalid environment; empty for a valid one. */
export function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}
