import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time of issue of the token whose claims set the rights of an account. */
export class RightsByClaims1763700000086 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN rights_as_of timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN rights_as_of');
  }
}
