import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which a session's current refresh token replaced an earlier one. Earlier releases computed it from
 * the expiry, which also depends on a setting.
 */
export class SessionExchanges1763700001130 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_sessions ADD COLUMN exchanged_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_sessions DROP COLUMN exchanged_at');
  }
}
