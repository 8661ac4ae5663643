/** Validation rules that involve several variables. */
import { type Environment, SETTINGS } from './environment';
import { isLoopback } from './settings/setting-values';

/** The area of a rule. Tools that use only the database check only the rules of `database`. */
export type ConfigConcern = 'database' | 'access' | 'demo';

interface ConfigRule {
  readonly concern: ConfigConcern;
  readonly isBroken: (environment: Environment) => boolean;
  /** Starts with the name of the variable to change. */
  readonly message: string;
}

const RULES: readonly ConfigRule[] = [
  {
    concern: 'database',
    isBroken: (env) => env.NODE_ENV === 'production' && env.DATABASE_URL === undefined && !env.EMBEDDED_DATABASE,
    message: 'DATABASE_URL is required in production (or EMBEDDED_DATABASE=1).',
  },
  {
    concern: 'database',
    isBroken: (env) => env.DATABASE_URL === undefined && env.DATABASE_READ_URL !== undefined,
    message: 'DATABASE_READ_URL requires DATABASE_URL.',
  },
  {
    concern: 'database',
    isBroken: (env) => env.DATABASE_URL === undefined && env.DATABASE_MIGRATION_URL !== undefined,
    message: 'DATABASE_MIGRATION_URL requires DATABASE_URL.',
  },
  {
    concern: 'database',
    isBroken: (env) => env.DATABASE_QUERY_TIMEOUT_MS <= env.DATABASE_STATEMENT_TIMEOUT_MS,
    message: 'DATABASE_QUERY_TIMEOUT_MS must be greater than DATABASE_STATEMENT_TIMEOUT_MS.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.AUTH_MODE === 'local' && env.JWT_SECRET === undefined,
    message: 'JWT_SECRET is required for AUTH_MODE=local. Use at least 32 bytes, for example: openssl rand -base64 48',
  },
  {
    concern: 'access',
    isBroken: (env) => env.AUTH_MODE === 'jwks' && env.JWKS_URI === undefined && env.OIDC_ISSUER.length === 0,
    message: 'JWKS_URI or OIDC_ISSUER is required for AUTH_MODE=jwks.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.AUTH_MODE !== 'jwks' && env.OIDC_ISSUER.length > 0,
    message: 'OIDC_ISSUER requires AUTH_MODE=jwks.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.OIDC_AUDIENCE.length > 1 && env.OIDC_AUDIENCE.length !== env.OIDC_ISSUER.length,
    message: 'OIDC_AUDIENCE must have one value, or one for each issuer in OIDC_ISSUER.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.JWKS_URI !== undefined && env.OIDC_ISSUER.includes(env.JWT_ISSUER),
    message: 'OIDC_ISSUER must not contain JWT_ISSUER if JWKS_URI is set.',
  },
  {
    concern: 'access',
    isBroken: (env) =>
      Object.keys(env.OIDC_CLAIMS).some(
        (issuer) => ![...env.OIDC_ISSUER, ...(env.JWKS_URI === undefined ? [] : [env.JWT_ISSUER])].includes(issuer),
      ),
    message: 'OIDC_CLAIMS must name only issuers in OIDC_ISSUER, or the one in JWT_ISSUER.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.AUTH_MODE === 'jwks' && env.JWKS_URI !== undefined && isDefault(env, 'JWT_ISSUER'),
    message: 'JWT_ISSUER must be set to the external issuer for AUTH_MODE=jwks with JWKS_URI.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.AUTH_MODE === 'jwks' && env.CURSOR_SECRET === undefined,
    message: 'CURSOR_SECRET is required for AUTH_MODE=jwks.',
  },
  {
    concern: 'access',
    isBroken: (env) => env.CURSOR_SECRET !== undefined && env.CURSOR_SECRET === env.JWT_SECRET,
    message: 'CURSOR_SECRET must differ from JWT_SECRET.',
  },
  {
    concern: 'access',
    isBroken: (env) => (env.ADMIN_USERNAME === undefined) !== (env.ADMIN_PASSWORD === undefined),
    message: 'ADMIN_USERNAME and ADMIN_PASSWORD must be set together.',
  },
  {
    concern: 'demo',
    isBroken: (env) => env.SERVICE_DEMO_MODE && env.METADATA_API_KEY === undefined,
    message: 'METADATA_API_KEY is required in demo mode.',
  },
  {
    concern: 'demo',
    isBroken: (env) => env.SERVICE_DEMO_MODE && isDefault(env, 'SERVICE_DEMO_PASSWORD') && !isLoopback(env.HOST),
    message: 'SERVICE_DEMO_PASSWORD must not be the default when HOST is not a loopback address.',
  },
];

/** The messages of all broken rules of the given areas. */
export function findConflicts(environment: Environment, concerns: readonly ConfigConcern[]): string[] {
  return RULES.filter((rule) => concerns.includes(rule.concern) && rule.isBroken(environment)).map(
    (rule) => rule.message,
  );
}

function isDefault(environment: Environment, name: keyof Environment): boolean {
  return environment[name] === SETTINGS[name].fallback;
}
