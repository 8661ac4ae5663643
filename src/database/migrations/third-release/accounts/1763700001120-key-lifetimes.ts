import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the lifetimes of API keys, because a rotation shortens the validity of a key but its successor gets the
 * lifetime.
 */
export class KeyLifetimes1763700001120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN lifetime_seconds integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN lifetime_seconds');
  }
}
