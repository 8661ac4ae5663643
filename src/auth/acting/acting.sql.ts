/** Statements that find a service account by its key together with the user that it acts for, in one round trip. */
import type { Statement } from '../../database/read-scope';
import { PRINCIPAL_COLUMNS } from '../principal-row';
import { ACT_FOR_USERS } from '../../common/scopes';
import type { UserReferenceKind } from './user-reference';

/**
 * Finds a service account by its key, and the user that it acts for. The user is null if there is no such user, or if
 * the service must not act for the user: a disabled user, an administrator, a program, or a user of an issuer whose
 * tokens are refused.
 */
function actingStatement(name: string, key: string, user: string): Statement {
  return {
    name: `principal_acting_${name}`,
    text: `SELECT k.key_id, s.user_id AS service_id, s.library_ids AS service_library_ids, u.*
             FROM api_keys AS k JOIN users AS s ON s.user_id = k.user_id
             LEFT JOIN LATERAL (
               SELECT ${PRINCIPAL_COLUMNS}, u.issuer, u.subject FROM users AS u
                WHERE '${ACT_FOR_USERS}' = ANY(s.scopes) AND ${user}
                  AND NOT u.disabled AND NOT u.is_service AND u.role = 'user' AND NOT u.subject_folded
                  AND ($3::text[] IS NULL AND u.issuer IS NULL OR u.issuer = ANY($3))
                LIMIT 2) AS u ON true
            WHERE ${key} = $1 AND k.expires_at > now() AND NOT s.disabled`,
  };
}

/** `$1` is the hash of the key, `$2` the user, `$3` the issuers. */
export const ACTING_BY_KEY: Readonly<Record<UserReferenceKind, Statement>> = {
  user_id: actingStatement('user_id', 'k.secret_hash', 'u.user_id = $2::uuid'),
  // Users of an issuer may choose their names, so only names of local accounts name a user.
  username: actingStatement('username', 'k.secret_hash', 'u.username_key = $2 AND u.issuer IS NULL'),
  subject: actingStatement('subject', 'k.secret_hash', 'u.subject = $2'),
};

/** `$1` is the id of the key. */
export const ACTING_BY_KEY_ID: Readonly<Record<UserReferenceKind, Statement>> = {
  user_id: actingStatement('key_id_user_id', 'k.key_id', 'u.user_id = $2::uuid'),
  username: actingStatement('key_id_username', 'k.key_id', 'u.username_key = $2 AND u.issuer IS NULL'),
  subject: actingStatement('key_id_subject', 'k.key_id', 'u.subject = $2'),
};

/** For the tokens that keys are exchanged for: `$4` is their time of issue. */
export const ACTING_BY_TOKEN = actingStatement(
  'token',
  'k.key_id',
  `u.user_id = $2::uuid
   AND (u.tokens_valid_from IS NULL OR u.tokens_valid_from < to_timestamp($4) + interval '1 second')`,
);
