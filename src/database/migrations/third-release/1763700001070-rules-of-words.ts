import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The advisory lock of the process that counts words into the lexicon. */
const LEXICON_LOCK = 0x6c657869;

/**
 * Adds the column `rules` to the lexicon and to the spellings: the version of the rules that derive the spelling
 * deletes or the spelling keys of a row from its word. Existing rows have version 1.
 */
export class RulesOfWords1763700001070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Waits here for a running count of words. ALTER TABLE would also wait for the count, but block all searches
    // meanwhile.
    await runner.query('SELECT pg_advisory_xact_lock($1)', [LEXICON_LOCK]);
    await runner.query('ALTER TABLE intelligence_lexicon ADD COLUMN rules integer NOT NULL DEFAULT 1');
    await runner.query('ALTER TABLE intelligence_spellings ADD COLUMN rules integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intelligence_spellings DROP COLUMN rules');
    await runner.query('ALTER TABLE intelligence_lexicon DROP COLUMN rules');
  }
}
