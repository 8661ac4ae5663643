import './engine';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { findDemo, StartError } from './app.demo';
import { serve, stopOnSignals } from './app.serve';
import { loadConfig } from './common/config/config';
import { migrate } from './database/migrate';
import { openDatabase, withDatabaseUrl } from './database/open-database';

/** Loads the configuration, opens the database, serves until a signal comes. */
async function main(): Promise<void> {
  const options = readOptions();
  const config = loadConfig(options.demo ? { ...process.env, SERVICE_DEMO_MODE: '1' } : process.env);
  const demo = await findDemo(config);
  const database = await openDatabase(config.database);
  try {
    // An embedded database belongs to this service alone; any other is migrated when the operator says so. A demo only
    // looks at the main database.
    if (demo === null && (options.migrate || database.embedded)) await migrate(database.url);
    const opened = withDatabaseUrl(config, database);
    const served = demo === null ? opened : await demo.prepare(opened);
    const service = await serve(served, { modules: demo === null ? [] : [demo.for(served)] });
    stopOnSignals(service, () => database.close(), fail);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function readOptions(): { demo: boolean; migrate: boolean } {
  try {
    const options = { demo: { type: 'boolean' }, migrate: { type: 'boolean' } } as const;
    const { values } = parseArgs({ options, allowPositionals: false });
    return { demo: values.demo ?? false, migrate: values.migrate ?? false };
  } catch {
    throw new StartError('Unknown option: the server takes --demo and --migrate, all else comes from the environment.');
  }
}

/** Says why in plain words where we know, with the place where we do not; the exit code is 1. */
function fail(error: unknown): void {
  const known =
    error instanceof Error && (/^(Config|Start|EmbeddedPostgres|Problem)/.test(error.name) || 'syscall' in error);
  const text = error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n`, () => process.exit(1));
}

// A fault nobody foresaw leaves unknown state behind: the process ends and whoever supervises it starts another.
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

main().catch(fail);
