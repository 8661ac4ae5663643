/** Media folders and databases that look like real data. The demo must not change them. */
import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '../databases/sql';

/** A media folder that looks like a user's library. */
export interface DecoyTree {
  readonly path: string;
  /** Returns a hash of all names, contents, inodes, sizes, times and modes. */
  hash(): string;
  remove(): void;
}

/** Creates a library with films, a series, empty files and a link. */
export function makeDecoyTree(): DecoyTree {
  const path = mkdtempSync(join(tmpdir(), 'decoy-library-'));
  const files: Record<string, string> = {
    'Alien (1979)/Alien (1979).mkv': 'a film',
    'Alien (1979)/movie.nfo': '<movie><title>Alien</title></movie>',
    'Empty (2000)/Empty (2000).mkv': '',
    'Demo Movies/The Silent River (1999)/The Silent River (1999).mkv': '',
    'Series/Season 01/S01E01.mkv': 'an episode',
    '.hidden/state.json': '{}',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  symlinkSync('Alien (1979)', join(path, 'link'));
  return { path, hash: () => hashTree(path, true), remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Returns a hash of the names and contents of a tree. `exact` includes inodes, sizes, times and modes. */
export function hashTree(root: string, exact: boolean): string {
  const hash = createHash('sha256');
  for (const [path, content] of readTree(root)) {
    const stats = lstatSync(join(root, path));
    const identity = exact ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs, stats.mode] : [];
    hash.update(JSON.stringify([path, content, ...identity]));
  }
  return hash.digest('hex');
}

/**
 * Returns the path and content of every entry below a folder, sorted by path. The content is `file` with hash and size
 * for a file, `dir` for a folder, and `->` with the target for a link.
 */
export function readTree(root: string): [path: string, content: string][] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => {
    const path = join(root, name);
    const stats = lstatSync(path);
    if (stats.isDirectory()) return [name, 'dir'];
    if (stats.isSymbolicLink()) return [name, `-> ${readlinkSync(path)}`];
    return [name, `file ${createHash('sha256').update(readFileSync(path)).digest('hex')} ${stats.size}`];
  });
}

/** Returns a hash of a database: the columns and rows of all tables outside the system schemas. */
export async function hashDatabase(url: string): Promise<string> {
  return withConnection(url, async (client) => {
    const hash = createHash('sha256');
    const { rows: columns } = await client.query(
      `SELECT table_schema, table_name, column_name, data_type FROM information_schema.columns
        WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2, 3`,
    );
    hash.update(JSON.stringify(columns));
    const tables = new Set(columns.map((column) => `${column.table_schema}.${column.table_name}`));
    for (const table of tables) {
      const { rows } = await client.query(
        `SELECT md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS md5 FROM ${table} AS t`,
      );
      hash.update(`${table} ${rows[0].md5}`);
    }
    return hash.digest('hex');
  });
}

/** Inserts rows that look like real data into a migrated database. */
export async function fillDecoyDatabase(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client.query(`INSERT INTO libraries (library_id, name, library_kind)
      VALUES ('11111111-1111-4111-8111-111111111111', 'Real films', 'movies')`);
    await client.query(`INSERT INTO media_items (library_id, media_id, media_kind, title, content_hash, revision)
      SELECT '11111111-1111-4111-8111-111111111111', gen_random_uuid(), 'movie', 'Film ' || n, 'hash', 1
        FROM generate_series(1, 50) AS n`);
    await client.query(`INSERT INTO users (username, username_key, role) VALUES ('owner', 'owner', 'admin')`);
  });
}
