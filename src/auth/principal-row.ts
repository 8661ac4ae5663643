import type { Principal } from '../common/principal';
import type { UserEntity } from '../database/entities/accounts/user.entity';

/** The columns of an account that a principal contains. */
export type PrincipalRow = Pick<UserEntity, 'user_id' | 'username' | 'role' | 'scopes' | 'library_ids'>;

/** The columns of `PrincipalRow` in SQL, for a table with the alias `u`. */
export const PRINCIPAL_COLUMNS = 'u.user_id, u.username, u.role, u.scopes, u.library_ids';

/**
 * Returns the condition that a token is not revoked, for a table with the alias `u`. `parameter` is the SQL parameter
 * with the token's time of issue in whole Unix seconds, so a token issued in the second of the revocation stays valid.
 */
export function tokenNotRevoked(parameter: string): string {
  return `(u.tokens_valid_from IS NULL OR u.tokens_valid_from < to_timestamp(${parameter}) + interval '1 second')`;
}

/** Returns the principal of an account. */
export function toPrincipal(row: PrincipalRow): Principal {
  return {
    userId: row.user_id,
    username: row.username,
    role: row.role,
    scopes: row.scopes,
    libraryIds: row.library_ids,
  };
}
