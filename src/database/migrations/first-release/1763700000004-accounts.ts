import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Creates sessions with their current refresh token, counts of failed logins, and the request counters that instances
 * share.
 */
export class Accounts1763700000004 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  `CREATE TABLE auth_sessions (
    session_id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    CONSTRAINT auth_sessions_pk PRIMARY KEY (session_id),
    CONSTRAINT auth_sessions_user_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
  )`,
  `CREATE INDEX auth_sessions_user_ix ON auth_sessions (user_id, created_at)`,
  `CREATE TABLE login_failures (
    account_hash bytea NOT NULL,
    failures integer NOT NULL,
    window_ends_at timestamptz NOT NULL,
    locked_until timestamptz,
    CONSTRAINT login_failures_pk PRIMARY KEY (account_hash)
  )`,
  `CREATE INDEX login_failures_window_ix ON login_failures (window_ends_at)`,
  // UNLOGGED, because the counts of the current minute may be lost in a crash.
  `CREATE UNLOGGED TABLE rate_limit_counters (
    window_number integer NOT NULL,
    caller text NOT NULL,
    requests integer NOT NULL,
    CONSTRAINT rate_limit_counters_pk PRIMARY KEY (window_number, caller)
  )`,
];
