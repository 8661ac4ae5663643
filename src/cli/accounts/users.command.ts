import type { INestApplicationContext } from '@nestjs/common';
import { length } from 'class-validator';
import { type Command, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { AccountChanges } from '../../accounts/account-changes';
import { PASSWORD_MAX, PASSWORD_MIN } from '../../accounts/sessions/passwords';
import { UserRepository } from '../../accounts/user.repository';
import type { Scope } from '../../common/scopes';
import { makeScopeOption } from './scope-option';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { readInPages } from '../../common/paging/read-in-pages';
import { findUsername } from '../../common/text/username';
import type { UserEntity } from '../../database/entities/accounts/user.entity';
import {
  type AccountSelection,
  addSelection,
  getIdentified,
  getOrCreateSelected,
  getSelected,
  usersCommand,
} from './account-selection';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { CliError } from '../cli-error';
import { requireLibraryIds } from '../catalog/library-selection';
import { describeAccount } from './account-line';

const NAME_RULE = '1 to 64 letters, digits and . _ @ + -, beginning with a letter or digit';
/** Number of accounts that one query reads. */
const PAGE_SIZE = 500;

interface CreateOptions {
  username: string;
  role: 'admin' | 'user';
  scope?: Scope[];
  library?: string[];
  passwordStdin?: boolean;
  service?: boolean;
}

/** Adds `users create`, `list`, `disable` and `enable`. */
export function register(program: Command): void {
  const users = usersCommand(program);
  users
    .command('create')
    .description(
      'Create a local account. Generates and prints a password, unless --password-stdin or --service is given.',
    )
    .requiredOption('--username <name>', NAME_RULE)
    .addOption(new Option('--role <role>', 'role of the account').choices(['admin', 'user']).default('user'))
    .addOption(makeScopeOption())
    .option('--library <library...>', 'ids or names of the libraries that the account may see; default: all')
    .option('--password-stdin', 'read the password from standard input')
    .option('--service', 'create a service account: a program that authenticates with keys (see: keys create)')
    .action(runCreate);
  users.command('list').description('List all accounts, sorted by name.').action(runList);
  addSelection(users.command('disable'))
    .description('Disable an account immediately: its sessions end and its tokens are refused.')
    .action((selection: AccountSelection) => runSetDisabled(selection, true));
  addSelection(users.command('enable'))
    .description('Enable a disabled account.')
    .action((selection: AccountSelection) => runSetDisabled(selection, false));
}

async function runCreate(options: CreateOptions): Promise<void> {
  const { username, role, scope: scopes = [], library, passwordStdin = false, service = false } = options;
  if (findUsername(username) === null) throw new CliError(`--username must be ${NAME_RULE}.`);
  if (service) {
    if (passwordStdin) throw new CliError('A service account has no password.');
    return createService(options);
  }
  const password = passwordStdin ? await readPassword() : randomBytes(15).toString('base64url');
  await withServiceWithoutTokenSecrets(async (app) => {
    const { auth } = app.get<Config>(CONFIG);
    if (auth.mode !== 'local') {
      throw new CliError('With AUTH_MODE=jwks, accounts are created with: users grant --subject.');
    }
    const libraryIds = (await requireLibraryIds(app, library)) ?? null;
    await app.get(AccountChanges).create({ username, password, role, scopes, libraryIds });
  });
  console.log(passwordStdin ? `Created ${username}.` : `Created ${username}. Password: ${password}`);
}

async function createService({ username, role, scope: scopes = [], library }: CreateOptions): Promise<void> {
  await withServiceWithoutTokenSecrets(async (app) => {
    const libraryIds = (await requireLibraryIds(app, library)) ?? null;
    await app.get(AccountChanges).createService({ username, role, scopes, libraryIds });
  });
  console.log(`Created ${username}. To create a key for it, run: keys create --username ${username} --name NAME`);
}

async function runList(): Promise<void> {
  await withServiceWithoutTokenSecrets(async (app) => {
    const repository = app.get(UserRepository);
    const users = readInPages(
      (after, limit) => repository.listAfter(after, limit),
      (user) => user.username_key,
      PAGE_SIZE,
    );
    for await (const user of users) console.log(describeAccount(user));
  });
}

async function runSetDisabled(selection: AccountSelection, disabled: boolean): Promise<void> {
  await withServiceWithoutTokenSecrets(async (app) => {
    const user = await (disabled ? getAccountToDisable(app, selection) : getIdentified(app, selection));
    await app.get(AccountChanges).update(user.user_id, { disabled });
    console.log(`${disabled ? 'Disabled' : 'Enabled'} ${user.username}.`);
  });
}

/** A subject of an external issuer may have no account yet. To disable the subject, the command creates one. */
function getAccountToDisable(app: INestApplicationContext, selection: AccountSelection): Promise<UserEntity> {
  return selection.subject === undefined ? getSelected(app, selection) : getOrCreateSelected(app, selection);
}

async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (!length(password, PASSWORD_MIN, PASSWORD_MAX)) {
    throw new CliError(`The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  }
  return password;
}
