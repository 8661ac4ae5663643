/** Parsers of the settings for external issuers. Error messages never contain the value. */
import { isJsonObject } from '../../json/json-object';
import { isReservedUuid, isUuid } from '../../media-id';
import { isScope, SCOPE_RULE } from '../../scopes';
import type { ClaimGrants } from '../claim-grants';
import { refuse } from './setting-error';
import { parseJsonObject, requireTrustedUrl, splitList } from './setting-values';

/** Maximum length of an issuer in UTF-16 code units. An issuer and a subject must fit into one index entry. */
export const ISSUER_MAX_CHARS = 255;
export const ISSUERS_MAX = 4;
/** A media type, or its part after `application/` (RFC 7515, section 4.1.9). */
const TOKEN_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}(?:\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63})?$/;
const TOKEN_TYPES_MAX = 16;
const NEW_USER_LIBRARIES_MAX = 200;
const GRANTS_MAX = 200;
const GRANT_LIBRARIES_MAX = 200;
const GRANT_MEMBERS: ReadonlySet<string> = new Set(['role', 'scopes', 'libraries']);
const GRANT_RULE =
  'must map issuers to claims, claims to values, and values to objects with role, scopes and libraries';

/** The libraries that a new user of an external issuer may see. */
export interface NewUserLibraries {
  /** Null for all libraries. */
  readonly libraryIds: readonly string[] | null;
}

/** Grants by issuer. */
export type IssuerGrants = Readonly<Record<string, ClaimGrants>>;

/** Parses a comma-separated list of issuers. Does not normalize them, because the `iss` of a token must equal one. */
export function parseIssuers(value: string): readonly string[] {
  const issuers = splitList(value);
  if (issuers.length > ISSUERS_MAX) refuse(`must list at most ${ISSUERS_MAX} issuers`);
  if (new Set(issuers).size < issuers.length) refuse('must not list an issuer twice');
  for (const issuer of issuers) {
    if (issuer.length > ISSUER_MAX_CHARS) refuse(`must have at most ${ISSUER_MAX_CHARS} characters for each issuer`);
    requireTrustedUrl(issuer);
  }
  return issuers;
}

/** Parses the JSON object that maps issuers, claims and values to rights. */
export function parseIssuerGrants(value: string): IssuerGrants {
  const issuers = requireObject(parseJsonObject(value));
  const libraryIds = new Set<string>();
  let count = 0;
  for (const claims of Object.values(issuers)) {
    for (const values of Object.values(requireObject(claims))) {
      for (const grant of Object.values(requireObject(values))) {
        for (const id of requireGrant(requireObject(grant))) libraryIds.add(id);
        count += 1;
      }
    }
  }
  if (count > GRANTS_MAX) refuse(`must have at most ${GRANTS_MAX} grants`);
  if (libraryIds.size > GRANT_LIBRARIES_MAX) refuse(`must name at most ${GRANT_LIBRARIES_MAX} libraries`);
  return issuers as IssuerGrants;
}

/** Parses a comma-separated list of `typ` values. Returns them in lower case. */
export function parseTokenTypes(value: string): readonly string[] {
  const types = value.split(',').map((type) => type.trim().toLowerCase());
  if (types.length > TOKEN_TYPES_MAX || !types.every((type) => TOKEN_TYPE.test(type))) {
    refuse(`must list 1 to ${TOKEN_TYPES_MAX} types such as at+jwt or JWT`);
  }
  return types;
}

/** Parses `none`, `all` or a comma-separated list of library ids. */
export function parseNewUserLibraries(value: string): NewUserLibraries {
  if (value === 'none') return { libraryIds: [] };
  if (value === 'all') return { libraryIds: null };
  const ids = new Set(value.split(',').map((id) => id.trim().toLowerCase()));
  if (ids.size > NEW_USER_LIBRARIES_MAX || ![...ids].every((id) => isUuid(id) && !isReservedUuid(id))) {
    refuse(`must be none, all, or 1 to ${NEW_USER_LIBRARIES_MAX} library ids (UUID)`);
  }
  return { libraryIds: [...ids] };
}

/** Requires a valid grant. Returns the library ids that it lists; none if it grants all libraries. */
function requireGrant(grant: Record<string, unknown>): readonly string[] {
  const { role, scopes, libraries } = grant;
  if (Object.keys(grant).some((name) => !GRANT_MEMBERS.has(name))) refuse(GRANT_RULE);
  if (role !== undefined && role !== 'admin') refuse('must have role admin or no role in each grant');
  if (scopes !== undefined && !isListOf(scopes, isScope)) refuse(`must list scopes; each ${SCOPE_RULE}`);
  if (libraries !== undefined && libraries !== 'all' && !isListOf(libraries, isLibraryId)) {
    refuse('must have a list of library ids (UUID in lower case) or all as libraries');
  }
  return Array.isArray(libraries) ? (libraries as string[]) : [];
}

function isLibraryId(text: string): boolean {
  return isUuid(text) && !isReservedUuid(text) && text === text.toLowerCase();
}

function isListOf(value: unknown, isElement: (text: string) => boolean): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string' && isElement(each));
}

function requireObject(value: unknown): Record<string, unknown> {
  return isJsonObject(value) ? value : refuse(GRANT_RULE);
}
