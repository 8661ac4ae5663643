import '../engine';
import '../stop-signals';
import 'reflect-metadata';
import { Command } from 'commander';
import { loadEnvFile } from '../common/config/env-file';
import { findUnknownSettings } from '../common/config/unknown-settings';
import { describeFailure } from '../common/problems/failure';
import { processStop, StopRequestedError } from '../common/processes/process-stop';
import { toOperatorError } from '../database/pg-errors';
import * as audit from './accounts/audit.command';
import * as distribute from './database/distribute.command';
import * as generate from './service/generate.command';
import * as importCatalog from './catalog/import.command';
import * as keys from './accounts/keys.command';
import * as libraries from './catalog/libraries.command';
import * as mcp from './service/mcp.command';
import * as migrateDatabase from './database/migrate.command';
import * as quickstart from './service/quickstart.command';
import * as reconcile from './database/reconcile.command';
import * as refresh from './database/refresh.command';
import * as roles from './database/roles.command';
import * as scan from './catalog/scan.command';
import * as token from './accounts/token.command';
import * as userRights from './accounts/user-rights.command';
import * as users from './accounts/users.command';

/** The module of a command. `register` adds the command to the program. */
interface CommandFile {
  register(program: Command): void;
}

/** All commands. They are listed so that the compiler reports a missing file. */
const COMMANDS: readonly CommandFile[] = [
  audit,
  distribute,
  generate,
  importCatalog,
  keys,
  libraries,
  mcp,
  migrateDatabase,
  quickstart,
  reconcile,
  refresh,
  roles,
  scan,
  token,
  users,
  userRights,
];

const program = new Command('cli').description('Operates the intelligence read-model service.');
for (const command of COMMANDS) command.register(program);

/** Prints the reason. The exit code is 1, or 128 plus the number of the signal after a requested stop. */
function fail(error: unknown): void {
  const exitCode = error instanceof StopRequestedError ? error.exitCode : 1;
  process.stderr.write(`${describeFailure(toOperatorError(error))}\n`, () => process.exit(exitCode));
}

async function main(): Promise<void> {
  const namesInFile = loadEnvFile(process.cwd(), process.env);
  for (const sentence of findUnknownSettings(namesInFile, process.env)) process.stderr.write(`${sentence}\n`);
  await program.parseAsync();
  // Work that a stop interrupted may still keep the process alive.
  if (processStop.signal.aborted) process.exit();
}

main().catch(fail);
