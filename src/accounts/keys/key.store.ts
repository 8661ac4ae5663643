import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';

/** A new key. */
export interface KeyToStore {
  /** Id of the service account. */
  readonly userId: string;
  readonly name: string;
  /** Hash of the key's text, which is not stored. Requests find the key by this hash. */
  readonly secretHash: Buffer;
  readonly lifetimeSeconds: number;
}

/** SQL expression for the expiry of a new key. Uses the clock of the database, which all instances share. */
const EXPIRY = (): string => 'now() + make_interval(secs => :lifetimeSeconds)';

/** Reads and writes the keys of service accounts. */
@Injectable()
export class KeyStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns up to `limit` keys of an account, oldest first. */
  list(userId: string, limit: number): Promise<ApiKeyEntity[]> {
    return this.dataSource.manager.find(ApiKeyEntity, {
      where: { user_id: userId },
      order: { created_at: 'ASC', key_id: 'ASC' },
      take: limit,
    });
  }

  /** Returns a key; null if there is none with the id. */
  findById(keyId: string): Promise<ApiKeyEntity | null> {
    return this.dataSource.manager.findOneBy(ApiKeyEntity, { key_id: keyId });
  }

  /** Returns a key of an account if it has not expired; otherwise null. */
  findValid(manager: EntityManager, userId: string, keyId: string): Promise<ApiKeyEntity | null> {
    return manager
      .createQueryBuilder(ApiKeyEntity, 'k')
      .where({ user_id: userId, key_id: keyId })
      .andWhere('k.expires_at > now()')
      .getOne();
  }

  /** Deletes the keys of an account that have expired. */
  async deleteExpired(manager: EntityManager, userId: string): Promise<void> {
    await manager
      .createQueryBuilder()
      .delete()
      .from(ApiKeyEntity)
      .where({ user_id: userId })
      .andWhere('expires_at <= now()')
      .execute();
  }

  /** Returns the number of keys of an account. */
  count(manager: EntityManager, userId: string): Promise<number> {
    return manager.countBy(ApiKeyEntity, { user_id: userId });
  }

  /** Stores a key and returns its row, in which the database has set the times. */
  async insert(
    manager: EntityManager,
    { userId, name, secretHash, lifetimeSeconds }: KeyToStore,
  ): Promise<ApiKeyEntity> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(ApiKeyEntity)
      .values({
        key_id: randomUUID(),
        user_id: userId,
        name,
        secret_hash: secretHash,
        expires_at: EXPIRY,
        lifetime_seconds: lifetimeSeconds,
      })
      .setParameters({ lifetimeSeconds })
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
      .set({
        expires_at: () => 'least(expires_at, now() + make_interval(secs => :seconds))',
        // Earlier releases did not store the lifetime. It cannot be computed from the new `expires_at`.
        lifetime_seconds: () => 'coalesce(lifetime_seconds, extract(epoch FROM expires_at - created_at)::integer)',
      })
      .where({ key_id: keyId })
      .setParameters({ seconds })
      .execute();
  }

  /** Deletes and returns a key; returns null if the account has no such key. */
  async delete(manager: EntityManager, userId: string, keyId: string): Promise<ApiKeyEntity | null> {
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
