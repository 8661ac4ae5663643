import '../engine';
import '../stop-signals';
import 'reflect-metadata';
import { Command } from 'commander';
import { loadEnvFile } from '../common/config/env-file';
import { describeFailure } from '../common/problems/failure';
import { processStop, StopRequestedError } from '../common/processes/process-stop';
import * as generate from './commands/generate.command';
import * as importCatalog from './commands/import.command';
import * as migrateDatabase from './commands/migrate.command';
import * as quickstart from './commands/quickstart.command';
import * as reconcile from './commands/reconcile.command';
import * as refresh from './commands/refresh.command';
import * as scan from './commands/scan.command';
import * as token from './commands/token.command';
import * as users from './commands/users.command';

/** A command's file: it adds itself to the program. */
interface CommandFile {
  register(program: Command): void;
}

/** Every command. A list and no search of the folder, so that a missing file is found by the compiler. */
const COMMANDS: readonly CommandFile[] = [
  generate,
  importCatalog,
  migrateDatabase,
  quickstart,
  reconcile,
  refresh,
  scan,
  token,
  users,
];

const program = new Command('cli').description('Operates the intelligence read-model service.');
for (const command of COMMANDS) command.register(program);

/** Says why; 1, or for a stop 128 and the number of the signal. */
function fail(error: unknown): void {
  const exitCode = error instanceof StopRequestedError ? error.exitCode : 1;
  process.stderr.write(`${describeFailure(error)}\n`, () => process.exit(exitCode));
}

async function main(): Promise<void> {
  loadEnvFile(process.cwd(), process.env);
  await program.parseAsync();
  // What was cut off by a stop may still hold the process.
  if (processStop.signal.aborted) process.exit();
}

main().catch(fail);
