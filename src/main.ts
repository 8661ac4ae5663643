import './engine';
import './stop-signals';
import { getNamesInEnvFile } from './env-file';
import { stopTracing } from './telemetry';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { findDemo, StartError } from './app.demo';
import { serveUntilStopped } from './app.serve';
import { loadConfig } from './common/config/config';
import { findUnknownSettings } from './common/config/unknown-settings';
import { ServiceLogger } from './common/logging/service-logger';
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

async function main(): Promise<void> {
  const options = readOptions();
  const namesInFile = getNamesInEnvFile();
  const config = loadConfig(options.demo ? { ...process.env, SERVICE_DEMO_MODE: '1' } : process.env);
  const logger = new ServiceLogger(config.logLevel);
  for (const warning of findUnknownSettings(namesInFile, process.env)) logger.pino.warn(warning);
  const demo = await findDemo(config);
  await requireFreePorts(config);
  const { signal } = processStop;
  signal.throwIfAborted();
  const database = await openDatabase(config.database, signal);
  try {
    const mainConfig = withDatabaseUrl(config, database);
    if (demo === null) {
      await requireSchema(database, options, logger);
      await serveUntilStopped(mainConfig, { logger }, processStop);
    } else {
      // The demo serves its own database, so the main one need not be migrated.
      const demoConfig = await demo.prepare(mainConfig, signal);
      await serveUntilStopped(demoConfig, { modules: [demo.for(demoConfig)], logger }, processStop);
    }
  } finally {
    await stopTracing();
    await database.close();
  }
}

/**
 * Migrates an embedded database, which only this service uses. Migrates other databases only with `--migrate`. Throws
 * if the database is not migrated. Logs a warning if the schema is of a newer release.
 */
async function requireSchema(database: OpenDatabase, options: Options, logger: ServiceLogger): Promise<void> {
  const { migrationUrl, migrationSetting } = database;
  if (options.migrate || database.embedded) await migrate(migrationUrl, processStop.signal, migrationSetting);
  const newer = await requireMigrated(database.url);
  if (newer.length === 0) return;
  logger.pino.warn(`The schema is of a newer release (${newer.join(', ')}). This release works with it.`);
}

function readOptions(): Options {
  try {
    const options = { demo: { type: 'boolean' }, migrate: { type: 'boolean' } } as const;
    const { values } = parseArgs({ options, allowPositionals: false });
    return { demo: values.demo ?? false, migrate: values.migrate ?? false };
  } catch {
    throw new StartError(
      'Unknown option: the server accepts only --demo and --migrate. Set everything else with environment variables.',
    );
  }
}

/**
 * Prints the reason and exits. Prints a text on a terminal, otherwise one JSON line in the format of the log. A
 * requested stop is not a failure, even during the start.
 */
function fail(error: unknown): void {
  const isStop = error instanceof StopRequestedError;
  const text = describeFailure(error);
  const fields = { level: isStop ? 'info' : 'fatal', time: new Date().toISOString(), msg: text };
  const line = process.stderr.isTTY ? text : JSON.stringify(fields);
  process.stderr.write(`${line}\n`, () => process.exit(isStop ? 0 : 1));
}

// After an unexpected error, the state of the process is unknown. The process exits, and its supervisor starts a new
// one.
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);

main().then(() => process.exit(0), fail);
