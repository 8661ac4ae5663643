import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the tokens of an account are valid: a new password and disabling the account end all earlier ones. */
export class TokenValidity1763700000069 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN tokens_valid_from timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN tokens_valid_from');
  }
}
