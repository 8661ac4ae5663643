import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates indexes on `rules`, the version of the rules that derived a row. With them, the service finds the rows of
 * older versions, to derive them again. Counts of words wait until the indexes are built; searches do not wait.
 */
export class IndexesOfRules1763700001071 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX intelligence_lexicon_rules_ix ON intelligence_lexicon (rules, library_id)');
    await runner.query('CREATE INDEX intelligence_spellings_rules_ix ON intelligence_spellings (rules)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX intelligence_spellings_rules_ix');
    await runner.query('DROP INDEX intelligence_lexicon_rules_ix');
  }
}
