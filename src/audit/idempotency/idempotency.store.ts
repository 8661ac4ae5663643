import { Injectable } from '@nestjs/common';
import { type EntityManager, Raw } from 'typeorm';
import { IdempotencyKeyEntity } from '../../database/entities/runs/idempotency-key.entity';

/** Hours a key is remembered. */
export const IDEMPOTENCY_HOURS = 24;

/** Expired keys of a user that each new key removes: more than one, so that they never pile up. */
const SWEPT_AT_ONCE = 20;

const EXPIRY = `now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`;

/** Names one request of one user. */
export interface IdempotencyKey {
  readonly userId: string;
  /** A constant name of the route. */
  readonly route: string;
  readonly key: string;
}

/** What was answered to the first request with a key. */
export type KeptAnswer = Readonly<Pick<IdempotencyKeyEntity, 'request_hash' | 'status' | 'answer'>>;

/** Keeps answers by key, in the transaction of their effect: so that both are there, or neither. */
@Injectable()
export class IdempotencyStore {
  /** Null when the key is new or has expired. */
  find(manager: EntityManager, key: IdempotencyKey): Promise<KeptAnswer | null> {
    return manager.findOneBy(IdempotencyKeyEntity, {
      ...toColumns(key),
      created_at: Raw((column) => `${column} > ${EXPIRY}`),
    });
  }

  /** Keeps an answer. When another transaction kept one meanwhile, this is a unique violation. */
  async keep(manager: EntityManager, key: IdempotencyKey, kept: KeptAnswer): Promise<void> {
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
      .limit(SWEPT_AT_ONCE);
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
