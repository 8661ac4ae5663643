import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the lifetime that each API key gets at its creation. A rotation gives the new key the lifetime of the old key.
 * This lifetime cannot be computed from `expires_at`, because a rotation also makes the old key expire earlier.
 */
export class KeyLifetimes1763700001120 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN lifetime_seconds integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN lifetime_seconds');
  }
}
