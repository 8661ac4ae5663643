import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of which token the rights of an account are, if claims grant them. */
export class RightsByClaims1763700000086 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN rights_as_of timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN rights_as_of');
  }
}
