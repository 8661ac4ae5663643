import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lock of the process that counts words. */
const LEXICON_LOCK = 0x6c657869;

/** The version of the rules by which each row of the lexicon and of the spellings was derived. Earlier rows are of rules 1. */
export class RulesOfWords1763700001070 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // While a count of words runs, the change of the table would wait for it, and all searches for the change.
    await runner.query('SELECT pg_advisory_xact_lock($1)', [LEXICON_LOCK]);
    await runner.query('ALTER TABLE intelligence_lexicon ADD COLUMN rules integer NOT NULL DEFAULT 1');
    await runner.query('ALTER TABLE intelligence_spellings ADD COLUMN rules integer NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intelligence_spellings DROP COLUMN rules');
    await runner.query('ALTER TABLE intelligence_lexicon DROP COLUMN rules');
  }
}
