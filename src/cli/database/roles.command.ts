import type { Command } from 'commander';
import type { Config } from '../../common/config/config';
import { removeRoles } from '../../database/roles/remove-roles';
import type { RoleUrls } from '../../database/roles/role-logins';
import { setUpRoles } from '../../database/roles/set-up-roles';
import { loadCliConfig } from '../cli-context';
import { CliError } from '../cli-error';

/** Adds `roles`. */
export function register(program: Command): void {
  program
    .command('roles')
    .description('Set up separate database roles and row-level security. It can be repeated.')
    .option('--remove', 'undo this: disable row-level security and drop the roles')
    .action(({ remove }: { remove?: boolean }) => runRoles(remove === true));
}

async function runRoles(remove: boolean): Promise<void> {
  const urls = toRoleUrls(loadCliConfig(process.env, { tokenSecrets: false }));
  await (remove ? removeRoles : setUpRoles)(urls, (line) => console.log(line));
}

function toRoleUrls({ database, demo }: Config): RoleUrls {
  const { migrationUrl: migration, url: writer, readUrl: reader } = database;
  if (migration === undefined || writer === undefined || reader === undefined) {
    throw new CliError(
      'Set DATABASE_MIGRATION_URL to the role that owns the tables, and DATABASE_URL and DATABASE_READ_URL to other roles.',
    );
  }
  return { migration, writer, reader, demo: demo.databaseUrl };
}
