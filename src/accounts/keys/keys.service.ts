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
import { KeyStore } from './key.store';
import { ACCOUNT_KEYS_MAX, KEY_LIFE_DAYS, KEY_NAME_MAX_CHARS, OVERLAP_SECONDS } from './keys.dto';

/** A new key, with the text that the program sends. The text is not stored. */
export interface NewApiKey {
  readonly stored: ApiKeyEntity;
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
    private readonly audit: AuditLog,
  ) {}

  /**
   * Returns the keys of a service account, oldest first. Throws `not-found`, and `conflict` if it is not a service
   * account.
   */
  async list(userId: string): Promise<ApiKeyEntity[]> {
    requireServiceAccount(await this.users.findById(userId));
    return this.store.list(userId, ACCOUNT_KEYS_MAX);
  }

  /**
   * Creates a key. Deletes expired keys of the account. Throws `not-found`, `invalid-request` for a name without
   * visible characters, and `conflict` if it is not a service account or has 20 keys.
   */
  create(userId: string, name: string, lifeDays = KEY_LIFE_DAYS): Promise<NewApiKey> {
    const cleaned = cleanWithin(name, KEY_NAME_MAX_CHARS, cleanCatalogLine);
    if (cleaned === null || cleaned === '') {
      const message = `must have 1 to ${KEY_NAME_MAX_CHARS} code points`;
      throw Problem.invalidRequest([{ field: 'name', message }]);
    }
    return this.transactions.run(async (manager) => {
      requireServiceAccount(await this.store.lockAccount(manager, userId));
      const made = await this.insert(manager, { userId, name: cleaned, lifeSeconds: lifeDays * DAY_SECONDS });
      await this.note(manager, 'key.create', made.stored);
      return made;
    });
  }

  /**
   * Replaces a key by one with the same name and lifetime. Both are valid for the overlap. Throws `not-found` for an
   * absent or expired key, and `conflict` as `create` does.
   */
  rotate(userId: string, keyId: string, overlapSeconds = OVERLAP_SECONDS): Promise<NewApiKey> {
    return this.transactions.run(async (manager) => {
      requireServiceAccount(await this.store.lockAccount(manager, userId));
      const old = await this.store.findValid(manager, userId, keyId);
      if (old === null) throw Problem.notFound();
      await this.store.expireIn(manager, keyId, overlapSeconds);
      const lifeSeconds = (old.expires_at.getTime() - old.created_at.getTime()) / 1000;
      const made = await this.insert(manager, { userId, name: old.name, lifeSeconds });
      await this.note(manager, 'key.rotate', old, made.stored);
      return made;
    });
  }

  /** Deletes a key. Every instance refuses it from the next request on. Throws `not-found`. */
  async revoke(userId: string, keyId: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      const removed = await this.store.remove(manager, userId, keyId);
      if (removed === null) throw Problem.notFound();
      await this.note(manager, 'key.revoke', removed);
    });
  }

  private async insert(
    manager: EntityManager,
    key: { readonly userId: string; readonly name: string; readonly lifeSeconds: number },
  ): Promise<NewApiKey> {
    await this.store.removeExpired(manager, key.userId);
    if ((await this.store.count(manager, key.userId)) >= ACCOUNT_KEYS_MAX) {
      throw Problem.conflict(`The account has ${ACCOUNT_KEYS_MAX} keys: revoke one first.`);
    }
    const made = makeApiKey();
    return { stored: await this.store.insert(manager, { ...key, secretHash: made.hash }), key: made.key };
  }

  /** Records an act in the audit log. For a rotation, the entry names the new key. */
  private async note(
    manager: EntityManager,
    action: AuditAction,
    { key_id: id, name, user_id: accountId }: ApiKeyEntity,
    next?: ApiKeyEntity,
  ): Promise<void> {
    const changes = next === undefined ? [] : [{ field: 'key_id', removed: [id], added: [next.key_id] }];
    await this.audit.append(manager, [{ action, target: { id, name }, accountId, changes }]);
  }
}

function requireServiceAccount(user: UserEntity | null): void {
  if (user === null) throw Problem.notFound();
  if (!user.is_service) throw Problem.conflict('Only service accounts have keys.');
}
