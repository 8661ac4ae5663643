import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { isUuid } from '../common/media-id';
import { findUsername, toUsernameKey } from '../common/text/username';
import { Transactions } from '../database/transactions';

/** Makes accounts for users of an external issuer: when their first valid token comes in, or ahead of it. */
export class ExternalAccountsStore {
  /** `libraryIds`: what a new account sees; null for all libraries. */
  constructor(
    private readonly transactions: Transactions,
    private readonly libraryIds: readonly string[] | null,
  ) {}

  /**
   * Makes the account of a subject, role `user`, unless there is one. It bears the name that the issuer prefers if that is
   * a free user name, else the subject if it is one, else its own id. Names give no rights, so nobody gains one by claiming
   * a name. Gives whether it was made now.
   */
  async ensure(issuer: string, subject: string, preferredUsername: string | null): Promise<boolean> {
    const userId = randomUUID();
    return this.transactions.run(async (manager) => {
      if (await adopt(manager, issuer, subject)) return false;
      for (const name of [findUsername(preferredUsername ?? ''), findUsername(subject), userId]) {
        if (name !== null && (await this.insert(manager, userId, name, { issuer, subject }))) return true;
      }
      return false;
    });
  }

  /** Whether the account was made; not so when it is there already, or another one has the name. */
  private async insert(
    manager: EntityManager,
    userId: string,
    name: string,
    { issuer, subject }: { issuer: string; subject: string },
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `INSERT INTO users (user_id, username, username_key, issuer, subject, library_ids)
       SELECT $1, $2, $3, $4, $5, $6::uuid[] WHERE NOT EXISTS (SELECT FROM users WHERE issuer = $4 AND subject = $5)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [userId, name, toUsernameKey(name), issuer, subject, this.libraryIds],
    );
    return rows.length > 0;
  }
}

/**
 * Earlier versions took UUIDs alone and stored them in lower case. The first token that comes in for such an account
 * tells how its issuer spells the subject; from then on only that spelling is its.
 */
async function adopt(manager: EntityManager, issuer: string, subject: string): Promise<boolean> {
  if (!isUuid(subject)) return false;
  const [rows]: [unknown[], number] = await manager.query(
    `UPDATE users SET subject = $2, subject_folded = false
      WHERE issuer = $1 AND subject = $3 AND subject_folded RETURNING user_id`,
    [issuer, subject, subject.toLowerCase()],
  );
  return rows.length > 0;
}
