import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { AccountChanges } from '../accounts/account-changes';
import { PASSWORD_MAX, PASSWORD_MIN } from '../accounts/passwords';
import { UserRepository } from '../accounts/user.repository';
import { SCOPES, type Scope } from '../auth/auth.decorators';
import { findUuid } from '../common/media-id';
import { findUsername, toUsernameKey } from '../common/username';
import type { UserEntity } from '../database/entities/user.entity';
import { CliError, loadCliConfig, withService } from './cli-context';

const NAME_RULE = '1 to 64 letters, digits and . _ @ + -, the first a letter or digit';
/** Accounts listed in one read. */
const PAGE = 500;

interface CreateOptions {
  username: string;
  role: 'admin' | 'user';
  scope?: Scope[];
  library?: string[];
  passwordStdin?: boolean;
}

/** Adds `users create`, `users list`, `users disable` and `users enable`. */
export function register(program: Command): void {
  const users = program.command('users').description('Keep accounts.');
  users
    .command('create')
    .description('Make a local account. Prints the password it made, unless one comes by standard input.')
    .requiredOption('--username <name>', NAME_RULE)
    .addOption(new Option('--role <role>', 'what it may do').choices(['admin', 'user']).default('user'))
    .addOption(new Option('--scope <scope...>', 'rights beside the role').choices([...SCOPES]))
    .option('--library <id...>', 'libraries it may see; all by default')
    .option('--password-stdin', 'read the password from standard input')
    .action(runCreate);
  users.command('list').description('List all accounts by name.').action(runList);
  users
    .command('disable')
    .description('Shut an account out at once: its sessions end, its tokens are refused.')
    .requiredOption('--username <name>', 'which account')
    .action(({ username }: { username: string }) => runSetDisabled(username, true));
  users
    .command('enable')
    .description('Let a disabled account in again.')
    .requiredOption('--username <name>', 'which account')
    .action(({ username }: { username: string }) => runSetDisabled(username, false));
}

/** The account of a name. Throws a `CliError` when there is none. */
export async function getUserByName(app: INestApplicationContext, username: string): Promise<UserEntity> {
  const user = await app.get(UserRepository, { strict: false }).findByKey(toUsernameKey(username));
  if (user === null) throw new CliError('There is no account of that name.');
  return user;
}

async function runCreate(options: CreateOptions): Promise<void> {
  const { username, role, scope: scopes = [], library, passwordStdin = false } = options;
  if (findUsername(username) === null) throw new CliError(`--username takes ${NAME_RULE}.`);
  const libraryIds = library === undefined ? null : library.map(requireLibraryId);
  const password = passwordStdin ? await readPassword() : randomBytes(15).toString('base64url');
  await withUsers((app) =>
    app.get(AccountChanges, { strict: false }).create({ username, password, role, scopes, libraryIds }),
  );
  console.log(passwordStdin ? `Made ${username}.` : `Made ${username}. Password: ${password}`);
}

async function runList(): Promise<void> {
  await withUsers(async (app) => {
    const repository = app.get(UserRepository, { strict: false });
    let after: string | null = null;
    for (;;) {
      const users: UserEntity[] = await repository.listAfter(after, PAGE);
      for (const user of users) console.log(describe(user));
      const last = users.at(-1);
      if (last === undefined || users.length < PAGE) return;
      after = last.username_key;
    }
  });
}

async function runSetDisabled(username: string, disabled: boolean): Promise<void> {
  await withUsers(async (app) => {
    const user = await getUserByName(app, username);
    await app.get(AccountChanges, { strict: false }).update(user.user_id, { disabled });
    console.log(`${disabled ? 'Disabled' : 'Enabled'} ${user.username}.`);
  });
}

function withUsers<T>(work: (app: INestApplicationContext) => Promise<T>): Promise<T> {
  return withService(loadCliConfig(process.env, { secrets: false }), work);
}

function describe(user: UserEntity): string {
  const marks = [
    user.role,
    ...user.scopes,
    ...(user.library_ids === null ? [] : [`libraries: ${user.library_ids.join(' ')}`]),
    ...(user.issuer === null ? [] : ['external']),
    ...(user.disabled ? ['disabled'] : []),
  ];
  return `${user.user_id}  ${user.username}  ${marks.join(', ')}`;
}

async function readPassword(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    throw new CliError(`A password has ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`);
  }
  return password;
}

function requireLibraryId(given: string): string {
  const id = findUuid(given);
  if (id === null) throw new CliError('--library takes library ids (UUID).');
  return id;
}
