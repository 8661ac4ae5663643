/** Inspects, creates and marks the demo database, before TypeORM connects to it. */
import { type Client, escapeIdentifier } from 'pg';
import { errorCode } from '../../common/problems/error-code';
import { OperatorError } from '../../common/problems/operator-error';
import { connect } from '../../database/connections/connect';

const INSUFFICIENT_PRIVILEGE = '42501';
const INVALID_CATALOG_NAME = '3D000';

/** State of the database with the name of the demo database. */
export type DemoDatabaseState =
  | { readonly kind: 'absent' }
  /** The database exists, and contains no tables or other relations. */
  | { readonly kind: 'empty' }
  /** The database is not empty and has no marker of a demo. */
  | { readonly kind: 'foreign' }
  /** The database has the marker of a demo. */
  | { readonly kind: 'marked'; readonly nonce: string; readonly root: string };

/** Returns the URL of another database on the same server. */
export function toDatabaseUrl(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${encodeURIComponent(name)}`;
  return target.toString();
}

/**
 * Determines the state of the demo database. Writes nothing. Throws an `OperatorError` that names `setting` if the demo
 * database is the main database, or `urlSetting` if the connection to the demo database fails.
 */
export async function inspectDemoDatabase(
  mainUrl: string,
  { url, urlSetting, setting }: { readonly url: string; readonly urlSetting: string; readonly setting: string },
): Promise<DemoDatabaseState> {
  const mainIdentity = await withClient(mainUrl, 'DATABASE_URL', readIdentity);
  try {
    return await withClient(url, urlSetting, async (client) => {
      const isMain = (await readIdentity(client)) === mainIdentity;
      if (isMain) throw new OperatorError(`${setting} names the main database.`);
      return inspectMarker(client);
    });
  } catch (error) {
    if (error instanceof Error && errorCode(error.cause) === INVALID_CATALOG_NAME) return { kind: 'absent' };
    throw error;
  }
}

/**
 * Returns an identifier of the current database: that of the server, and the database's oid. URLs do not identify a
 * database, because two addresses can lead to one server.
 */
async function readIdentity(client: Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `SELECT concat_ws(' ', system_identifier, oid) AS identity FROM pg_control_system(), pg_database
      WHERE datname = current_database()`,
  );
  if (rows[0] === undefined) throw new Error('The server does not list the current database.');
  return rows[0].identity;
}

async function inspectMarker(client: Client): Promise<DemoDatabaseState> {
  const table = await client.query<{ exists: boolean }>(`SELECT to_regclass('demo.marker') IS NOT NULL AS exists`);
  if (table.rows[0]?.exists === true) {
    const { rows } = await client.query<{ nonce: string; root: string }>('SELECT nonce, root FROM demo.marker');
    return rows[0] === undefined ? { kind: 'foreign' } : { kind: 'marked', ...rows[0] };
  }
  // Only PostgreSQL creates schemas whose names begin with pg_: for its own tables, and for temporary ones.
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace
       WHERE nspname = 'information_schema' OR nspname LIKE 'pg\\_%') LIMIT 1`,
  );
  return { kind: rowCount === 0 ? 'empty' : 'foreign' };
}

/** Lists the library roots that scans recorded in the main database; none if that database was never migrated. */
export async function listScannedRoots(mainUrl: string): Promise<string[]> {
  return withClient(mainUrl, 'DATABASE_URL', async (client) => {
    const table = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('catalog_scan_roots') IS NOT NULL AS exists`,
    );
    if (table.rows[0]?.exists !== true) return [];
    const { rows } = await client.query<{ root: string }>('SELECT root FROM catalog_scan_roots');
    return rows.map(({ root }) => root);
  });
}

/** Creates the database. Does not write the marker. */
export async function createDemoDatabase(mainUrl: string, name: string): Promise<void> {
  await withClient(mainUrl, 'DATABASE_URL', async (client) => {
    try {
      await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
    } catch (error) {
      if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new OperatorError('The user of DATABASE_URL must have CREATEDB to create the demo database.');
    }
  });
}

/** Writes the marker of the demo into an empty database. */
export async function markDemoDatabase(
  { url, urlSetting }: { readonly url: string; readonly urlSetting: string },
  nonce: string,
  root: string,
): Promise<void> {
  await withClient(url, urlSetting, async (client) => {
    await client.query('BEGIN');
    await client.query('CREATE SCHEMA demo');
    await client.query(
      `CREATE TABLE demo.marker (
         only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), nonce text NOT NULL, root text NOT NULL)`,
    );
    await client.query('INSERT INTO demo.marker (nonce, root) VALUES ($1, $2)', [nonce, root]);
    await client.query('COMMIT');
  });
}

async function withClient<T>(url: string, setting: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url, 'intelligence-demo', setting);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
