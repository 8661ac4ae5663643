import { type Client, escapeIdentifier } from 'pg';
import { OperatorError } from '../../common/problems/operator-error';
import { connect } from '../connections/connect';
import { requireCluster, requireKnownTables, requireNoPolicies } from './distribution-checks';
import {
  CREATE_DIRECTORY_SQL,
  FILL_DIRECTORY_SQL,
  COLOCATION_TABLE,
  REPLACED_KEYS,
  TABLE_DISTRIBUTION,
} from './table-distribution';

const APPLICATION = 'intelligence-distribute';
/** Key of the advisory lock that allows one process at a time to distribute. */
const DISTRIBUTE_LOCK = 0x646973;

/** The names of the schema's tables, except those that belong to an extension. */
const TABLES_SQL = `
SELECT c.relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
 WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')
   AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
 ORDER BY 1`;

/** The names of distributed tables and reference tables. */
const DISTRIBUTED_TABLES_SQL = `
SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'`;

/** The foreign keys of the tables in `$1`, with their definitions. */
const FOREIGN_KEYS_SQL = `
SELECT conrelid::regclass::text AS "table", conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[]) ORDER BY conname`;

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Distributes the tables of a database over the nodes of its Citus cluster, in one transaction. Then removes the rows
 * of distributed tables from the coordinator. Skips tables that are already distributed, so a run that crashes can be
 * repeated. Returns the names of the tables that this run distributed. Throws an `OperatorError` if the cluster or the
 * database is not ready, for example because a worker is missing. `setting` names the setting of `url` in errors.
 */
export async function distribute(url: string, report: (line: string) => void, setting?: string): Promise<string[]> {
  const client = await connect(url, APPLICATION, setting);
  try {
    await requireCluster(client);
    await client.query('SELECT pg_advisory_lock($1)', [DISTRIBUTE_LOCK]);
    await client.query('BEGIN');
    const newlyDistributed = await distributeTables(client, report);
    await client.query('COMMIT');
    await removeLocalRows(client, report);
    return newlyDistributed;
  } finally {
    await client.end();
  }
}

async function distributeTables(client: Client, report: (line: string) => void): Promise<string[]> {
  // In this mode, Citus uses one connection for each node. Citus requires the mode for tables with foreign keys.
  await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
  await client.query(`SET LOCAL client_min_messages = 'warning'`);
  await requireNoPolicies(client);
  requireKnownTables(await namesOf(client, TABLES_SQL));
  const distributedNames = new Set(await namesOf(client, DISTRIBUTED_TABLES_SQL));
  if (!distributedNames.has('media_directory')) {
    await client.query(CREATE_DIRECTORY_SQL);
    if (distributedNames.has('media_items'))
      throw new OperatorError('The table media_directory is missing: restore a backup.');
    await client.query(FILL_DIRECTORY_SQL);
  }
  const undistributed = Object.keys(TABLE_DISTRIBUTION).filter(
    (name) => TABLE_DISTRIBUTION[name] !== 'local' && !distributedNames.has(name),
  );
  const keys = await dropKeys(client, undistributed);
  for (const name of undistributed) {
    report(`Distributing ${name}.`);
    await distributeTable(client, name);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
  }
  return undistributed;
}

/**
 * Drops the keys with which the tables cannot be distributed one by one: the unique keys in `REPLACED_KEYS`, which
 * indexes replace, and the foreign keys. Returns the foreign keys, so that the caller can create them again.
 */
async function dropKeys(client: Client, tables: readonly string[]): Promise<ForeignKey[]> {
  for (const [name, { table, index }] of Object.entries(REPLACED_KEYS)) {
    if (!tables.includes(table)) continue;
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`);
    await client.query(`CREATE INDEX IF NOT EXISTS ${index}`);
  }
  const { rows } = await client.query<ForeignKey>(FOREIGN_KEYS_SQL, [tables]);
  for (const { table, name } of rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
  }
  return rows;
}

async function distributeTable(client: Client, name: string): Promise<void> {
  const distribution = TABLE_DISTRIBUTION[name];
  if (distribution === 'reference') {
    await client.query('SELECT create_reference_table($1::text::regclass)', [name]);
    return;
  }
  const colocateWith = name === COLOCATION_TABLE || distribution === 'media_id' ? 'none' : COLOCATION_TABLE;
  await client.query('SELECT create_distributed_table($1::text::regclass, $2::text, colocate_with => $3::text)', [
    ...[name, distribution, colocateWith],
  ]);
}

/** Removes the rows that distributed tables still have on the coordinator, and updates the statistics of the nodes. */
async function removeLocalRows(client: Client, report: (line: string) => void): Promise<void> {
  const distributedTables = Object.entries(TABLE_DISTRIBUTION).flatMap(([name, distribution]) =>
    distribution === 'local' || distribution === 'reference' ? [] : [name],
  );
  // Children first: a table is emptied only when no local row references it.
  for (const name of distributedTables.reverse()) {
    await client.query('SELECT truncate_local_data_after_distributing_table($1::text::regclass)', [name]);
    await client.query(`ANALYZE ${name}`);
  }
  report('Removed the rows of distributed tables from the coordinator.');
}

async function namesOf(client: Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(statement);
  return rows.map(({ name }) => name);
}
