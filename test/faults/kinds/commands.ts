/** Migrations that meet each other or are ended, and rows that cannot be refreshed. */
import type { ChildProcess } from 'node:child_process';
import { eventually } from '../../support/eventually';
import { FILMS, LIBRARY_ID } from '../registers';
import { mediaIdOf } from '../../support/catalog';
import type { FaultKind, Heal } from '../fault-kind';
import type { FaultWorld } from '../fault-world';
import { fillDisk } from '../limited-disk';
import { needsDisk } from './resources';
import { requireEnd, startCommand } from './processes';

/** Longest time until a command works, on a shared machine. */
const START_MAX_MS = 120_000;
/** A migration of an empty database takes a few hundred milliseconds. */
const MIDWAY_MAX_MS = 800;

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

/** Waits until a migration works on a database, and then for a random time. */
async function untilMidway({ cluster }: FaultWorld, database: string, child: ChildProcess): Promise<void> {
  const sessions = 'SELECT FROM pg_stat_activity WHERE datname = $1';
  await eventually(
    async () => child.exitCode !== null || (await cluster.query(sessions, 'postgres', [database])).length > 0,
    START_MAX_MS,
  );
  const startedAt = performance.now();
  const waitMs = Math.random() * MIDWAY_MAX_MS;
  await eventually(() => performance.now() - startedAt > waitMs);
}

/** Faults of commands. */
export const COMMAND_KINDS: readonly FaultKind[] = [
  {
    name: 'two migrations at once',
    isSlow: true,
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      await Promise.all([0, 1].map(() => requireEnd(migrating(world, name), 0)));
      return drop;
    },
  },
  {
    name: 'SIGKILL of a migration',
    isSlow: true,
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      const child = migrating(world, name);
      await untilMidway(world, name, child);
      child.kill('SIGKILL');
      await requireEnd(child, 0, 'SIGKILL');
      await requireEnd(migrating(world, name), 0);
      return drop;
    },
  },
  {
    name: 'connections of a migration terminated',
    isSlow: true,
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      const child = migrating(world, name);
      await untilMidway(world, name, child);
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
    name: 'a full disk of the database during a migration',
    isSlow: true,
    absent: needsDisk,
    inject: async (world: FaultWorld): Promise<Heal> => {
      const [name, drop] = await emptyDatabase(world);
      const child = migrating(world, name);
      await untilMidway(world, name, child);
      const free = fillDisk(world.cluster.directory);
      try {
        await requireEnd(child, 0, 1);
      } finally {
        free();
        await world.cluster.start();
      }
      await requireEnd(migrating(world, name), 0);
      return drop;
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
        `INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
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
