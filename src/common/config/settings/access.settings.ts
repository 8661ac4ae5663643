import { isReservedUuid, isUuid } from '../../media-id';
import { Choice, Integer, OptionalText, Parsed, Secret, Text } from './setting.decorators';
import { refuse, requireTrustedUrl } from './setting-values';

const DAY_SECONDS = 86_400;
/** Issuer and subject together fit into an entry of an index. */
const ISSUER_MAX_CHARS = 255;
/** A media type or its part behind `application/` (RFC 7515, section 4.1.9). */
const TOKEN_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(?:\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63})?$/;
const TOKEN_TYPES_MAX = 16;
const NEW_USER_LIBRARIES_MAX = 200;

/** The libraries that users of an external issuer see from their first token on. */
interface NewUserLibraries {
  /** Null for all libraries. */
  readonly libraryIds: readonly string[] | null;
}

/** Who may call, and how often. */
export class AccessSettings {
  @Choice({ default: 'local', values: ['local', 'jwks'], doc: 'Own accounts, or tokens of an external issuer.' })
  readonly AUTH_MODE: 'local' | 'jwks';

  @Secret({ doc: 'Signs access tokens; required for local accounts.' })
  readonly JWT_SECRET: string | undefined;

  @Secret({ doc: 'Signs cursors, the same on all instances; derived from JWT_SECRET by default.' })
  readonly CURSOR_SECRET: string | undefined;

  @Parsed({ default: 'intelligence-read-model', parse: requireIssuer, doc: 'The `iss` that tokens must have.' })
  readonly JWT_ISSUER: string;

  @Text({ default: 'intelligence-read-model', doc: 'The `aud` that tokens must have.' })
  readonly JWT_AUDIENCE: string;

  @Integer({ default: 900, min: 1, max: DAY_SECONDS, unit: 'seconds', doc: 'Lifetime of an access token.' })
  readonly JWT_ACCESS_TTL_SECONDS: number;

  @Integer({ default: 5, min: 0, max: 60, unit: 'seconds', doc: 'Clock difference that is tolerated in tokens.' })
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
    doc: 'URL of the key set of the external issuer; required for AUTH_MODE=jwks.',
  })
  readonly JWKS_URI: string | undefined;

  @Parsed({
    default: 'at+jwt,application/at+jwt,JWT,none',
    parse: parseTokenTypes,
    doc: 'Values of `typ` that tokens of the external issuer may have, comma-separated; none stands for no `typ`.',
  })
  readonly JWT_TYPES: readonly string[];

  @Parsed({
    default: 'none',
    parse: parseNewUserLibraries,
    doc: 'Libraries that users of the external issuer see from their first token on: none, all, or ids, comma-separated.',
  })
  readonly NEW_USER_LIBRARIES: NewUserLibraries;

  @OptionalText({ doc: 'Administrator made at the first start; together with ADMIN_PASSWORD.' })
  readonly ADMIN_USERNAME: string | undefined;

  @OptionalText({ check: requirePassword, doc: 'Password of that administrator, 12 characters or more.' })
  readonly ADMIN_PASSWORD: string | undefined;

  @Integer({ default: 6000, min: 0, max: 1_000_000, doc: 'Requests of one caller a minute; 0 disables the limit.' })
  readonly RATE_LIMIT_PER_MINUTE: number;

  @Integer({ default: 16, min: 1, max: 10_000, doc: 'Requests of one user at the same time.' })
  readonly CONCURRENCY_PER_USER: number;
}

function requirePassword(value: string): string {
  if ([...value].length < 12) refuse('must have at least 12 characters');
  return value;
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
