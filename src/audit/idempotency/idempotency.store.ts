import { Injectable } from '@nestjs/common';
import { type EntityManager, Raw } from 'typeorm';
import { IdempotencyKeyEntity } from '../../database/entities/runs/idempotency-key.entity';

/** Hours after which a key expires. */
const IDEMPOTENCY_HOURS = 24;

/**
 * Maximum number of the user's oldest expired keys that are deleted when a new key is stored. Above 1, so that expired
 * keys do not accumulate.
 */
const DELETED_KEYS_MAX = 20;

/** SQL expression: keys created before this time have expired. */
export const EXPIRED_BEFORE = `now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`;

/** The primary key. `route` is a constant name of the route. */
export type IdempotencyKey = Readonly<Pick<IdempotencyKeyEntity, 'owner_user_id' | 'route' | 'idempotency_key'>>;

type StoredResponse = Readonly<Pick<IdempotencyKeyEntity, 'request_hash' | 'status' | 'answer'>>;

/**
 * Stores responses by key. `storeResponse` runs in the transaction of the write, so the write and its response are
 * committed together.
 */
@Injectable()
export class IdempotencyStore {
  /** Returns the stored response, or null if the key is new or has expired. */
  find(manager: EntityManager, key: IdempotencyKey): Promise<StoredResponse | null> {
    return manager.findOneBy(IdempotencyKeyEntity, {
      ...key,
      created_at: Raw((column) => `${column} > ${EXPIRED_BEFORE}`),
    });
  }

  /** Stores a response. Throws a unique violation if a concurrent transaction has stored a response for the key. */
  async storeResponse(manager: EntityManager, key: IdempotencyKey, response: StoredResponse): Promise<void> {
    await this.deleteExpired(manager, key);
    await manager.insert(IdempotencyKeyEntity, { ...key, ...response });
  }

  /** Deletes the key itself if it has expired, and the oldest expired keys of the user. */
  private async deleteExpired(manager: EntityManager, key: IdempotencyKey): Promise<void> {
    const oldest = manager
      .createQueryBuilder(IdempotencyKeyEntity, 'k')
      .select(['k.route', 'k.idempotency_key'])
      .where(`k.owner_user_id = :owner_user_id AND k.created_at <= ${EXPIRED_BEFORE}`)
      .orderBy('k.created_at')
      .limit(DELETED_KEYS_MAX);
    await manager
      .createQueryBuilder()
      .delete()
      .from(IdempotencyKeyEntity)
      .where(`owner_user_id = :owner_user_id AND created_at <= ${EXPIRED_BEFORE}`)
      .andWhere(
        `(route = :route AND idempotency_key = :idempotency_key OR (route, idempotency_key) IN (${oldest.getQuery()}))`,
      )
      .setParameters(key)
      .execute();
  }
}
