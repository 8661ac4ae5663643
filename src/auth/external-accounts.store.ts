import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../common/media-id';
import { findUsername, toUsernameKey, toUsernameSkeleton } from '../common/text/username';
import { UserEntity } from '../database/entities/accounts/user.entity';
import { Transactions } from '../database/transactions';

/** Creates accounts for users of an external issuer: with their first valid token, or earlier. */
export class ExternalAccountsStore {
  /** `libraryIds`: what a new account sees; null for all libraries. */
  constructor(
    private readonly transactions: Transactions,
    private readonly libraryIds: readonly string[] | null,
  ) {}

  /**
   * Creates the account of a subject, with the role `user`, unless there is one; gives whether it did. The account's name is
   * the one that the issuer prefers if that is a free user name that looks like no other, else the subject if that is one, else the account's id.
   * Names give no rights, so nobody gains any by claiming a name. `onMade` runs in the transaction that creates the account.
   */
  async ensure(
    issuer: string,
    subject: string,
    preferredUsername: string | null,
    onMade: (manager: EntityManager, user: UserEntity) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    const userId = randomUUID();
    return this.transactions.run(async (manager) => {
      if (await adopt(manager, issuer, subject)) return false;
      for (const name of [findUsername(preferredUsername ?? ''), findUsername(subject), userId]) {
        const user = name === null ? null : await this.insert(manager, userId, name, { issuer, subject });
        if (user === null) continue;
        await onMade(manager, user);
        return true;
      }
      return false;
    });
  }

  /** The account that was created; null when the subject has one, or another account has the name. */
  private async insert(
    manager: EntityManager,
    userId: string,
    name: string,
    { issuer, subject }: { issuer: string; subject: string },
  ): Promise<UserEntity | null> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(UserEntity)
      .values({
        user_id: userId,
        username: name,
        username_key: toUsernameKey(name),
        username_skeleton: toUsernameSkeleton(name),
        issuer,
        subject,
        library_ids: this.libraryIds && [...this.libraryIds],
      })
      .orIgnore()
      .returning('*')
      .updateEntity(false)
      .execute();
    return (inserted.raw as UserEntity[])[0] ?? null;
  }
}

/**
 * Earlier versions took UUIDs alone and stored them in lower case. The first token that comes in for such an account
 * tells how its issuer spells the subject; from then on only that spelling is its.
 */
async function adopt(manager: EntityManager, issuer: string, subject: string): Promise<boolean> {
  if (!isUuid(subject)) return false;
  const { affected = 0 } = await manager.update(
    UserEntity,
    { issuer, subject: subject.toLowerCase(), subject_folded: true },
    { subject, subject_folded: false },
  );
  return affected > 0;
}
