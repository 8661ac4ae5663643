import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../common/media-id';
import { findUsername } from '../common/text/username';
import type { MappedRights } from './tokens/mapped-rights';
import { describeRightsChanges } from './audit-log/audit-entry';
import type { AuditLog } from './audit-log/audit-log.store';
import { insertAccount } from './insert-account';
import { UserEntity } from '../database/entities/accounts/user.entity';
import { Transactions } from '../database/transactions';

/** Creates accounts for users of an external issuer, and stores the rights that their tokens grant. */
export class ExternalAccountsStore {
  /** `libraryIds` are the libraries that a new account sees; null for all. */
  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditLog,
    private readonly libraryIds: readonly string[] | null,
  ) {}

  /**
   * Creates an account with the role `user` for a subject that has no account. Returns whether it created one. The name
   * of the account is the first valid and free one of: `preferredUsername`, the subject, the account's id. A name gives
   * no rights. `onCreated` runs in the same transaction.
   */
  async ensure(
    issuer: string,
    subject: string,
    preferredUsername: string | null,
    onCreated: (manager: EntityManager, user: UserEntity) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const userId = randomUUID();
    return this.transactions.run(async (manager) => {
      if (await storeSubjectSpelling(manager, issuer, subject)) return false;
      const library_ids = this.libraryIds && [...this.libraryIds];
      const columns = { user_id: userId, issuer, subject, library_ids };
      for (const name of [findUsername(preferredUsername ?? ''), findUsername(subject), userId]) {
        const user = name === null ? null : await insertAccount(manager, name, columns);
        if (user === null) continue;
        await onCreated(manager, user);
        return true;
      }
      return false;
    });
  }

  /**
   * Stores the rights that a token grants, unless the rights of a token with the same or a later time of issue were
   * stored before. So an older token never restores rights that a newer token no longer grants.
   *
   * @param issuedAt the token's time of issue, in Unix seconds
   */
  async setRights(issuer: string, subject: string, rights: MappedRights, issuedAt: number): Promise<void> {
    const { role, scopes, libraryIds } = rights;
    await this.transactions.run(async (manager) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const before = await manager.findOne(UserEntity, { where: { issuer, subject, subject_folded: false }, lock });
      if (before === null || (before.rights_as_of?.getTime() ?? -1) >= issuedAt * 1000) return;
      const columns = {
        ...(role && { role }),
        ...(scopes && { scopes: [...scopes] }),
        ...(libraryIds !== undefined && { library_ids: libraryIds && [...libraryIds] }),
        rights_as_of: new Date(issuedAt * 1000),
      };
      await manager.update(UserEntity, { user_id: before.user_id }, columns);
      const changes = describeRightsChanges(before, { ...before, ...columns });
      if (changes.length === 0) return;
      const target = { id: before.user_id, name: before.username };
      await this.audit.append(manager, [{ action: 'account.change', target, accountId: target.id, changes }]);
    });
  }
}

/**
 * Stores this spelling of the subject in the account that an earlier release created for it, if no token has done so
 * yet. Returns whether it stored the spelling. Earlier releases accepted only UUIDs as subjects, and stored them in
 * lower case. From then on, the account accepts only the stored spelling.
 */
async function storeSubjectSpelling(manager: EntityManager, issuer: string, subject: string): Promise<boolean> {
  if (!isUuid(subject)) return false;
  const { affected = 0 } = await manager.update(
    UserEntity,
    { issuer, subject: subject.toLowerCase(), subject_folded: true },
    { subject, subject_folded: false },
  );
  return affected > 0;
}
