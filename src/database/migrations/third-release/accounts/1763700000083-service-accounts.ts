import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds accounts of programs, and the API keys that these programs send. */
export class ServiceAccounts1763700000083 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN is_service boolean NOT NULL DEFAULT false');
    await runner.query(`ALTER TABLE users ADD CONSTRAINT users_service_ck
      CHECK (NOT is_service OR (issuer IS NULL AND password_hash IS NULL))`);
    await runner.query(`CREATE TABLE api_keys (
      key_id uuid NOT NULL,
      user_id uuid NOT NULL,
      name text NOT NULL,
      secret_hash bytea NOT NULL,
      expires_at timestamptz NOT NULL,
      last_used_at timestamptz,
      created_at timestamptz NOT NULL DEFAULT now(),
      CONSTRAINT api_keys_pk PRIMARY KEY (key_id),
      CONSTRAINT api_keys_secret_uq UNIQUE (secret_hash),
      CONSTRAINT api_keys_user_fk FOREIGN KEY (user_id) REFERENCES users (user_id) ON DELETE CASCADE
    )`);
    await runner.query('CREATE INDEX api_keys_user_ix ON api_keys (user_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE api_keys');
    await runner.query('DELETE FROM users WHERE is_service');
    await runner.query('ALTER TABLE users DROP CONSTRAINT users_service_ck, DROP COLUMN is_service');
  }
}
