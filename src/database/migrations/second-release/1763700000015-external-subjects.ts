import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts of external issuers are found by issuer and subject as the token spells them. Those there are have their
 * subject, a UUID, in lower case: they are marked, and keep the spelling of the next token that comes in for them.
 */
export class ExternalSubjects1763700000015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN subject_folded boolean NOT NULL DEFAULT false');
    await runner.query('UPDATE users SET subject_folded = true WHERE subject IS NOT NULL');
    // Without it two accounts could have an issuer and no subject: null equals nothing in a unique key.
    await runner.query(`ALTER TABLE users ADD CONSTRAINT users_external_ck
      CHECK ((issuer IS NULL) = (subject IS NULL))`);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
