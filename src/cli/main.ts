import '../engine';
import '../stop-signals';
import 'reflect-metadata';
import { Command } from 'commander';
import { loadEnvFile } from '../common/config/env-file';
import { findUnknownSettings } from '../common/config/unknown-settings';
import { describeFailure } from '../common/problems/failure';
import { processStop, StopRequestedError } from '../common/processes/process-stop';
import { toOperatorError } from '../database/pg-errors';

/** The module of a command. `register` adds the command to the program. */
interface CommandFile {
  register(program: Command): void;
}

/** For each command, a function that imports its modules. */
const COMMANDS: Readonly<Record<string, () => Promise<readonly CommandFile[]>>> = {
  audit: async () => [await import('./accounts/audit.command')],
  distribute: async () => [await import('./database/distribute.command')],
  generate: async () => [await import('./service/generate.command')],
  import: async () => [await import('./catalog/import.command')],
  keys: async () => [await import('./accounts/keys.command')],
  libraries: async () => [await import('./catalog/libraries.command')],
  mcp: async () => [await import('./service/mcp.command')],
  migrate: async () => [await import('./database/migrate.command')],
  quickstart: async () => [await import('./service/quickstart.command')],
  reconcile: async () => [await import('./database/reconcile.command')],
  refresh: async () => [await import('./database/refresh.command')],
  roles: async () => [await import('./database/roles.command')],
  scan: async () => [await import('./catalog/scan.command')],
  token: async () => [await import('./accounts/token.command')],
  users: async () => [await import('./accounts/users.command'), await import('./accounts/user-rights.command')],
};

/**
 * Returns a program that has only the command with this name, or all commands if there is no such command, as for
 * `help`. Importing the modules of all commands takes about two seconds of processor time.
 */
async function createProgram(name = ''): Promise<Command> {
  const program = new Command('cli').description('Operates the intelligence read-model service.');
  const files = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
  for (const load of files) for (const command of (await load?.()) ?? []) command.register(program);
  return program;
}

/** Prints why the command failed. The exit code is 1; after a requested stop, 128 plus the number of the signal. */
function fail(error: unknown): void {
  const exitCode = error instanceof StopRequestedError ? error.exitCode : 1;
  process.stderr.write(`${describeFailure(toOperatorError(error))}\n`, () => process.exit(exitCode));
}

async function main(): Promise<void> {
  const namesInFile = loadEnvFile(process.cwd(), process.env);
  for (const sentence of findUnknownSettings(namesInFile, process.env)) process.stderr.write(`${sentence}\n`);
  const program = await createProgram(process.argv[2]);
  await program.parseAsync();
  // Work that a stop interrupted may still keep the process alive.
  if (processStop.signal.aborted) process.exit();
}

main().catch(fail);
