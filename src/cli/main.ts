import '../engine';
import 'reflect-metadata';
import { Command } from 'commander';
import * as generate from './generate.command';
import * as importCatalog from './import.command';
import * as migrateDatabase from './migrate.command';
import * as quickstart from './quickstart.command';
import * as reconcile from './reconcile.command';
import * as refresh from './refresh.command';
import * as scan from './scan.command';
import * as token from './token.command';
import * as users from './users.command';

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

program.parseAsync().catch((error: unknown) => {
  const known = error instanceof Error && /^(Config|Cli|EmbeddedPostgres|Problem)/.test(error.name);
  console.error(error instanceof Error ? (known ? error.message : (error.stack ?? error.message)) : String(error));
  process.exit(1);
});
