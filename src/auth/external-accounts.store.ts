import { findUsername, toUsernameKey } from '../common/username';
import type { Transactions } from '../database/transactions';

/** Makes accounts for users of an external issuer, when their first valid token comes in. */
export class ExternalAccountsStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Makes the account, role `user`, unless a parallel request just did. It bears the issuer's name for the user if that
   * is a free user name, else the subject: names decide nothing, so nobody gains by claiming one.
   */
  async ensure(issuer: string, subject: string, preferredUsername: string | null): Promise<void> {
    const preferred = preferredUsername === null ? null : findUsername(preferredUsername);
    const names = preferred === null ? [subject] : [preferred, subject];
    await this.transactions.run(async (manager) => {
      for (const name of names) {
        await manager.query(
          `INSERT INTO users (username, username_key, issuer, subject)
           SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM users WHERE issuer = $3 AND subject = $4)
           ON CONFLICT DO NOTHING`,
          [name, toUsernameKey(name), issuer, subject],
        );
      }
    });
  }
}
