import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';
import { UserEntity } from '../../database/entities/accounts/user.entity';

/** A key to store. */
export interface NewKey {
  readonly userId: string;
  readonly name: string;
  readonly secretHash: Buffer;
  readonly lifeSeconds: number;
}

/**
 * The time at which a key that is stored or replaced now expires, by the clock of the database, which all instances
 * share.
 */
const EXPIRY = (): string => 'now() + make_interval(secs => :lifeSeconds)';

/** Reads and writes the keys of service accounts. */
@Injectable()
export class KeyStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Up to `limit` keys of an account, oldest first. */
  list(userId: string, limit: number): Promise<ApiKeyEntity[]> {
    return this.dataSource.manager.find(ApiKeyEntity, {
      where: { user_id: userId },
      order: { created_at: 'ASC', key_id: 'ASC' },
      take: limit,
    });
  }

  /** One key by its id, or null. */
  findById(keyId: string): Promise<ApiKeyEntity | null> {
    return this.dataSource.manager.findOneBy(ApiKeyEntity, { key_id: keyId });
  }

  /**
   * Returns the account, locked until the transaction ends, so that only one transaction at a time counts its keys; or
   * null.
   */
  lockAccount(manager: EntityManager, userId: string): Promise<UserEntity | null> {
    return manager.findOne(UserEntity, { where: { user_id: userId }, lock: { mode: 'pessimistic_write' } });
  }

  /** A key of an account that has not expired, or null. */
  async findValid(manager: EntityManager, userId: string, keyId: string): Promise<ApiKeyEntity | null> {
    return manager
      .createQueryBuilder(ApiKeyEntity, 'k')
      .where({ user_id: userId, key_id: keyId })
      .andWhere('k.expires_at > now()')
      .getOne();
  }

  /** Removes the keys of an account that have expired. */
  async removeExpired(manager: EntityManager, userId: string): Promise<void> {
    await manager
      .createQueryBuilder()
      .delete()
      .from(ApiKeyEntity)
      .where({ user_id: userId })
      .andWhere('expires_at <= now()')
      .execute();
  }

  /** The number of keys of an account. */
  count(manager: EntityManager, userId: string): Promise<number> {
    return manager.countBy(ApiKeyEntity, { user_id: userId });
  }

  /** Stores a new key. */
  async insert(manager: EntityManager, { userId, name, secretHash, lifeSeconds }: NewKey): Promise<ApiKeyEntity> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(ApiKeyEntity)
      .values({ key_id: randomUUID(), user_id: userId, name, secret_hash: secretHash, expires_at: EXPIRY })
      .setParameters({ lifeSeconds })
      .returning('*')
      .updateEntity(false)
      .execute();
    const [key] = inserted.raw as ApiKeyEntity[];
    if (key === undefined) throw new Error('The statement returned no row.');
    return key;
  }

  /** Makes a key expire after some seconds, unless it expires earlier. */
  async expireIn(manager: EntityManager, keyId: string, seconds: number): Promise<void> {
    await manager
      .createQueryBuilder()
      .update(ApiKeyEntity)
      .set({ expires_at: () => 'least(expires_at, now() + make_interval(secs => :seconds))' })
      .where({ key_id: keyId })
      .setParameters({ seconds })
      .execute();
  }

  /** Deletes and returns a key; returns null if the account has no such key. */
  async remove(manager: EntityManager, userId: string, keyId: string): Promise<ApiKeyEntity | null> {
    const deleted = await manager
      .createQueryBuilder()
      .delete()
      .from(ApiKeyEntity)
      .where({ user_id: userId, key_id: keyId })
      .returning('*')
      .execute();
    return (deleted.raw as ApiKeyEntity[])[0] ?? null;
  }
}
