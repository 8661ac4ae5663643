/** A user for whom a service account acts. Pure. */
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
  /** The user, with only the libraries that both may see; null if the service account must not act for the user. */
  readonly principal: Principal | null;
  /** The caller that the user's share of the request counts against (see `TokenClaims.caller`). */
  readonly userCaller: string;
}

/**
 * Returns the acting principal in the rows of a statement; null without a row. Two rows mean that the reference matches
 * two users. Then the principal is null.
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

/** The libraries in both lists; null means all libraries. */
function intersect(one: readonly string[] | null, other: readonly string[] | null): readonly string[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((id) => other.includes(id));
}
