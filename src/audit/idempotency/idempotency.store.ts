import { Injectable } from '@nestjs/common';
import { type EntityManager, Raw } from 'typeorm';
import { IdempotencyKeyEntity } from '../../database/entities/runs/idempotency-key.entity';

/** Hours for which the response to a key is stored. */
export const IDEMPOTENCY_HOURS = 24;

/** Number of a user's expired keys that each new key removes. More than one, so that expired keys do not accumulate. */
const SWEEP_LIMIT = 20;

const EXPIRY = `now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`;

/** Identifies a request of a user. */
export interface IdempotencyKey {
  readonly userId: string;
  /** A constant name of the route. */
  readonly route: string;
  readonly key: string;
}

/** The stored response to the first request with a key. */
export type StoredResponse = Readonly<Pick<IdempotencyKeyEntity, 'request_hash' | 'status' | 'answer'>>;

/** Stores responses by key, in the transaction of the write, so that both are committed or neither is. */
@Injectable()
export class IdempotencyStore {
  /** The stored response, or null when the key is new or has expired. */
  find(manager: EntityManager, key: IdempotencyKey): Promise<StoredResponse | null> {
    return manager.findOneBy(IdempotencyKeyEntity, {
      ...toColumns(key),
      created_at: Raw((column) => `${column} > ${EXPIRY}`),
    });
  }

  /** Stores a response. Throws a unique violation when another transaction has stored one for the key in the meantime. */
  async keep(manager: EntityManager, key: IdempotencyKey, kept: StoredResponse): Promise<void> {
    await this.sweep(manager, key);
    await manager.insert(IdempotencyKeyEntity, { ...toColumns(key), ...kept });
  }

  /** Removes the key itself if it has expired, and the oldest of the user's expired keys. */
  private async sweep(manager: EntityManager, { userId, route, key }: IdempotencyKey): Promise<void> {
    const oldest = manager
      .createQueryBuilder(IdempotencyKeyEntity, 'k')
      .select(['k.route', 'k.idempotency_key'])
      .where(`k.owner_user_id = :userId AND k.created_at <= ${EXPIRY}`)
      .orderBy('k.created_at')
      .limit(SWEEP_LIMIT);
    await manager
      .createQueryBuilder()
      .delete()
      .from(IdempotencyKeyEntity)
      .where(`owner_user_id = :userId AND created_at <= ${EXPIRY}`)
      .andWhere(`(route = :route AND idempotency_key = :key OR (route, idempotency_key) IN (${oldest.getQuery()}))`)
      .setParameters({ userId, route, key })
      .execute();
  }
}

function toColumns({
  userId,
  route,
  key,
}: IdempotencyKey): Pick<IdempotencyKeyEntity, 'owner_user_id' | 'route' | 'idempotency_key'> {
  return { owner_user_id: userId, route, idempotency_key: key };
}
