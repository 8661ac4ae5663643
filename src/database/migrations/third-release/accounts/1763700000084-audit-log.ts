import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the log of administrative acts. Like the history of runs, it is append-only. */
export class AuditLog1763700000084 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE admin_audit_log (
      entry_id uuid NOT NULL,
      recorded_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
      origin text NOT NULL,
      actor_user_id uuid,
      actor_username text,
      actor_key_id uuid,
      actor_service_id uuid,
      request_id text,
      action text NOT NULL,
      target_id uuid NOT NULL,
      target_name text NOT NULL,
      account_id uuid,
      library_id uuid,
      changes jsonb NOT NULL DEFAULT '[]',
      CONSTRAINT admin_audit_log_pk PRIMARY KEY (entry_id),
      CONSTRAINT admin_audit_log_origin_ck CHECK (origin IN ('api', 'command', 'service')),
      CONSTRAINT admin_audit_log_action_ck CHECK (action IN ('account.create', 'account.change', 'account.delete',
        'key.create', 'key.rotate', 'key.revoke', 'library.create', 'library.rename', 'library.delete'))
    )`);
    await runner.query('CREATE INDEX admin_audit_log_newest_ix ON admin_audit_log (recorded_at DESC, entry_id DESC)');
    await runner.query(`CREATE FUNCTION intelligence_keep_audit_log() RETURNS trigger LANGUAGE plpgsql AS $keep$
      BEGIN
        RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
      END
      $keep$`);
    await runner.query(`CREATE TRIGGER admin_audit_log_rows_tg BEFORE UPDATE OR DELETE ON admin_audit_log
      FOR EACH ROW EXECUTE FUNCTION intelligence_keep_audit_log()`);
    await runner.query(`CREATE TRIGGER admin_audit_log_table_tg BEFORE TRUNCATE ON admin_audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION intelligence_keep_audit_log()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE admin_audit_log');
    await runner.query('DROP FUNCTION intelligence_keep_audit_log()');
  }
}
