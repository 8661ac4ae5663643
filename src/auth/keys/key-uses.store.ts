import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transactions';

/** Writes when API keys were last used. */
@Injectable()
export class KeyUsesStore {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Sets the time of the last use of the keys to now, in one statement. Does not replace a time of the last minute, so
   * all instances together update a key at most once a minute.
   */
  async set(keyIds: readonly string[]): Promise<void> {
    await this.transactions.run(async (manager) => {
      // All instances lock the keys in the same order, which excludes deadlocks.
      await manager.query(
        `UPDATE api_keys SET last_used_at = now()
          WHERE key_id IN (SELECT key_id FROM api_keys
                            WHERE key_id = ANY($1::uuid[])
                              AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 minute')
                            ORDER BY key_id FOR UPDATE)`,
        [keyIds],
      );
    });
  }
}
