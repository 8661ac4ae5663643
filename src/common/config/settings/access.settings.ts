import { ISSUER_MAX_CHARS } from './issuer-values';
import { requireStrongSecret } from './secret-strength';
import { refuse } from './setting-error';
import { splitList } from './setting-values';
import { Choice, Integer, OptionalText, Parsed, Secret, Text } from './setting.decorators';

const DAY_SECONDS = 86_400;
const ACCEPTED_SECRETS_MAX = 4;

/** Settings for authentication, accounts and request limits. */
export class AccessSettings {
  @Choice({
    default: 'local',
    values: ['local', 'jwks'],
    doc: 'Authentication with accounts of this service (local) or tokens of an external issuer (jwks); local refuses the settings of external issuers.',
  })
  readonly AUTH_MODE: 'local' | 'jwks';

  @Secret({ doc: 'Key that signs access tokens; required for AUTH_MODE=local.' })
  readonly JWT_SECRET: string | undefined;

  @Parsed({
    default: '',
    parse: parseSecrets,
    doc: `Other keys whose access tokens are accepted, for the rotation of JWT_SECRET; comma-separated, at most ${ACCEPTED_SECRETS_MAX}.`,
    secret: true,
  })
  readonly JWT_SECRETS_ACCEPTED: readonly string[];

  @Secret({
    doc: 'Key that seals cursors and revision tokens, the same on all instances; derived from JWT_SECRET by default.',
  })
  readonly CURSOR_SECRET: string | undefined;

  @Parsed({
    default: '',
    parse: parseSecrets,
    doc: `Other keys whose cursors and revision tokens are accepted, for the rotation of CURSOR_SECRET; comma-separated, at most ${ACCEPTED_SECRETS_MAX}.`,
    secret: true,
  })
  readonly CURSOR_SECRETS_ACCEPTED: readonly string[];

  @Secret({
    doc: 'Key of the keyed hashes in the audit log and in the histories of runs, the same for all instances and commands; without it, the service writes no keyed hashes.',
  })
  readonly AUDIT_KEY: string | undefined;

  @Parsed({
    default: '',
    parse: parseSecrets,
    doc: `Earlier keys whose hashes are still verified, for the rotation of AUDIT_KEY; comma-separated, at most ${ACCEPTED_SECRETS_MAX}.`,
    secret: true,
  })
  readonly AUDIT_KEYS_ACCEPTED: readonly string[];

  @Parsed({ default: 'intelligence-read-model', parse: requireIssuer, doc: 'Required value of the `iss` claim.' })
  readonly JWT_ISSUER: string;

  @Text({ default: 'intelligence-read-model', doc: 'Required value of the `aud` claim.' })
  readonly JWT_AUDIENCE: string;

  @Integer({ default: 900, min: 1, max: DAY_SECONDS, unit: 'seconds', doc: 'Lifetime of an access token.' })
  readonly JWT_ACCESS_TTL_SECONDS: number;

  @Integer({
    default: 300,
    min: 1,
    max: 3600,
    unit: 'seconds',
    doc: 'Lifetime of an access token that a service account requests for a user with its API key.',
  })
  readonly EXCHANGED_TTL_SECONDS: number;

  @Integer({
    default: 5,
    min: 0,
    max: 60,
    unit: 'seconds',
    doc: 'Tolerated difference between the clocks of the service and the token issuer.',
  })
  readonly JWT_LEEWAY_SECONDS: number;

  @Integer({
    default: 30 * DAY_SECONDS,
    min: 60,
    max: 365 * DAY_SECONDS,
    unit: 'seconds',
    doc: 'Lifetime of a refresh token.',
  })
  readonly REFRESH_TTL_SECONDS: number;

  @OptionalText({
    doc: 'Name of an administrator that the service creates when it starts, if the name is free; requires ADMIN_PASSWORD.',
  })
  readonly ADMIN_USERNAME: string | undefined;

  @OptionalText({
    check: requirePassword,
    secret: true,
    doc: 'Password of the administrator in ADMIN_USERNAME, with at least 12 characters.',
  })
  readonly ADMIN_PASSWORD: string | undefined;

  @Integer({
    default: 6000,
    min: 0,
    max: 1_000_000,
    doc: 'Maximum number of requests of one caller per minute; 0 disables the limit.',
  })
  readonly RATE_LIMIT_PER_MINUTE: number;

  @Integer({
    default: 60_000,
    min: 0,
    max: 10_000_000,
    doc: 'Maximum number of requests with one API key per minute; 0 disables the limit.',
  })
  readonly KEY_RATE_LIMIT_PER_MINUTE: number;

  @Integer({
    default: 4,
    min: 1,
    max: 10_000,
    doc: 'Number of shares that the requests of one user can hold at the same time. A read takes 1 share, a write 2, a search or an import 3, a login or a write above 256 KB 4. Use less than DATABASE_READ_POOL_SIZE.',
  })
  readonly CONCURRENCY_PER_USER: number;

  @Integer({ default: 64, min: 0, max: 10_000, doc: 'Maximum number of requests of one user that wait for shares.' })
  readonly WAITING_PER_USER: number;

  @Integer({
    default: 5000,
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    doc: 'Maximum time that a request waits for shares, and that an import waits for the end of another import.',
  })
  readonly WAIT_MS: number;

  @Integer({
    default: 15_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Maximum duration of a read, a search or a login after it was received; five times as long for a write; an import has IMPORT_TIMEOUT_MS instead.',
  })
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
