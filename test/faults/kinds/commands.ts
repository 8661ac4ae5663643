/** Migrations and imports by command, data directories, and rows that cannot be refreshed. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { eventually } from '../../support/eventually';
import { FILMS, LIBRARY_ID } from '../registers';
import { mediaIdOf } from '../../support/catalog';
import type { FaultKind, Heal } from '../fault-kind';
import type { FaultWorld } from '../fault-world';
import { mountLimited, remount, unmount } from '../limited-disk';
import { endOf, startCommand } from './processes';

let databases = 0;

/** Creates an empty database. Returns its name, and a function that drops it. */
async function emptyDatabase({ cluster }: FaultWorld): Promise<[string, () => Promise<void>]> {
  const name = `empty_${(databases += 1)}`;
  await cluster.query(`CREATE DATABASE ${name} OWNER service`, 'postgres');
  return [name, async () => void (await cluster.query(`DROP DATABASE ${name} WITH (FORCE)`, 'postgres'))];
}

/** Starts `migrate` on another database. */
const migrating = (world: FaultWorld, database: string): ChildProcess =>
  startCommand(world, ['migrate'], { DATABASE_URL: world.cluster.urlOf(database) });

async function requireEnd(child: ChildProcess, ...expected: (number | string)[]): Promise<string> {
  const [code, output] = await Promise.all([endOf(child), child.stderr === null ? '' : text(child.stderr)]);
  if (code === null || !expected.includes(code)) throw new Error(`A command ended with ${code}: ${output}`);
  return output;
}

async function countMigrations(world: FaultWorld, database: string): Promise<number> {
  const count = 'SELECT count(*)::int AS count FROM schema_migrations';
  const [row] = await world.cluster.query<{ count: number }>(count, database).catch(() => []);
  return row?.count ?? 0;
}

/** Runs `work` with a directory on a disk of its own, or in the usual folder, and removes it. */
async function withDirectory(size: string | null, work: (directory: string) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'intelligence-fault-data-'));
  try {
    if (size !== null) mountLimited(directory, size);
    await work(directory);
  } finally {
    if (size !== null) unmount(directory);
    rmSync(directory, { recursive: true, force: true });
  }
}

const nothing = (): void => undefined;

const embedded = (directory: string): Record<string, string> => ({
  DATABASE_URL: '',
  EMBEDDED_DATABASE: '1',
  DATA_DIRECTORY: directory,
});

/** Faults of commands. */
export const COMMAND_KINDS: readonly FaultKind[] = [
  {
    name: 'two migrations at once',
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      await Promise.all([0, 1].map(() => requireEnd(migrating(world, name), 0)));
      return drop;
    },
  },
  {
    name: 'SIGKILL of a migration',
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      const child = migrating(world, name);
      const wanted = 1 + Math.floor(Math.random() * 5);
      await eventually(async () => child.exitCode !== null || (await countMigrations(world, name)) >= wanted);
      child.kill('SIGKILL');
      await requireEnd(child, 0, 'SIGKILL');
      await requireEnd(migrating(world, name), 0);
      return drop;
    },
  },
  {
    name: 'connections of a migration terminated',
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      const child = migrating(world, name);
      await eventually(async () => child.exitCode !== null || (await countMigrations(world, name)) >= 2);
      await world.cluster.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        'postgres',
        [name],
      );
      await requireEnd(child, 0, 1);
      await requireEnd(migrating(world, name), 0);
      return drop;
    },
  },
  {
    name: 'a gzip bomb for an import by command',
    inject: async (world: FaultWorld): Promise<Heal> => {
      await withDirectory(null, async (directory) => {
        const path = join(directory, 'bomb.gz');
        writeFileSync(path, gzipSync(Buffer.alloc(150 * 1_048_576, '\n')));
        await requireEnd(startCommand(world, ['import', path]), 1);
      });
      return nothing;
    },
  },
  {
    name: 'a read-only data directory',
    absent: ({ hasSmallDisk }: FaultWorld) => (hasSmallDisk ? null : 'this machine does not permit to mount a disk'),
    inject: async (world: FaultWorld): Promise<Heal> => {
      await withDirectory('16m', async (directory) => {
        remount(directory, 'ro');
        const output = await requireEnd(startCommand(world, ['libraries', 'list'], embedded(directory)), 1);
        if (/at .*\.js:\d+/.test(output)) throw new Error(`The command printed a stack: ${output}`);
      });
      return nothing;
    },
  },
  {
    name: 'a full disk of the data directory',
    absent: ({ hasSmallDisk }: FaultWorld) => (hasSmallDisk ? null : 'this machine does not permit to mount a disk'),
    inject: async (world: FaultWorld): Promise<Heal> => {
      await withDirectory('24m', async (directory) => {
        const output = await requireEnd(startCommand(world, ['libraries', 'list'], embedded(directory)), 1);
        if (/at .*\.js:\d+/.test(output)) throw new Error(`The command printed a stack: ${output}`);
      });
      return nothing;
    },
  },
  {
    name: 'two commands on one data directory',
    inject: async (world: FaultWorld): Promise<Heal> => {
      await withDirectory(null, async (directory) => {
        const both = [0, 1].map(() => requireEnd(startCommand(world, ['libraries', 'list'], embedded(directory)), 0));
        await Promise.all(both);
      });
      return nothing;
    },
  },
  {
    name: 'a row of the refresh queue without an item',
    inject: async ({ cluster }: FaultWorld): Promise<Heal> => {
      await cluster.query(
        `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason) VALUES ($1, gen_random_uuid(), 'fault')
         ON CONFLICT DO NOTHING`,
        'faults',
        [LIBRARY_ID],
      );
      return async () => {
        await eventually(async () => {
          const rows = await cluster.query(`SELECT FROM intelligence_dirty_keys WHERE reason = 'fault'`);
          return rows.length === 0;
        });
      };
    },
  },
  {
    name: 'rows of the refresh queue that always fail',
    inject: async ({ cluster }: FaultWorld): Promise<Heal> => {
      const items = FILMS.map((title) => mediaIdOf('movie', title).slice('movie:'.length));
      // The rows of two items cannot be written.
      await cluster.query(
        `ALTER TABLE intelligence_media_context ADD CONSTRAINT fault CHECK (media_id NOT IN ('${items.join("','")}')) NOT VALID`,
      );
      await cluster.query(
        `UPDATE intelligence_media_context SET source_hash = source_hash WHERE false;
         INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
         SELECT library_id, media_id, 'fault' FROM media_items WHERE library_id = '${LIBRARY_ID}' ON CONFLICT DO NOTHING`,
      );
      return async () => {
        await cluster.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT fault');
        await cluster.query('UPDATE intelligence_dirty_keys SET not_before = now(), attempts = 0, quarantined = false');
        await eventually(async () => (await cluster.query('SELECT FROM intelligence_dirty_keys')).length === 0);
      };
    },
  },
];
