/** Statements that find a service account by its key together with the user that it acts for, in one round trip. */
import type { Statement } from '../../database/read-scope';
import { PRINCIPAL_COLUMNS, tokenNotRevoked } from '../principal-row';
import { ACT_FOR_USERS } from '../../common/scopes';
import type { UserReferenceKind } from './user-reference';

/**
 * Finds a service account by its key, and the user that it acts for. Returns no row if the key is absent or expired or
 * its service account is disabled, and two rows if users of several issuers have the subject. The user is null if it
 * does not exist, or if the service account must not act for it. No service account may act for disabled users,
 * administrators, service accounts, users that $3 leaves out, or users whose subject is still in the lower case in
 * which an earlier release stored it (see `UserEntity.subject_folded`). The constants below list the parameters.
 */
function actingStatement(name: string, keyColumn: string, userCondition: string): Statement {
  return {
    name: `principal_acting_${name}`,
    text: `SELECT k.key_id, s.user_id AS service_id, s.library_ids AS service_library_ids, u.*
             FROM api_keys AS k JOIN users AS s ON s.user_id = k.user_id
             LEFT JOIN LATERAL (
               SELECT ${PRINCIPAL_COLUMNS}, u.issuer, u.subject FROM users AS u
                WHERE '${ACT_FOR_USERS}' = ANY(s.scopes) AND ${userCondition}
                  AND NOT u.disabled AND NOT u.is_service AND u.role = 'user' AND NOT u.subject_folded
                  AND ($3::text[] IS NULL AND u.issuer IS NULL OR u.issuer = ANY($3))
                LIMIT 2) AS u ON true
            WHERE ${keyColumn} = $1 AND k.expires_at > now() AND NOT s.disabled`,
  };
}

/** Returns a statement for each way to name a user. `prefix` makes the names of the statements unique. */
function actingStatements(prefix: string, keyColumn: string): Readonly<Record<UserReferenceKind, Statement>> {
  return {
    user_id: actingStatement(`${prefix}user_id`, keyColumn, 'u.user_id = $2::uuid'),
    // Users of an issuer may choose their names, so only names of local accounts identify a user.
    username: actingStatement(`${prefix}username`, keyColumn, 'u.username_key = $2 AND u.issuer IS NULL'),
    subject: actingStatement(`${prefix}subject`, keyColumn, 'u.subject = $2'),
  };
}

/** Parameters: $1 hash of the key, $2 user, $3 issuers whose users are found; null if local users are found. */
export const ACTING_BY_KEY = actingStatements('', 'k.secret_hash');

/** Parameters: $1 id of the key, and $2 and $3 of `ACTING_BY_KEY`. */
export const ACTING_BY_KEY_ID = actingStatements('key_id_', 'k.key_id');

/**
 * For a token that was issued in exchange for a key. Parameters: those of `ACTING_BY_KEY_ID`, and $4 the token's time
 * of issue in Unix seconds.
 */
export const ACTING_BY_TOKEN = actingStatement(
  'token',
  'k.key_id',
  `u.user_id = $2::uuid AND ${tokenNotRevoked('$4')}`,
);
