/** Options by which commands select an account: its name, its id, or its subject at an external issuer. */
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { AccountChanges } from '../../accounts/account-changes';
import { UserRepository } from '../../accounts/user.repository';
import { findExternalSubject, SUBJECT_MAX_CHARS } from '../../auth/tokens/external-subject';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { findUuid } from '../../common/media-id';
import { toUsernameKey } from '../../common/text/username';
import type { UserEntity } from '../../database/entities/accounts/user.entity';
import { CliError } from '../cli-error';

/** The options that `addSelection` adds. Exactly one of the first three must be given. */
export interface AccountSelection {
  readonly username?: string;
  readonly userId?: string;
  readonly subject?: string;
  readonly issuer?: string;
}

/** Returns the command `users`. The first call adds it to the program, because several files add commands to it. */
export function usersCommand(program: Command): Command {
  const existing = program.commands.find((command) => command.name() === 'users');
  return existing ?? program.command('users').description('Manage accounts.');
}

/** Adds the options that select an account. */
export function addSelection(command: Command): Command {
  return command
    .option('--username <name>', 'name of the account')
    .option('--user-id <uuid>', 'id of the account')
    .option('--subject <sub>', 'subject (sub claim) of the account at the external issuer')
    .option('--issuer <iss>', 'issuer of --subject; default: the configured one, if there is only one');
}

/** Returns the selected account. Throws a `CliError` if it does not exist or the options are invalid. */
export async function getSelected(app: INestApplicationContext, selection: AccountSelection): Promise<UserEntity> {
  requireOneOption(selection);
  const users = app.get(UserRepository);
  const { username, userId, subject } = selection;
  let user: UserEntity | null = null;
  if (username !== undefined) user = await users.findByKey(toUsernameKey(username));
  else if (userId !== undefined) user = await users.findById(requireUserId(userId));
  else if (subject !== undefined) user = await users.findBySubject(issuerOf(app, selection), requireSubject(subject));
  if (user === null) throw new CliError(username === undefined ? 'There is no such account.' : NO_SUCH_NAME);
  return user;
}

/**
 * Like `getSelected`, for commands that give access. Refuses the name of an external account, because its user may have
 * chosen that name.
 */
export async function getIdentified(app: INestApplicationContext, selection: AccountSelection): Promise<UserEntity> {
  const user = await getSelected(app, selection);
  if (selection.username !== undefined && user.issuer !== null) {
    throw new CliError('The name of an external account does not identify its user. Use --subject or --user-id.');
  }
  return user;
}

/** Like `getIdentified`, but creates the account of a subject that has none yet. */
export async function getOrCreateSelected(
  app: INestApplicationContext,
  selection: AccountSelection,
): Promise<UserEntity> {
  requireOneOption(selection);
  const { subject } = selection;
  if (subject === undefined) return getIdentified(app, selection);
  const changes = app.get(AccountChanges);
  return (await changes.ensureExternal(issuerOf(app, selection), requireSubject(subject))).user;
}

const NO_SUCH_NAME = 'There is no account of that name.';

function requireOneOption({ username, userId, subject, issuer }: AccountSelection): void {
  const selectors = [username, userId, subject].filter((value) => value !== undefined);
  if (selectors.length !== 1) throw new CliError('Give exactly one of --username, --user-id and --subject.');
  if (issuer !== undefined && subject === undefined) throw new CliError('--issuer requires --subject.');
}

function requireUserId(text: string): string {
  const id = findUuid(text);
  if (id === null) throw new CliError('--user-id must be a UUID.');
  return id;
}

function requireSubject(text: string): string {
  const subject = findExternalSubject(text);
  if (subject === null) throw new CliError(`--subject must have 1 to ${SUBJECT_MAX_CHARS} printable characters.`);
  return subject;
}

function issuerOf(app: INestApplicationContext, { issuer }: AccountSelection): string {
  const { auth } = app.get<Config>(CONFIG);
  if (issuer !== undefined) return issuer;
  if (auth.mode !== 'jwks') throw new CliError('--subject requires AUTH_MODE=jwks or --issuer.');
  if (auth.externalIssuers.length > 1) {
    throw new CliError('Give --issuer: the service accepts tokens of several issuers.');
  }
  return auth.issuer;
}
