/** The demo's own database: found, made and marked before anything is opened in it. */
import { type Client, escapeIdentifier } from 'pg';
import { errorCode } from '../../common/problems/error-code';
import { connect } from '../../database/connect';
import { StartRefusedError } from './start-refused';

const INSUFFICIENT_PRIVILEGE = '42501';

/** What is on the server under the demo database's name. */
export type DemoDatabaseState =
  | { readonly kind: 'absent' }
  /** Nothing is in it. */
  | { readonly kind: 'empty' }
  /** Something is in it, and it does not bear our mark. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'marked'; readonly nonce: string; readonly root: string };

/** The address of another database on the same server. */
export function toDatabaseUrl(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${encodeURIComponent(name)}`;
  return target.toString();
}

/** The name of the database that an address leads to. */
export function toDatabaseName(url: string): string {
  const { pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.replace(/^\//, ''));
  return name === '' ? decodeURIComponent(username) : name;
}

/** Looks at the demo database, from the main one. Writes nothing. */
export async function inspectDemoDatabase(mainUrl: string, name: string): Promise<DemoDatabaseState> {
  if (toDatabaseName(mainUrl) === name) throw new StartRefusedError('DEMO_DATABASE_NAME is the main database.');
  const present = await withClient(mainUrl, async (client) => {
    const current = await client.query<{ name: string }>('SELECT current_database() AS name');
    if (current.rows[0]?.name === name) throw new StartRefusedError('DEMO_DATABASE_NAME is the main database.');
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    return rowCount !== 0;
  });
  if (!present) return { kind: 'absent' };
  return withClient(toDatabaseUrl(mainUrl, name), inspectMarker);
}

async function inspectMarker(client: Client): Promise<DemoDatabaseState> {
  const marked = await client.query<{ marked: boolean }>(`SELECT to_regclass('demo.marker') IS NOT NULL AS marked`);
  if (marked.rows[0]?.marked === true) {
    const { rows } = await client.query<{ nonce: string; root: string }>('SELECT nonce, root FROM demo.marker');
    return rows[0] === undefined ? { kind: 'foreign' } : { kind: 'marked', ...rows[0] };
  }
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace NOT IN (SELECT oid FROM pg_namespace
       WHERE nspname IN ('pg_catalog', 'information_schema', 'pg_toast') OR nspname LIKE 'pg\\_temp\\_%') LIMIT 1`,
  );
  return { kind: rowCount === 0 ? 'empty' : 'foreign' };
}

/** Roots that the main database remembers of scans; none when it has never been migrated. */
export async function listScannedRoots(mainUrl: string): Promise<string[]> {
  return withClient(mainUrl, async (client) => {
    const known = await client.query<{ known: boolean }>(
      `SELECT to_regclass('catalog_scan_roots') IS NOT NULL AS known`,
    );
    if (known.rows[0]?.known !== true) return [];
    const { rows } = await client.query<{ root: string }>('SELECT root FROM catalog_scan_roots');
    return rows.map(({ root }) => root);
  });
}

/** Makes the database; it bears no mark yet. */
export async function createDemoDatabase(mainUrl: string, name: string): Promise<void> {
  await withClient(mainUrl, async (client) => {
    try {
      await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
    } catch (error) {
      if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
      throw new StartRefusedError('The user of DATABASE_URL may not make the demo database: grant it CREATEDB.');
    }
  });
}

/** Puts our mark into a database that is empty. */
export async function markDemoDatabase(url: string, nonce: string, root: string): Promise<void> {
  await withClient(url, async (client) => {
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

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(url, 'intelligence-demo');
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
