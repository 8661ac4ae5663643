import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Replaces the count of failed logins by name with counts of login attempts by name, by address and by both. Drops the
 * existing counts, which would expire within 15 minutes. `LoginAttemptEntity` explains the columns.
 */
export class LoginAttempts1763700000067 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_failures');
    await runner.query(`CREATE TABLE login_attempts (
      key_hash bytea NOT NULL,
      failures integer NOT NULL DEFAULT 0,
      window_ends_at timestamptz NOT NULL DEFAULT now(),
      open_at timestamptz NOT NULL DEFAULT now(),
      turn_at timestamptz,
      good_at timestamptz,
      expires_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT login_attempts_pk PRIMARY KEY (key_hash)
    )`);
    await runner.query('CREATE INDEX login_attempts_expiry_ix ON login_attempts (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE login_attempts');
    await runner.query(`CREATE TABLE login_failures (
      account_hash bytea NOT NULL,
      failures integer NOT NULL,
      window_ends_at timestamptz NOT NULL,
      locked_until timestamptz,
      CONSTRAINT login_failures_pk PRIMARY KEY (account_hash)
    )`);
    await runner.query('CREATE INDEX login_failures_window_ix ON login_failures (window_ends_at)');
  }
}
