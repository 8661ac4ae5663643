/** Pure functions that convert the claims of a token to the rights that they grant. */
import type { ClaimGrant, ClaimGrants } from '../../common/config/claim-grants';

/** The rights that a token grants to its user. Administrators set the rights that are absent. */
export interface MappedRights {
  readonly role?: 'admin' | 'user';
  readonly scopes?: readonly string[];
  /** UUIDs; null for all libraries. */
  readonly libraryIds?: readonly string[] | null;
}

/** Claims whose text is a space-separated list (RFC 6749, section 3.3, and Entra ID). Other texts are one value. */
const SPACE_SEPARATED_CLAIMS: ReadonlySet<string> = new Set(['scope', 'scp']);

/** Returns the rights that a token's claims grant. A right that no configured grant contains is absent. */
export function mapClaims(claims: Readonly<Record<string, unknown>>, grants: ClaimGrants): MappedRights {
  const allGrants = Object.values(grants).flatMap((byValue) => Object.values(byValue));
  const granted = Object.entries(grants).flatMap(([path, byValue]) =>
    valuesOf(claims, path).flatMap((value) => (Object.hasOwn(byValue, value) ? [byValue[value] ?? {}] : [])),
  );
  const isGrantable = (right: keyof ClaimGrant): boolean => allGrants.some((grant) => grant[right] !== undefined);
  return {
    ...(isGrantable('role') && { role: granted.some(({ role }) => role === 'admin') ? 'admin' : 'user' }),
    ...(isGrantable('scopes') && { scopes: unionOf(granted.map(({ scopes }) => scopes ?? [])) }),
    ...(isGrantable('libraries') && { libraryIds: toLibraryIds(granted) }),
  };
}

function toLibraryIds(granted: readonly ClaimGrant[]): readonly string[] | null {
  if (granted.some(({ libraries }) => libraries === 'all')) return null;
  return unionOf(granted.map(({ libraries }) => (libraries === undefined || libraries === 'all' ? [] : libraries)));
}

/**
 * Returns the values of a claim, which is a text or a list of texts. `path` is the name of the claim, or nested names
 * separated by dots.
 */
function valuesOf(claims: Readonly<Record<string, unknown>>, path: string): readonly string[] {
  const steps = Object.hasOwn(claims, path) ? [path] : path.split('.');
  let value: unknown = claims;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
    value = (value as Record<string, unknown>)[step];
  }
  if (typeof value === 'string') return SPACE_SEPARATED_CLAIMS.has(steps.at(-1) ?? '') ? value.split(' ') : [value];
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === 'string') : [];
}

function unionOf(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].sort();
}
