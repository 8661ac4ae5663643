import { ISSUER_MAX_CHARS } from './issuer-values';
import { requireStrongSecret } from './secret-strength';
import { refuse } from './setting-error';
import { splitList } from './setting-values';
import { Choice, Integer, OptionalText, Parsed, Secret, Text } from './setting.decorators';

const DAY_SECONDS = 86_400;
const ACCEPTED_SECRETS_MAX = 4;

/** Settings for authentication, accounts and request limits. */
export class AccessSettings {
  @Choice(
    'Authentication with accounts of this service (local) or tokens of an external issuer (jwks); local refuses the settings of external issuers.',
    { default: 'local', values: ['local', 'jwks'] },
  )
  readonly AUTH_MODE: 'local' | 'jwks';

  @Secret(
    'Key that signs access tokens; required for AUTH_MODE=local. Commands that use the embedded database, or neither sign nor verify tokens, do not need it.',
  )
  readonly JWT_SECRET: string | undefined;

  @Parsed(
    `Other keys whose access tokens are accepted, for the rotation of JWT_SECRET; comma-separated, at most ${ACCEPTED_SECRETS_MAX}.`,
    { default: '', parse: parseSecrets, secret: true },
  )
  readonly JWT_SECRETS_ACCEPTED: readonly string[];

  @Secret(
    'Key that seals cursors and revision tokens and hashes requests with an Idempotency-Key, the same on all instances; required for AUTH_MODE=jwks, otherwise derived from JWT_SECRET by default.',
  )
  readonly CURSOR_SECRET: string | undefined;

  @Parsed(
    `Other keys whose cursors and revision tokens are accepted, for the rotation of CURSOR_SECRET; comma-separated, at most ${ACCEPTED_SECRETS_MAX}.`,
    { default: '', parse: parseSecrets, secret: true },
  )
  readonly CURSOR_SECRETS_ACCEPTED: readonly string[];

  @Secret(
    'Key of the keyed hashes in the audit log and in the histories of runs, the same for all instances and commands; without it, the service writes no keyed hashes.',
  )
  readonly AUDIT_KEY: string | undefined;

  @Parsed(
    `Earlier keys whose hashes are still verified, for the rotation of AUDIT_KEY; comma-separated, at most ${ACCEPTED_SECRETS_MAX}.`,
    { default: '', parse: parseSecrets, secret: true },
  )
  readonly AUDIT_KEYS_ACCEPTED: readonly string[];

  @Parsed(
    'Value of the `iss` claim of access tokens; AUTH_MODE=jwks uses it only with JWKS_URI, as the `iss` of that external issuer.',
    { default: 'intelligence-read-model', parse: requireIssuer },
  )
  readonly JWT_ISSUER: string;

  @Text(
    'Required value of the `aud` claim of access tokens; AUTH_MODE=jwks applies it to JWT_ISSUER, and to OIDC_ISSUER if OIDC_AUDIENCE is not set.',
    { default: 'intelligence-read-model' },
  )
  readonly JWT_AUDIENCE: string;

  @Integer('Lifetime of an access token.', { default: 900, min: 1, max: DAY_SECONDS })
  readonly JWT_ACCESS_TTL_SECONDS: number;

  @Integer('Lifetime of an access token that a service account requests for a user with its API key.', {
    default: 300,
    min: 1,
    max: 3600,
  })
  readonly EXCHANGED_TTL_SECONDS: number;

  @Integer('Tolerated difference between the clocks of the service and the token issuer.', {
    default: 5,
    min: 0,
    max: 60,
  })
  readonly JWT_LEEWAY_SECONDS: number;

  @Integer('Lifetime of a refresh token.', { default: 30 * DAY_SECONDS, min: 60, max: 365 * DAY_SECONDS })
  readonly REFRESH_TTL_SECONDS: number;

  @OptionalText(
    'Name of an administrator that the service creates when it starts, if the name is free; requires ADMIN_PASSWORD.',
  )
  readonly ADMIN_USERNAME: string | undefined;

  @OptionalText('Password of the administrator in ADMIN_USERNAME, with at least 12 characters.', {
    check: requirePassword,
    secret: true,
  })
  readonly ADMIN_PASSWORD: string | undefined;

  @Integer('Maximum number of requests of one caller per minute; 0 disables the limit.', {
    default: 6000,
    min: 0,
    max: 1_000_000,
  })
  readonly RATE_LIMIT_PER_MINUTE: number;

  @Integer('Maximum number of requests with one API key per minute; 0 disables the limit.', {
    default: 60_000,
    min: 0,
    max: 10_000_000,
  })
  readonly KEY_RATE_LIMIT_PER_MINUTE: number;

  @Integer(
    'Number of shares that the requests of one user can hold at the same time. A read takes 1 share, a write 2, a search or an import 3, a login or a write above 256 KiB 4. Use less than DATABASE_READ_POOL_SIZE, so that one user cannot take all connections.',
    { default: 4, min: 1, max: 10_000 },
  )
  readonly CONCURRENCY_PER_USER: number;

  @Integer('Maximum number of requests of one user that wait for shares.', { default: 64, min: 0, max: 10_000 })
  readonly WAITING_PER_USER: number;

  @Integer('Maximum time that a request waits for shares, and that an import waits for the end of another import.', {
    default: 5000,
    min: 0,
    max: 60_000,
  })
  readonly WAIT_MS: number;

  @Integer(
    'Maximum duration of a read, a search or a login after it was received; five times as long for a write; an import has IMPORT_TIMEOUT_MS instead.',
    { default: 15_000, min: 100, max: 600_000 },
  )
  readonly REQUEST_BUDGET_MS: number;
}

function requirePassword(value: string): string {
  if ([...value].length < 12) refuse('must have at least 12 characters');
  return value;
}

function parseSecrets(value: string): readonly string[] {
  const secrets = splitList(value);
  if (secrets.length > ACCEPTED_SECRETS_MAX) refuse(`must list at most ${ACCEPTED_SECRETS_MAX} secrets`);
  return secrets.map(requireStrongSecret);
}

function requireIssuer(value: string): string {
  if (value.length > ISSUER_MAX_CHARS) refuse(`must have at most ${ISSUER_MAX_CHARS} characters`);
  return value;
}
