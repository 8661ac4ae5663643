/** The rules between variables, which no single setting can check. */
import { OperatorError } from '../problems/operator-error';
import { type Environment, SETTINGS } from './environment';
import { isLoopback } from './settings/setting-values';

/** The configuration cannot be used. Its message names the variables and what is expected, never a value. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(['The configuration is not valid:', ...problems].join(problems.length === 1 ? ' ' : '\n  '));
  }
}

/** What a rule is about; tools that touch only the database check only its rules. */
export type ConfigConcern = 'database' | 'access' | 'demo';

interface ConfigRule {
  readonly concern: ConfigConcern;
  readonly broken: (environment: Environment) => boolean;
  /** Starts with the variable to change. */
  readonly message: string;
}

const RULES: readonly ConfigRule[] = [
  {
    concern: 'database',
    broken: (env) => env.NODE_ENV === 'production' && env.DATABASE_URL === undefined && !env.EMBEDDED_DATABASE,
    message: 'DATABASE_URL is required in production (or EMBEDDED_DATABASE=1).',
  },
  {
    concern: 'database',
    broken: (env) => env.DATABASE_QUERY_TIMEOUT_MS <= env.DATABASE_STATEMENT_TIMEOUT_MS,
    message: 'DATABASE_QUERY_TIMEOUT_MS must be above DATABASE_STATEMENT_TIMEOUT_MS.',
  },
  {
    concern: 'access',
    broken: (env) => env.AUTH_MODE === 'local' && env.JWT_SECRET === undefined,
    message: 'JWT_SECRET is required for AUTH_MODE=local. At least 32 bytes, for example from: openssl rand -base64 48',
  },
  {
    concern: 'access',
    broken: (env) => env.AUTH_MODE === 'jwks' && env.JWKS_URI === undefined,
    message: 'JWKS_URI is required for AUTH_MODE=jwks.',
  },
  {
    concern: 'access',
    broken: (env) => env.AUTH_MODE === 'jwks' && isDefault(env, 'JWT_ISSUER'),
    message: 'JWT_ISSUER must name the external issuer for AUTH_MODE=jwks.',
  },
  {
    concern: 'access',
    broken: (env) => env.AUTH_MODE === 'jwks' && env.CURSOR_SECRET === undefined,
    message: 'CURSOR_SECRET is required for AUTH_MODE=jwks.',
  },
  {
    concern: 'access',
    broken: (env) => env.CURSOR_SECRET !== undefined && env.CURSOR_SECRET === env.JWT_SECRET,
    message: 'CURSOR_SECRET must differ from JWT_SECRET.',
  },
  {
    concern: 'access',
    broken: (env) => (env.ADMIN_USERNAME === undefined) !== (env.ADMIN_PASSWORD === undefined),
    message: 'ADMIN_USERNAME and ADMIN_PASSWORD are set together or not at all.',
  },
  {
    concern: 'demo',
    broken: (env) => env.SERVICE_DEMO_MODE && env.METADATA_API_KEY === undefined,
    message: 'METADATA_API_KEY is required in demo mode.',
  },
  {
    concern: 'demo',
    broken: (env) => env.SERVICE_DEMO_MODE && isDefault(env, 'SERVICE_DEMO_PASSWORD') && !isLoopback(env.HOST),
    message: 'SERVICE_DEMO_PASSWORD must not be the default when HOST is beyond loopback.',
  },
];

/** The messages of all broken rules of some concerns. */
export function findConflicts(environment: Environment, concerns: readonly ConfigConcern[]): string[] {
  return RULES.filter((rule) => concerns.includes(rule.concern) && rule.broken(environment)).map(
    (rule) => rule.message,
  );
}

function isDefault(environment: Environment, name: keyof Environment): boolean {
  return environment[name] === SETTINGS[name].fallback;
}
