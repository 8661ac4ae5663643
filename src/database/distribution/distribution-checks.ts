/** Checks that a database can be distributed. Functions throw an `OperatorError` with the remedy. */
import type { Client } from 'pg';
import { OperatorError } from '../../common/problems/operator-error';
import { TABLE_DISTRIBUTION } from './table-distribution';

/** Throws unless the database belongs to a Citus cluster with workers. */
export async function requireCluster(client: Client): Promise<void> {
  const extension = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (extension.rowCount === 0) throw new OperatorError('The database has no extension citus: create it first.');
  const nodes = await client.query('SELECT FROM citus_get_active_worker_nodes()');
  if (nodes.rowCount === 0) throw new OperatorError('The cluster has no worker: add one with citus_add_node.');
}

/**
 * Throws if the database has row-level security. Its policies compare a setting that Citus does not send to the nodes,
 * so the nodes would hide all rows.
 */
export async function requireNoPolicies(client: Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE oid = to_regclass('watch_states') AND relrowsecurity`,
  );
  if (rowCount === 0) return;
  throw new OperatorError('The database has row-level security: run `npm run cli -- roles --remove` first.');
}

/** Throws if the schema has tables that are not in `TABLE_DISTRIBUTION`. */
export function requireKnownTables(tables: readonly string[]): void {
  const unknown = tables.filter((name) => !(name in TABLE_DISTRIBUTION));
  if (unknown.length === 0) return;
  throw new OperatorError(
    `The schema has tables that this release does not know: ${unknown.join(', ')}. Move them to another schema.`,
  );
}
