import type { QueryRunner } from 'typeorm';

/** The views of the rows that may be served, by the table they read. */
const SERVED_VIEWS = {
  intelligence_media_context: 'served_media_context',
  intelligence_search_documents: 'served_search_documents',
};

const COLUMNS_SQL = `
SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
  FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped`;

/**
 * Creates the views, each with all columns that its table has at this point of the migrations. A migration that changes
 * columns of these tables passes its statements: PostgreSQL changes no column that a view reads, and a view does not get
 * new columns by itself, so the views are dropped first and created after the change.
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
