import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Creates the table of the words of titles and names of people, with their spelling keys. A word and its likely
 * misspellings have keys in common. The background loop that counts words fills the table.
 */
export class Spellings1763700000038 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE intelligence_spellings (
        word text COLLATE "C" NOT NULL,
        keys integer[] NOT NULL,
        CONSTRAINT intelligence_spellings_pk PRIMARY KEY (word)
      )`,
    );
    await runner.query('ALTER TABLE intelligence_spellings ALTER keys SET STATISTICS 0');
    await runner.query(
      `CREATE INDEX intelligence_spellings_keys_ix ON intelligence_spellings USING gin (keys)
        WITH (fastupdate = on, gin_pending_list_limit = 4096)`,
    );
  }
}
