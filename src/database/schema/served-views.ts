import type { QueryRunner } from 'typeorm';

const SERVED_VIEWS = {
  intelligence_media_context: 'served_media_context',
  intelligence_search_documents: 'served_search_documents',
};

const COLUMNS_SQL = `
SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;

/**
 * Creates the views, each with all columns that its table has at this migration. A migration that changes columns of
 * these tables passes its statements in `changes`. They run while the views do not exist, because PostgreSQL does not
 * alter a column that a view reads.
 */
export async function createServedViews(runner: QueryRunner, changes: readonly string[] = []): Promise<void> {
  for (const view of Object.values(SERVED_VIEWS)) await runner.query(`DROP VIEW IF EXISTS ${view}`);
  for (const statement of changes) await runner.query(statement);
  for (const [table, view] of Object.entries(SERVED_VIEWS)) {
    const rows: { columns: string }[] = await runner.manager.query(COLUMNS_SQL, [table]);
    await runner.query(
      `CREATE VIEW ${view} AS SELECT ${rows[0]?.columns} FROM ${table} WHERE status = 'ready' AND available`,
    );
  }
}
