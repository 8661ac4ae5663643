import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transactions';
import { EXPIRED_BEFORE } from './idempotency.store';

/** Maximum number of users whose keys one statement looks for. */
const USERS_MAX = 1_000;
/** Maximum number of keys that one statement deletes. */
export const DELETED_KEYS_MAX = 1_000;

/**
 * Deletes expired keys of the next users after $1, by user id. Skips keys that another transaction has locked. The
 * index by user and age finds expired keys, so the cost does not depend on the number of other keys.
 */
const DELETE_SQL = `
WITH page AS (
  SELECT user_id FROM users WHERE user_id > $1 ORDER BY user_id LIMIT ${USERS_MAX}
), expired AS (
  SELECT k.* FROM page CROSS JOIN LATERAL (
    SELECT owner_user_id, route, idempotency_key FROM intelligence_idempotency_keys
     WHERE owner_user_id = page.user_id AND created_at <= ${EXPIRED_BEFORE}
     ORDER BY created_at LIMIT ${DELETED_KEYS_MAX} FOR UPDATE SKIP LOCKED) AS k
   LIMIT ${DELETED_KEYS_MAX}
), deleted AS (
  DELETE FROM intelligence_idempotency_keys AS k USING expired AS e
   WHERE k.owner_user_id = e.owner_user_id AND k.route = e.route AND k.idempotency_key = e.idempotency_key
  RETURNING 1
)
SELECT (SELECT count(*) FROM deleted)::integer AS deleted,
       (SELECT max(user_id::text) FROM page HAVING count(*) = ${USERS_MAX}) AS last`;

/** Deletes stored responses whose keys have expired. */
@Injectable()
export class ExpiredKeysStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Deletes at most 1,000 expired keys of the next 1,000 users after `afterUserId`, by user id. `deleted` is the number
   * of deleted keys. `last` is the id of the last of these users; null if fewer than 1,000 users follow.
   */
  async deleteNext(afterUserId: string): Promise<{ deleted: number; last: string | null }> {
    return this.transactions.run(async (manager) => {
      const [result]: [{ deleted: number; last: string | null }] = await manager.query(DELETE_SQL, [afterUserId]);
      return result;
    });
  }
}
