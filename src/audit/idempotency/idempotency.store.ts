import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Hours a key is remembered. */
export const IDEMPOTENCY_HOURS = 24;

/** Forgotten keys of a user that are removed with each new one: more than one, so that they never pile up. */
const SWEPT_AT_ONCE = 20;

/** Names one request of one user. */
export interface IdempotencyKey {
  readonly userId: string;
  /** A constant name of the route. */
  readonly route: string;
  readonly key: string;
}

/** What was answered to the first request with a key. */
export interface KeptAnswer {
  readonly request_hash: string;
  readonly status: number;
  readonly answer: object;
}

/** Keeps answers by key, in the transaction of their effect: so that both are there, or neither. */
@Injectable()
export class IdempotencyStore {
  /** Null when the key is new or forgotten. */
  async find(manager: EntityManager, { userId, route, key }: IdempotencyKey): Promise<KeptAnswer | null> {
    const rows: KeptAnswer[] = await manager.query(
      `SELECT request_hash, status, answer FROM intelligence_idempotency_keys
        WHERE owner_user_id = $1 AND route = $2 AND idempotency_key = $3
          AND created_at > now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
      [userId, route, key],
    );
    return rows[0] ?? null;
  }

  /** Keeps an answer. When another transaction kept one meanwhile, this is a unique violation. */
  async keep(manager: EntityManager, { userId, route, key }: IdempotencyKey, kept: KeptAnswer): Promise<void> {
    await manager.query(
      `DELETE FROM intelligence_idempotency_keys
        WHERE (owner_user_id, route, idempotency_key) IN (
          SELECT owner_user_id, route, idempotency_key FROM intelligence_idempotency_keys
           WHERE owner_user_id = $1 AND created_at <= now() - make_interval(hours => ${IDEMPOTENCY_HOURS})
           ORDER BY (route = $2 AND idempotency_key = $3) DESC, created_at LIMIT ${SWEPT_AT_ONCE})`,
      [userId, route, key],
    );
    await manager.query(
      `INSERT INTO intelligence_idempotency_keys (owner_user_id, route, idempotency_key, request_hash, status, answer)
       VALUES ($1, $2, $3, $4, $5, $6::json)`,
      [userId, route, key, kept.request_hash, kept.status, JSON.stringify(kept.answer)],
    );
  }
}
