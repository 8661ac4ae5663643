import './engine';
import './stop-signals';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { findDemo, StartError } from './app.demo';
import { serveUntilStopped } from './app.serve';
import { loadConfig } from './common/config/config';
import { loadEnvFile } from './common/config/env-file';
import { describeFailure } from './common/problems/failure';
import { requireFreePorts } from './common/processes/ports';
import { processStop, StopRequestedError } from './common/processes/process-stop';
import { migrate } from './database/schema/migrate';
import { openDatabase, withDatabaseUrl, type OpenDatabase } from './database/open-database';
import { requireMigrated } from './database/schema/schema-state';

interface Options {
  readonly demo: boolean;
  readonly migrate: boolean;
}

/** Loads the configuration, opens the database, serves until the process is asked to stop. */
async function main(): Promise<void> {
  const options = readOptions();
  loadEnvFile(process.cwd(), process.env);
  const config = loadConfig(options.demo ? { ...process.env, SERVICE_DEMO_MODE: '1' } : process.env);
  const demo = await findDemo(config);
  await requireFreePorts(config);
  const { signal } = processStop;
  signal.throwIfAborted();
  const database = await openDatabase(config.database, signal);
  try {
    const opened = withDatabaseUrl(config, database);
    // A demo only looks at the main database.
    if (demo === null) await requireSchema(database, options, signal);
    const served = demo === null ? opened : await demo.prepare(opened, signal);
    await serveUntilStopped(served, { modules: demo === null ? [] : [demo.for(served)] }, processStop);
  } finally {
    await database.close();
  }
}

/** An embedded database belongs to this service alone; any other is migrated when the operator says so. */
async function requireSchema(database: OpenDatabase, options: Options, signal: AbortSignal): Promise<void> {
  if (options.migrate || database.embedded) await migrate(database.url, signal);
  else await requireMigrated(database.url);
}

function readOptions(): Options {
  try {
    const options = { demo: { type: 'boolean' }, migrate: { type: 'boolean' } } as const;
    const { values } = parseArgs({ options, allowPositionals: false });
    return { demo: values.demo ?? false, migrate: values.migrate ?? false };
  } catch {
    throw new StartError('Unknown option: the server takes --demo and --migrate, all else comes from the environment.');
  }
}

/** Says why. A stop that was asked for is no failure, however early it comes. */
function fail(error: unknown): void {
  process.stderr.write(`${describeFailure(error)}\n`, () => process.exit(error instanceof StopRequestedError ? 0 : 1));
}

// A fault nobody foresaw leaves unknown state behind: the process ends and whoever supervises it starts another.
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

main().then(() => process.exit(0), fail);
