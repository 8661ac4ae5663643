/** Pure functions that read the result of the statements in `acting.sql.ts`. */
import type { Principal } from '../../common/principal';
import type { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';
import { type PrincipalRow, toPrincipal } from '../principal-row';

/** A row of the statements in `acting.sql.ts`. */
export type ActingRow = Partial<PrincipalRow> &
  Pick<ApiKeyEntity, 'key_id'> & {
    readonly service_id: string;
    readonly service_library_ids: string[] | null;
    readonly issuer?: string | null;
    readonly subject?: string | null;
  };

/** A service account that acts for a user. */
export interface ActingPrincipal {
  readonly keyId: string;
  /**
   * The user, with only the libraries that the user and the service account may both see; null if there is no such
   * user, if two users have the requested subject, or if the service account must not act for the user.
   */
  readonly principal: Principal | null;
  /** Identifies the user for the request limits, as `TokenClaims.caller` does; empty if `principal` is null. */
  readonly userCaller: string;
}

/**
 * Converts the rows of a statement to the service account and the user that it acts for. Returns null without a row:
 * the key is not valid, or its service account is disabled. The principal is null for two rows: users of two issuers
 * have the subject that the request names.
 */
export function toActing(rows: readonly ActingRow[]): ActingPrincipal | null {
  const [row] = rows;
  if (row === undefined) return null;
  const { key_id: keyId, service_id: serviceId, service_library_ids: serviceLibraryIds } = row;
  if (rows.length > 1 || !isUserRow(row)) return { keyId, principal: null, userCaller: '' };
  const user = toPrincipal(row);
  const userCaller = row.issuer == null ? user.userId : `${row.issuer} ${row.subject}`;
  const libraryIds = intersect(user.libraryIds, serviceLibraryIds);
  return { keyId, principal: { ...user, libraryIds, key: { keyId, serviceId } }, userCaller };
}

function isUserRow(row: ActingRow): row is ActingRow & PrincipalRow {
  return typeof row.user_id === 'string';
}

/** Returns the libraries in both lists; null means all libraries. */
function intersect(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((id) => b.includes(id));
}
