/**
 * Faults during migrations: a second migration, SIGKILL, lost connections and a full disk. The database is empty or has
 * data of the previous release.
 */
import type { ChildProcess } from 'node:child_process';
import { eventually } from '../../support/eventually';
import type { FaultKind } from '../fault-kind';
import type { TestedSystem } from '../tested-system';
import { fillDisk } from '../limited-disk';
import { copyPreviousDatabase, whyNoPreviousRelease } from './previous-database';
import { requireExit, startCommand } from './processes';
import { whyNoSmallDisk } from './resources';

/** Longest time until a command starts its work, on a shared machine. */
const START_MAX_MS = 120_000;
/** Longest time from the connection of a migration to its fault. The migration takes a few hundred milliseconds. */
const MAX_DELAY_MS = 800;

/** A kind of database that is migrated. */
interface DatabaseKind {
  readonly name: string;
  /** Creates a database. Returns a function that checks it after the migration, and throws if data is missing. */
  create(system: TestedSystem, database: string): Promise<() => Promise<void>>;
  /** Why this machine cannot create such a database; null if it can. */
  whyImpossible(): string | null;
}

const EMPTY: DatabaseKind = {
  name: 'an empty database',
  create: async (system, database) => {
    await system.cluster.query(`CREATE DATABASE ${database} OWNER service`, 'postgres');
    return () => Promise.resolve();
  },
  whyImpossible: () => null,
};
const PREVIOUS: DatabaseKind = {
  name: 'a database of the previous release',
  create: copyPreviousDatabase,
  whyImpossible: whyNoPreviousRelease,
};

interface Migration {
  readonly system: TestedSystem;
  readonly database: string;
}

function startMigration({ system, database }: Migration): ChildProcess {
  return startCommand(system, ['migrate'], { DATABASE_URL: system.cluster.urlOf(database) });
}

/** Starts the command `migrate`. Waits until it is connected to the database, and then for a random time. */
async function startMigrationAndWait(migration: Migration): Promise<ChildProcess> {
  const { system, database } = migration;
  const child = startMigration(migration);
  const sessions = 'SELECT FROM pg_stat_activity WHERE datname = $1';
  await eventually(
    async () => child.exitCode !== null || (await system.cluster.query(sessions, 'postgres', [database])).length > 0,
    START_MAX_MS,
  );
  const startedAt = performance.now();
  const waitMs = Math.random() * MAX_DELAY_MS;
  await eventually(() => performance.now() - startedAt > waitMs);
  return child;
}

/** Throws if the schema differs from that of the database of the servers, or if an index is not valid. */
async function requireSchema({ system: { cluster }, database }: Migration): Promise<void> {
  const statement = `
    SELECT (SELECT array_agg(name ORDER BY name) FROM schema_migrations)::text AS migrations,
           (SELECT array_agg(format('%s.%s %s', table_name, column_name, data_type) ORDER BY table_name, column_name)
              FROM information_schema.columns WHERE table_schema = 'public')::text AS columns,
           (SELECT array_agg(indexdef ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public')::text AS indexes,
           (SELECT count(*)::int FROM pg_index WHERE NOT indisvalid) AS invalid`;
  const [[migrated], [expected]] = await Promise.all([
    cluster.query<{ invalid: number }>(statement, database),
    cluster.query<{ invalid: number }>(statement),
  ]);
  if (JSON.stringify(migrated) !== JSON.stringify(expected) || migrated?.invalid !== 0)
    throw new Error(`The migrated schema is ${JSON.stringify(migrated)}, not ${JSON.stringify(expected)}.`);
}

let databaseCount = 0;

/**
 * Returns a kind of fault. Its injection creates a database and runs a migration with the fault. Another migration must
 * then complete it.
 */
function migrationKind(
  fault: string,
  kind: DatabaseKind,
  migrateWithFault: (migration: Migration) => Promise<unknown>,
): FaultKind {
  return {
    name: `${fault} (${kind.name})`,
    whyImpossible: () => kind.whyImpossible(),
    inject: async (system) => {
      const database = `migrated_${(databaseCount += 1)}`;
      const migration = { system, database };
      try {
        const verify = await kind.create(system, database);
        await migrateWithFault(migration);
        await requireExit(startMigration(migration), 0);
        await requireSchema(migration);
        await verify();
      } finally {
        await system.cluster.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, 'postgres');
      }
      return () => undefined;
    },
  };
}

const kindsOf = (kind: DatabaseKind): FaultKind[] => [
  migrationKind('two concurrent migrations', kind, (migration) =>
    Promise.all([0, 1].map(() => requireExit(startMigration(migration), 0))),
  ),
  migrationKind('SIGKILL of a migration', kind, async (migration) => {
    const child = await startMigrationAndWait(migration);
    child.kill('SIGKILL');
    await requireExit(child, 0, 'SIGKILL');
  }),
  migrationKind('terminated connections of a migration', kind, async (migration) => {
    const child = await startMigrationAndWait(migration);
    const statement = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await migration.system.cluster.query(statement, 'postgres', [migration.database]);
    await requireExit(child, 0, 1);
  }),
  {
    ...migrationKind('a full disk of the database during a migration', kind, async (migration) => {
      const { cluster } = migration.system;
      const child = await startMigrationAndWait(migration);
      const freeDisk = fillDisk(cluster.directory);
      try {
        await requireExit(child, 0, 1);
      } finally {
        freeDisk();
        await cluster.start();
      }
    }),
    whyImpossible: (system) => whyNoSmallDisk(system) ?? kind.whyImpossible(),
  },
];

/** Faults during migrations. */
export const MIGRATION_KINDS: readonly FaultKind[] = [EMPTY, PREVIOUS].flatMap(kindsOf);
