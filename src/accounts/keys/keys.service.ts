import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../../auth/audit-log/audit-log.store';
import { makeApiKey } from '../../auth/keys/api-key';
import { Problem } from '../../common/problems/problem';
import { cleanCatalogLine, cleanWithin } from '../../common/text/text';
import type { ApiKeyEntity } from '../../database/entities/accounts/api-key.entity';
import type { AuditAction } from '../../database/entities/accounts/audit-log.entity';
import type { UserEntity } from '../../database/entities/accounts/user.entity';
import { Transactions } from '../../database/transactions';
import { UserRepository } from '../user.repository';
import { UserStore } from '../user.store';
import { KeyStore, type KeyToStore } from './key.store';
import { ACCOUNT_KEYS_MAX, KEY_LIFETIME_DAYS, KEY_NAME_MAX_CHARS, OVERLAP_SECONDS } from './keys.dto';

export interface NewApiKey {
  readonly stored: ApiKeyEntity;
  /** The text that the program sends. It is not stored. */
  readonly key: string;
}

const DAY_SECONDS = 86_400;

/** Creates, replaces and revokes the keys of service accounts, for the API and for the command line. */
@Injectable()
export class KeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: KeyStore,
    private readonly users: UserRepository,
    private readonly accounts: UserStore,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Returns the keys of a service account, oldest first. Throws `not-found`, and `conflict` if the account is not a
   * service account.
   */
  async list(userId: string): Promise<ApiKeyEntity[]> {
    requireServiceAccount(await this.users.findById(userId));
    return this.store.list(userId, ACCOUNT_KEYS_MAX);
  }

  /**
   * Creates a key. Deletes expired keys of the account. Throws `not-found`, `invalid-request` for a name that is too
   * long or has no visible characters, and `conflict` if the account is not a service account or has 20 unexpired keys.
   */
  create(userId: string, name: string, lifetimeDays = KEY_LIFETIME_DAYS): Promise<NewApiKey> {
    const cleaned = cleanWithin(name, KEY_NAME_MAX_CHARS, cleanCatalogLine);
    if (cleaned === null || cleaned === '') {
      throw Problem.invalidField('name', `must have 1 to ${KEY_NAME_MAX_CHARS} code points`);
    }
    return this.transactions.run(async (manager) => {
      // The lock prevents concurrent requests from exceeding the maximum number of keys.
      requireServiceAccount(await this.accounts.lock(manager, userId));
      const created = await this.insert(manager, {
        userId,
        name: cleaned,
        lifetimeSeconds: lifetimeDays * DAY_SECONDS,
      });
      await this.record(manager, 'key.create', created.stored);
      return created;
    });
  }

  /**
   * Replaces a key by a key with the same name and lifetime. Both keys are valid for the overlap, unless the old one
   * expires earlier. Throws `not-found` for an absent or expired key, and `conflict` as `create` does.
   */
  rotate(userId: string, keyId: string, overlapSeconds = OVERLAP_SECONDS): Promise<NewApiKey> {
    return this.transactions.run(async (manager) => {
      requireServiceAccount(await this.accounts.lock(manager, userId));
      const old = await this.store.findValid(manager, userId, keyId);
      if (old === null) throw Problem.notFound();
      await this.store.expireIn(manager, keyId, overlapSeconds);
      const created = await this.insert(manager, { userId, name: old.name, lifetimeSeconds: findLifetime(old) });
      await this.record(manager, 'key.rotate', old, created.stored);
      return created;
    });
  }

  /** Deletes a key. Every instance refuses the key from the next request on. Throws `not-found`. */
  async revoke(userId: string, keyId: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      const deleted = await this.store.delete(manager, userId, keyId);
      if (deleted === null) throw Problem.notFound();
      await this.record(manager, 'key.revoke', deleted);
    });
  }

  private async insert(manager: EntityManager, key: Omit<KeyToStore, 'secretHash'>): Promise<NewApiKey> {
    await this.store.deleteExpired(manager, key.userId);
    if ((await this.store.count(manager, key.userId)) >= ACCOUNT_KEYS_MAX) {
      throw Problem.conflict(`The account has ${ACCOUNT_KEYS_MAX} keys: revoke one first.`);
    }
    const { key: text, hash } = makeApiKey();
    return { stored: await this.store.insert(manager, { ...key, secretHash: hash }), key: text };
  }

  /** Appends an entry to the audit log. `next` is the new key of a rotation. */
  private async record(
    manager: EntityManager,
    action: AuditAction,
    { key_id: id, name, user_id: accountId }: ApiKeyEntity,
    next?: ApiKeyEntity,
  ): Promise<void> {
    const changes = next === undefined ? [] : [{ field: 'key_id', removed: [id], added: [next.key_id] }];
    await this.audit.append(manager, [{ action, target: { id, name }, accountId, changes }]);
  }
}

function findLifetime({ lifetime_seconds, expires_at, created_at }: ApiKeyEntity): number {
  // Earlier releases did not store the lifetime, but only the expiry.
  return lifetime_seconds ?? Math.round((expires_at.getTime() - created_at.getTime()) / 1000);
}

function requireServiceAccount(user: UserEntity | null): void {
  if (user === null) throw Problem.notFound();
  if (!user.is_service) throw Problem.conflict('Only service accounts have keys.');
}
