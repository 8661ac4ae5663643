import { type Command, Option } from 'commander';
import { AccountChanges } from '../../accounts/account-changes';
import type { RightsAdjustment } from '../../accounts/rights-adjustment';
import type { Scope } from '../../common/scopes';
import { makeScopeOption } from './scope-option';
import type { UserEntity } from '../../database/entities/accounts/user.entity';
import {
  type AccountSelection,
  addSelection,
  getOrCreateSelected,
  getSelected,
  usersCommand,
} from './account-selection';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';
import { findLibraryIds, requireLibraryIds } from '../catalog/library-selection';
import { describeAccount } from './account-line';

interface RightsOptions extends AccountSelection {
  readonly role?: 'admin';
  readonly scope?: readonly Scope[];
  readonly library?: readonly string[];
  readonly allLibraries?: boolean;
}

/** Adds `users promote`, `demote`, `grant` and `revoke`. */
export function register(program: Command): void {
  const users = usersCommand(program);
  addSelection(users.command('promote'))
    .description('Make an account an administrator. Creates the account of a subject that has never signed in.')
    .option('--all-libraries', 'also allow all libraries')
    .action((options: RightsOptions) => runGrant({ ...options, role: 'admin' }));
  addSelection(users.command('demote'))
    .description('Remove the administrator role from an account. Its visible libraries stay the same.')
    .action((options: RightsOptions) => runRevoke({ ...options, role: 'admin' }));
  addRightsOptions(users.command('grant'), 'allow', 'allow all libraries')
    .description('Add rights to an account. Creates the account of a subject that has never signed in.')
    .action(runGrant);
  addRightsOptions(users.command('revoke'), 'no longer allow', 'no longer allow any library')
    .description('Remove rights from an account.')
    .action(runRevoke);
}

function addRightsOptions(command: Command, verb: string, allLibrariesHelp: string): Command {
  return addSelection(command)
    .addOption(new Option('--role <role>', 'the administrator role').choices(['admin']))
    .addOption(makeScopeOption())
    .option('--library <library...>', `${verb} the libraries with these ids or names`)
    .option('--all-libraries', allLibrariesHelp);
}

async function runGrant(options: RightsOptions): Promise<void> {
  requireAnyRight(options);
  const { role, scope: addedScopes, library, allLibraries } = options;
  await withServiceWithoutTokenSecrets(async (app) => {
    const addedLibraryIds = await requireLibraryIds(app, library);
    const { user_id: userId } = await getOrCreateSelected(app, options);
    const adjustment = { role, addedScopes, addedLibraryIds, ...(allLibraries && { libraries: 'all' as const }) };
    report(await app.get(AccountChanges).adjust(userId, adjustment));
  });
}

async function runRevoke(options: RightsOptions): Promise<void> {
  requireAnyRight(options);
  const { role, scope: removedScopes, library, allLibraries } = options;
  await withServiceWithoutTokenSecrets(async (app) => {
    const adjustment: RightsAdjustment = {
      ...(role && { role: 'user' }),
      ...(allLibraries && { libraries: 'none' }),
      removedScopes,
      removedLibraryIds: await findLibraryIds(app, library),
    };
    const { user_id: userId } = await getSelected(app, options);
    report(await app.get(AccountChanges).adjust(userId, adjustment));
  });
}

function requireAnyRight({ role, scope, library, allLibraries }: RightsOptions): void {
  if (role === undefined && scope === undefined && library === undefined && allLibraries === undefined) {
    throw new CliError('Give at least one of --role, --scope, --library and --all-libraries.');
  }
}

/** Prints the account. Warns if an administrator sees no library, because this is rarely intended. */
function report(user: UserEntity): void {
  console.log(describeAccount(user));
  if (user.role === 'admin' && user.library_ids?.length === 0) {
    console.log('This administrator sees no library. To allow all libraries, run: users grant --all-libraries.');
  }
}
