/**
 * Migrations that run at the same time or are killed, of an empty database and of a database of the previous release
 * with data.
 */
import type { ChildProcess } from 'node:child_process';
import { eventually } from '../../support/eventually';
import type { FaultKind } from '../fault-kind';
import type { FaultWorld } from '../fault-world';
import { fillDisk } from '../limited-disk';
import { copyPreviousDatabase, whyNoPreviousRelease } from './previous-database';
import { requireEnd, startCommand } from './processes';
import { needsDisk } from './resources';

/** Longest time until a command starts its work, on a shared machine. */
const START_MAX_MS = 120_000;
/** A migration takes a few hundred milliseconds. */
const MIDWAY_MAX_MS = 800;

/** Which database is migrated. */
interface Subject {
  /** What follows "migration" in the names of the kinds. */
  readonly of: string;
  /** Creates the database. Returns a check of the migrated one, which throws if something is missing. */
  create(world: FaultWorld, name: string): Promise<() => Promise<void>>;
  /** Why this machine cannot create it; null if it can. */
  absent(): string | null;
}

const EMPTY: Subject = {
  of: '',
  create: async (world, name) => {
    await world.cluster.query(`CREATE DATABASE ${name} OWNER service`, 'postgres');
    return () => Promise.resolve();
  },
  absent: () => null,
};
const LOADED: Subject = {
  of: ' of a loaded database of the previous release',
  create: copyPreviousDatabase,
  absent: whyNoPreviousRelease,
};

/** A migration that a fault disturbs. */
interface Disturbed {
  readonly world: FaultWorld;
  /** Name of the database. */
  readonly name: string;
}

/** Starts `migrate`. */
const migrating = ({ world, name }: Disturbed): ChildProcess =>
  startCommand(world, ['migrate'], { DATABASE_URL: world.cluster.urlOf(name) });

/** Starts `migrate`, waits until it works on the database, and then for a random time. */
async function startedMidway(disturbed: Disturbed): Promise<ChildProcess> {
  const { world, name } = disturbed;
  const child = migrating(disturbed);
  const sessions = 'SELECT FROM pg_stat_activity WHERE datname = $1';
  await eventually(
    async () => child.exitCode !== null || (await world.cluster.query(sessions, 'postgres', [name])).length > 0,
    START_MAX_MS,
  );
  const startedAt = performance.now();
  const waitMs = Math.random() * MIDWAY_MAX_MS;
  await eventually(() => performance.now() - startedAt > waitMs);
  return child;
}

/** Throws if the schema differs from that of the servers, or an index is not valid. */
async function requireSchema({ cluster }: FaultWorld, name: string): Promise<void> {
  const statement = `
    SELECT (SELECT array_agg(name ORDER BY name) FROM schema_migrations)::text AS migrations,
           (SELECT array_agg(format('%s.%s %s', table_name, column_name, data_type) ORDER BY table_name, column_name)
              FROM information_schema.columns WHERE table_schema = 'public')::text AS columns,
           (SELECT array_agg(indexdef ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public')::text AS indexes,
           (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS invalid`;
  const [[migrated], [expected]] = await Promise.all([
    cluster.query<{ invalid: number }>(statement, name),
    cluster.query<{ invalid: number }>(statement),
  ]);
  if (JSON.stringify(migrated) !== JSON.stringify(expected) || migrated?.invalid !== 0)
    throw new Error(`The migrated schema is ${JSON.stringify(migrated)}, not ${JSON.stringify(expected)}.`);
}

let databases = 0;

/** Disturbs the migration of a new database. Another migration must then complete it. */
function migrationKind(name: string, subject: Subject, disturb: (disturbed: Disturbed) => Promise<unknown>): FaultKind {
  return {
    name,
    absent: () => subject.absent(),
    inject: async (world) => {
      const disturbed = { world, name: `migrated_${(databases += 1)}` };
      try {
        const verify = await subject.create(world, disturbed.name);
        await disturb(disturbed);
        await requireEnd(migrating(disturbed), 0);
        await requireSchema(world, disturbed.name);
        await verify();
      } finally {
        await world.cluster.query(`DROP DATABASE IF EXISTS ${disturbed.name} WITH (FORCE)`, 'postgres');
      }
      return () => undefined;
    },
  };
}

const kindsOf = (subject: Subject): FaultKind[] => [
  migrationKind(`two concurrent migrations${subject.of}`, subject, (disturbed) =>
    Promise.all([0, 1].map(() => requireEnd(migrating(disturbed), 0))),
  ),
  migrationKind(`SIGKILL of a migration${subject.of}`, subject, async (disturbed) => {
    const child = await startedMidway(disturbed);
    child.kill('SIGKILL');
    await requireEnd(child, 0, 'SIGKILL');
  }),
  migrationKind(`connections of a migration${subject.of} terminated`, subject, async (disturbed) => {
    const child = await startedMidway(disturbed);
    const end = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await disturbed.world.cluster.query(end, 'postgres', [disturbed.name]);
    await requireEnd(child, 0, 1);
  }),
  {
    ...migrationKind(`a full disk of the database during a migration${subject.of}`, subject, async (disturbed) => {
      const { cluster } = disturbed.world;
      const child = await startedMidway(disturbed);
      const free = fillDisk(cluster.directory);
      try {
        await requireEnd(child, 0, 1);
      } finally {
        free();
        await cluster.start();
      }
    }),
    absent: (world) => needsDisk(world) ?? subject.absent(),
  },
];

/** Faults of migrations. */
export const MIGRATION_KINDS: readonly FaultKind[] = [EMPTY, LOADED].flatMap(kindsOf);
