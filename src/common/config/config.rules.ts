/** Validation rules that involve several variables. */
import { isDeepStrictEqual } from 'node:util';
import { type Environment, readEnvironment } from './environment';
import { IssuerSettings } from './settings/issuer.settings';
import { describeSettings } from './settings/setting-descriptions';
import { isLoopback } from './settings/setting-values';

/**
 * The message of each rule, and a function that returns whether the settings break the rule. A message starts with the
 * name of the variable to change.
 */
type ConfigRules = Readonly<Record<string, (env: Environment) => boolean>>;

/** The default values of all settings. They are valid, so `readEnvironment` returns no problems. */
const DEFAULTS = readEnvironment({}) as { readonly environment: Environment };

/** The rules for the settings of the database. */
export const DATABASE_RULES: ConfigRules = {
  'DATABASE_URL is required in production (or EMBEDDED_DATABASE=1).': (env) =>
    env.NODE_ENV === 'production' && env.DATABASE_URL === undefined && !env.EMBEDDED_DATABASE,
  'DATABASE_READ_URL requires DATABASE_URL.': (env) =>
    env.DATABASE_URL === undefined && env.DATABASE_READ_URL !== undefined,
  'DATABASE_MIGRATION_URL requires DATABASE_URL.': (env) =>
    env.DATABASE_URL === undefined && env.DATABASE_MIGRATION_URL !== undefined,
  'DATABASE_QUERY_TIMEOUT_MS must be greater than DATABASE_STATEMENT_TIMEOUT_MS.': (env) =>
    env.DATABASE_QUERY_TIMEOUT_MS <= env.DATABASE_STATEMENT_TIMEOUT_MS,
};

export const ALL_RULES: ConfigRules = {
  ...DATABASE_RULES,
  'JWT_SECRET is required for AUTH_MODE=local. Use at least 32 bytes, for example: openssl rand -base64 48': (env) =>
    env.AUTH_MODE === 'local' && env.JWT_SECRET === undefined,
  'JWKS_URI or OIDC_ISSUER is required for AUTH_MODE=jwks.': (env) =>
    env.AUTH_MODE === 'jwks' && env.JWKS_URI === undefined && env.OIDC_ISSUER.length === 0,
  // With `AUTH_MODE=local`, the service ignores the settings of external issuers, so each must have its default.
  ...Object.fromEntries(
    [...describeSettings(IssuerSettings).keys()].map((name) => [
      `${name} requires AUTH_MODE=jwks.`,
      (env: Environment) => env.AUTH_MODE !== 'jwks' && !isDefault(env, name as keyof IssuerSettings),
    ]),
  ),
  'OIDC_AUDIENCE must have one value, or one for each issuer in OIDC_ISSUER.': (env) =>
    env.OIDC_AUDIENCE.length > 1 && env.OIDC_AUDIENCE.length !== env.OIDC_ISSUER.length,
  'OIDC_ISSUER must not contain JWT_ISSUER if JWKS_URI is set.': (env) =>
    env.JWKS_URI !== undefined && env.OIDC_ISSUER.includes(env.JWT_ISSUER),
  'OIDC_CLAIMS must name only issuers in OIDC_ISSUER or, if JWKS_URI is set, the one in JWT_ISSUER.': (env) =>
    env.AUTH_MODE === 'jwks' &&
    Object.keys(env.OIDC_CLAIMS).some(
      (issuer) => ![...env.OIDC_ISSUER, ...(env.JWKS_URI === undefined ? [] : [env.JWT_ISSUER])].includes(issuer),
    ),
  'JWT_ISSUER must be set to the external issuer for AUTH_MODE=jwks with JWKS_URI.': (env) =>
    env.AUTH_MODE === 'jwks' && env.JWKS_URI !== undefined && isDefault(env, 'JWT_ISSUER'),
  'CURSOR_SECRET is required for AUTH_MODE=jwks.': (env) => env.AUTH_MODE === 'jwks' && env.CURSOR_SECRET === undefined,
  'CURSOR_SECRET must differ from JWT_SECRET.': (env) =>
    env.CURSOR_SECRET !== undefined && env.CURSOR_SECRET === env.JWT_SECRET,
  'ADMIN_USERNAME and ADMIN_PASSWORD must be set together.': (env) =>
    (env.ADMIN_USERNAME === undefined) !== (env.ADMIN_PASSWORD === undefined),
  'METADATA_API_KEY is required in demo mode.': (env) => env.SERVICE_DEMO_MODE && env.METADATA_API_KEY === undefined,
  'SERVICE_DEMO_PASSWORD must not be the default when HOST is not a loopback address.': (env) =>
    env.SERVICE_DEMO_MODE && isDefault(env, 'SERVICE_DEMO_PASSWORD') && !isLoopback(env.HOST),
};

/** Returns the messages of the broken rules. */
export function findBrokenRules(environment: Environment, rules: ConfigRules): string[] {
  return Object.entries(rules).flatMap(([message, isBroken]) => (isBroken(environment) ? [message] : []));
}

function isDefault(environment: Environment, name: keyof Environment): boolean {
  return isDeepStrictEqual(environment[name], DEFAULTS.environment[name]);
}
