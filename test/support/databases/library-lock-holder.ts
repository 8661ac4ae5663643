import { Client } from 'pg';
import { LIBRARY_LOCK_SPACE } from '../../../src/database/locks/library-lock';

/** Holds the write lock of a library until `release`, as a long transaction of an import does. */
export class LibraryLockHolder {
  private constructor(private readonly client: Client) {}

  /** Waits for the lock, then returns its holder. */
  static async lock(databaseUrl: string, libraryId: string): Promise<LibraryLockHolder> {
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query('SELECT pg_advisory_lock($1, hashtext($2))', [LIBRARY_LOCK_SPACE, libraryId]);
    return new LibraryLockHolder(client);
  }

  /** Returns the number of sessions of this database that wait for a library lock. */
  async countWaiting(): Promise<number> {
    const { rows } = await this.client.query<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE l.locktype = 'advisory' AND l.classid = $1 AND NOT l.granted AND d.datname = current_database()`,
      [LIBRARY_LOCK_SPACE],
    );
    return rows[0]?.waiting ?? 0;
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}
