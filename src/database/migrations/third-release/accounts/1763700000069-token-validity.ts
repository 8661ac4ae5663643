import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time from which tokens of an account are valid. Changing the password or disabling the account sets it.
 */
export class TokenValidity1763700000069 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN tokens_valid_from timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN tokens_valid_from');
  }
}
