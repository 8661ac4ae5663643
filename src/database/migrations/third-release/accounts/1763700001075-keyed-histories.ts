import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds keyed hashes to the histories of runs, and a chain of hashes to the audit log. Existing histories get keyed
 * hashes by `audit sign --unsigned`. The chain does not contain existing entries of the audit
 * log; the head stores only their number.
 */
export class KeyedHistories1763700001075 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE intelligence_run_history ADD COLUMN key_id text, ADD COLUMN keyed_hash text');
    await runner.query(`ALTER TABLE intelligence_runs
      ADD COLUMN history_key_id text, ADD COLUMN history_keyed_hash text`);
    await runner.query(`ALTER TABLE admin_audit_log
      ADD COLUMN chain_sequence integer, ADD COLUMN previous_hash text, ADD COLUMN hash text,
      ADD COLUMN key_id text, ADD COLUMN keyed_hash text,
      ADD CONSTRAINT admin_audit_log_chain_uq UNIQUE (chain_sequence)`);
    await runner.query(`CREATE TABLE admin_audit_log_head (
      only_row boolean NOT NULL DEFAULT true,
      length integer NOT NULL DEFAULT 0,
      hash text NOT NULL,
      unchained integer NOT NULL,
      key_id text,
      keyed_hash text,
      CONSTRAINT admin_audit_log_head_pk PRIMARY KEY (only_row),
      CONSTRAINT admin_audit_log_head_only_ck CHECK (only_row)
    )`);
    await runner.query(`INSERT INTO admin_audit_log_head (hash, unchained)
      SELECT repeat('0', 64), count(*) FROM admin_audit_log`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE admin_audit_log_head');
    await runner.query(`ALTER TABLE admin_audit_log DROP COLUMN chain_sequence, DROP COLUMN previous_hash,
      DROP COLUMN hash, DROP COLUMN key_id, DROP COLUMN keyed_hash`);
    await runner.query('ALTER TABLE intelligence_runs DROP COLUMN history_key_id, DROP COLUMN history_keyed_hash');
    await runner.query('ALTER TABLE intelligence_run_history DROP COLUMN key_id, DROP COLUMN keyed_hash');
  }
}
