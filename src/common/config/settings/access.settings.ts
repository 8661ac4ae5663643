import { isReservedUuid, isUuid } from '../../media-id';
import { Choice, Integer, OptionalText, Parsed, Secret, Text } from './setting.decorators';
import {
  ISSUER_MAX_CHARS,
  type IssuerGrants,
  parseAudiences,
  parseIssuerGrants,
  parseIssuers,
} from './issuer-settings';
import { refuse, requireStrongSecret, requireTrustedUrl } from './setting-values';

const DAY_SECONDS = 86_400;
/** A media type, or its part after `application/` (RFC 7515, section 4.1.9). */
const TOKEN_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(?:\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63})?$/;
const TOKEN_TYPES_MAX = 16;
const NEW_USER_LIBRARIES_MAX = 200;
const ACCEPTED_SECRETS_MAX = 4;

/** The libraries that a new user of an external issuer may see. */
interface NewUserLibraries {
  /** Null for all libraries. */
  readonly libraryIds: readonly string[] | null;
}

/** Settings for authentication, accounts and request limits. */
export class AccessSettings {
  @Choice({
    default: 'local',
    values: ['local', 'jwks'],
    doc: 'Authentication with accounts of this service (local) or tokens of an external issuer (jwks).',
  })
  readonly AUTH_MODE: 'local' | 'jwks';

  @Secret({ doc: 'Key that signs access tokens; required for AUTH_MODE=local.' })
  readonly JWT_SECRET: string | undefined;

  @Parsed({
    default: '',
    parse: parseSecrets,
    doc: `Other keys whose access tokens are accepted, at most ${ACCEPTED_SECRETS_MAX}, comma-separated; to change JWT_SECRET.`,
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
    doc: `Other keys whose cursors are accepted, at most ${ACCEPTED_SECRETS_MAX}, comma-separated; to change CURSOR_SECRET.`,
    secret: true,
  })
  readonly CURSOR_SECRETS_ACCEPTED: readonly string[];

  @Secret({
    doc: 'Key of the keyed hashes of the audit log and of the histories of runs, the same for all instances and commands; without it, they have none.',
  })
  readonly AUDIT_KEY: string | undefined;

  @Parsed({
    default: '',
    parse: parseSecrets,
    doc: `Earlier keys whose hashes are still checked, at most ${ACCEPTED_SECRETS_MAX}, comma-separated; to change AUDIT_KEY.`,
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
    doc: 'Lifetime of a token of a user that an API key is exchanged for.',
  })
  readonly EXCHANGED_TTL_SECONDS: number;

  @Integer({ default: 5, min: 0, max: 60, unit: 'seconds', doc: 'Tolerated clock difference to the token issuer.' })
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
    check: requireTrustedUrl,
    doc: 'URL of the key set of the external issuer in JWT_ISSUER; AUTH_MODE=jwks requires it or OIDC_ISSUER.',
  })
  readonly JWKS_URI: string | undefined;

  @Parsed({
    default: '',
    parse: parseIssuers,
    doc: 'External issuers with OpenID Connect Discovery, at most 4, comma-separated, exactly as in `iss`.',
  })
  readonly OIDC_ISSUER: readonly string[];

  @Parsed({
    default: '',
    parse: parseAudiences,
    doc: 'Required values of the `aud` claim for OIDC_ISSUER: one for all, or one for each, comma-separated; default: JWT_AUDIENCE.',
  })
  readonly OIDC_AUDIENCE: readonly string[];

  @Parsed({
    default: '{}',
    parse: parseIssuerGrants,
    doc: 'What claims grant: a JSON object of issuers, claims, values, and rights (role, scopes, libraries).',
  })
  readonly OIDC_CLAIMS: IssuerGrants;

  @Parsed({
    default: 'at+jwt,application/at+jwt,JWT,none',
    parse: parseTokenTypes,
    doc: 'Accepted `typ` values of tokens of the external issuer, comma-separated; none accepts tokens without `typ`.',
  })
  readonly JWT_TYPES: readonly string[];

  @Parsed({
    default: 'none',
    parse: parseNewUserLibraries,
    doc: 'Libraries that a new user of the external issuer may see: none, all, or comma-separated ids.',
  })
  readonly NEW_USER_LIBRARIES: NewUserLibraries;

  @OptionalText({ doc: 'Name of an administrator that the first start creates; requires ADMIN_PASSWORD.' })
  readonly ADMIN_USERNAME: string | undefined;

  @OptionalText({
    check: requirePassword,
    secret: true,
    doc: 'Password of this administrator, with at least 12 characters.',
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
    doc: 'Shares of one user at the same time, below DATABASE_READ_POOL_SIZE. A read takes 1, a write 2, a search or an import 3.',
  })
  readonly CONCURRENCY_PER_USER: number;

  @Integer({ default: 64, min: 0, max: 10_000, doc: 'Requests of one user that wait for shares.' })
  readonly WAITING_PER_USER: number;

  @Integer({
    default: 5000,
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    doc: 'Longest wait of a request for shares, and of an import for the end of another one.',
  })
  readonly WAIT_MS: number;

  @Integer({
    default: 15_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Time budget of a read once it has been received; a write has five times as much, an import no limit.',
  })
  readonly REQUEST_BUDGET_MS: number;
}

function requirePassword(value: string): string {
  if ([...value].length < 12) refuse('must have at least 12 characters');
  return value;
}

function parseSecrets(value: string): readonly string[] {
  const secrets = value.split(',').flatMap((secret) => (secret.trim() === '' ? [] : [secret.trim()]));
  if (secrets.length > ACCEPTED_SECRETS_MAX) refuse(`must list at most ${ACCEPTED_SECRETS_MAX} secrets`);
  return secrets.map(requireStrongSecret);
}

function requireIssuer(value: string): string {
  if (value.length > ISSUER_MAX_CHARS) refuse(`must have at most ${ISSUER_MAX_CHARS} characters`);
  return value;
}

function parseTokenTypes(value: string): readonly string[] {
  const types = value.split(',').map((type) => type.trim().toLowerCase());
  if (types.length > TOKEN_TYPES_MAX || !types.every((type) => TOKEN_TYPE.test(type))) {
    refuse(`must list 1 to ${TOKEN_TYPES_MAX} types such as at+jwt or JWT`);
  }
  return types;
}

function parseNewUserLibraries(value: string): NewUserLibraries {
  if (value === 'none') return { libraryIds: [] };
  if (value === 'all') return { libraryIds: null };
  const ids = new Set(value.split(',').map((id) => id.trim().toLowerCase()));
  if (ids.size > NEW_USER_LIBRARIES_MAX || ![...ids].every((id) => isUuid(id) && !isReservedUuid(id))) {
    refuse(`must be none, all, or 1 to ${NEW_USER_LIBRARIES_MAX} library ids (UUID)`);
  }
  return { libraryIds: [...ids] };
}
