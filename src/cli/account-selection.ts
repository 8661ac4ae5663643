/** How commands name an account: by its name, its id, or the subject of an external issuer. */
import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import { AccountChanges } from '../accounts/account-changes';
import { UserRepository } from '../accounts/user.repository';
import { findExternalSubject, SUBJECT_MAX_CHARS } from '../auth/tokens/external-subject';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { findUuid } from '../common/media-id';
import { toUsernameKey } from '../common/text/username';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import { CliError } from './cli-error';

/** The options that `addSelection` adds; exactly one of the first three is given. */
export interface AccountSelection {
  readonly username?: string;
  readonly userId?: string;
  readonly subject?: string;
  readonly issuer?: string;
}

/** Adds the options that name an account. */
export function addSelection(command: Command): Command {
  return command
    .option('--username <name>', 'the account of this name')
    .option('--user-id <uuid>', 'the account of this id')
    .option('--subject <sub>', 'the account of this subject of the external issuer')
    .option('--issuer <iss>', 'with --subject: which issuer; default: JWT_ISSUER with AUTH_MODE=jwks');
}

/** The account that the options name. Throws a `CliError` when there is none, or they name none or several. */
export async function getSelected(app: INestApplicationContext, selection: AccountSelection): Promise<UserEntity> {
  requireOneName(selection);
  const users = app.get(UserRepository, { strict: false });
  const { username, userId, subject } = selection;
  let user: UserEntity | null = null;
  if (username !== undefined) user = await users.findByKey(toUsernameKey(username));
  else if (userId !== undefined) user = await users.findById(requireUserId(userId));
  else if (subject !== undefined) user = await users.findBySubject(issuerOf(app, selection), requireSubject(subject));
  if (user === null) throw new CliError(username === undefined ? 'There is no such account.' : NO_SUCH_NAME);
  return user;
}

/**
 * As `getSelected`, for rights that are given: makes the account of a subject that has none yet, and takes no name for the
 * user of an external issuer, who may have chosen it.
 */
export async function getOrMakeSelected(
  app: INestApplicationContext,
  selection: AccountSelection,
): Promise<UserEntity> {
  requireOneName(selection);
  const { username, subject } = selection;
  if (subject !== undefined) {
    const changes = app.get(AccountChanges, { strict: false });
    return (await changes.ensureExternal(issuerOf(app, selection), requireSubject(subject))).user;
  }
  const user = await getSelected(app, selection);
  if (username !== undefined && user.issuer !== null) {
    throw new CliError('The issuer chose this name, so it proves nothing. Name the account by --subject or --user-id.');
  }
  return user;
}

const NO_SUCH_NAME = 'There is no account of that name.';

function requireOneName({ username, userId, subject, issuer }: AccountSelection): void {
  const names = [username, userId, subject].filter((name) => name !== undefined);
  if (names.length !== 1) throw new CliError('Name one account: --username, --user-id or --subject.');
  if (issuer !== undefined && subject === undefined) throw new CliError('--issuer goes with --subject.');
}

function requireUserId(given: string): string {
  const id = findUuid(given);
  if (id === null) throw new CliError('--user-id takes a UUID.');
  return id;
}

function requireSubject(given: string): string {
  const subject = findExternalSubject(given);
  if (subject === null) throw new CliError(`--subject takes 1 to ${SUBJECT_MAX_CHARS} printable characters.`);
  return subject;
}

function issuerOf(app: INestApplicationContext, { issuer }: AccountSelection): string {
  const { auth } = app.get<Config>(CONFIG, { strict: false });
  if (issuer !== undefined) return issuer;
  if (auth.mode !== 'jwks') throw new CliError('--subject needs AUTH_MODE=jwks or --issuer.');
  return auth.issuer;
}
