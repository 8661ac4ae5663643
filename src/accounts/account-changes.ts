import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AuditEntry, describeRightsChanges } from '../auth/audit-log/audit-entry';
import { AuditLog } from '../auth/audit-log/audit-log.store';
import { ExternalAccountsStore } from '../auth/external-accounts.store';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { isReservedUuid, RESERVED_UUID_RULE } from '../common/media-id';
import { Problem } from '../common/problems/problem';
import { findUsername, USERNAME_RULE } from '../common/text/username';
import type { UserEntity } from '../database/entities/accounts/user.entity';
import { Transactions } from '../database/transactions';
import { ACCOUNT_LIBRARIES_MAX, ACCOUNT_SCOPES_MAX } from './accounts.dto';
import { isCommonPassword } from './sessions/password-strength';
import { Passwords } from './sessions/passwords';
import { adjustRights, type RightsAdjustment } from './rights-adjustment';
import { SessionStore } from './sessions/session.store';
import { UserRepository } from './user.repository';
import { type NewUser, type UserChanges, UserStore } from './user.store';

/** Changes to an account, with its new password in plain text. */
interface AccountUpdate extends Omit<UserChanges, 'passwordHash' | 'tokensValidFrom'> {
  readonly password?: string;
  /** Whether a common password is allowed. Only for the demo, whose password the operator chooses; default false. */
  readonly allowsCommonPassword?: boolean;
}

/** A new account, with its password in plain text. */
interface NewAccount extends AccountUpdate {
  readonly username: string;
  readonly password: string;
}

/**
 * Creates, changes and deletes accounts, for the API and for the command line. Methods that set rights throw
 * `invalid-request` for reserved or too many library ids and for too many scopes.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: UserStore,
    private readonly sessions: SessionStore,
    private readonly passwords: Passwords,
    private readonly users: UserRepository,
    private readonly external: ExternalAccountsStore,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Pick<Config, 'auth'>,
  ) {}

  /**
   * Creates a local account. Throws `invalid-request` for an invalid name or a common password, and `conflict` if
   * another account has the name or a name that looks like it.
   */
  async create({ username, password, allowsCommonPassword, ...rights }: NewAccount): Promise<UserEntity> {
    const name = requireUsername(username);
    requireRights(rights);
    if (allowsCommonPassword !== true) await requireUncommon(password);
    const passwordHash = await this.passwords.hash(password);
    return this.insert({ ...rights, username: name, passwordHash, isService: false });
  }

  /** Creates a service account, whose programs authenticate with API keys. Throws as `create` does. */
  async createService({ username, ...rights }: Omit<NewAccount, 'password'>): Promise<UserEntity> {
    const name = requireUsername(username);
    requireRights(rights);
    return this.insert({ ...rights, username: name, isService: true });
  }

  /**
   * Creates the account of an external issuer's subject. Absent rights have the defaults of `ensureExternal`. Throws
   * `conflict` if the subject has an account.
   */
  async createExternal(issuer: string, subject: string, rights: UserChanges): Promise<UserEntity> {
    requireRights(rights);
    const { user, isNew } = await this.ensureExternal(issuer, subject, rights);
    if (!isNew) throw Problem.conflict('The subject has an account.');
    return user;
  }

  /**
   * Returns the account of an external issuer's subject. Creates a missing account with `rights`, which it does not
   * check; by default with the role `user` and the libraries of `NEW_USER_LIBRARIES`.
   */
  async ensureExternal(
    issuer: string,
    subject: string,
    rights: UserChanges = {},
  ): Promise<{ user: UserEntity; isNew: boolean }> {
    const existing = await this.users.findBySubject(issuer, subject);
    if (existing !== null) return { user: existing, isNew: false };
    // Tokens that were issued before this second stay refused if the account is enabled later.
    const tokensValidFrom = rights.disabled === true ? new Date() : undefined;
    const isNew = await this.external.ensure(issuer, subject, null, async (manager, { user_id: userId }) => {
      const created = await this.store.update(manager, userId, { ...rights, tokensValidFrom });
      if (created !== null) await this.record(manager, 'account.create', null, created);
    });
    const user = await this.users.findBySubject(issuer, subject);
    if (user === null) throw Problem.conflict('The account was deleted meanwhile.');
    return { user, isNew };
  }

  /** Adds and removes rights. Throws `not-found`, and `conflict` as `update` and `adjustRights` do. */
  async adjust(userId: string, adjustment: RightsAdjustment): Promise<UserEntity> {
    return this.transactions.run(async (manager) => {
      if (adjustment.role === 'user') await this.requireOtherAdmin(manager, userId);
      const user = await this.store.lock(manager, userId);
      if (user === null) throw Problem.notFound();
      const rights = adjustRights(user, adjustment);
      requireRights(rights);
      const adjusted = (await this.store.update(manager, userId, rights)) ?? user;
      await this.record(manager, 'account.change', user, adjusted);
      return adjusted;
    });
  }

  /**
   * Changes an account. A new password ends the account's sessions and tokens, and so does disabling the account.
   * Throws `not-found`; `invalid-request` for a common password, and for a password of an external or a service
   * account; and `conflict` if this would demote or disable the last administrator who can log in.
   */
  async update(userId: string, { password, allowsCommonPassword, ...rights }: AccountUpdate): Promise<UserEntity> {
    requireRights(rights);
    if (password !== undefined && allowsCommonPassword !== true) await requireUncommon(password);
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    return this.transactions.run(async (manager) => {
      if (rights.role === 'user' || rights.disabled === true) await this.requireOtherAdmin(manager, userId);
      const endsTokens = passwordHash !== undefined || rights.disabled === true;
      const tokensValidFrom = endsTokens ? new Date() : undefined;
      const before = await this.store.lock(manager, userId);
      if (before === null) throw Problem.notFound();
      if (passwordHash !== undefined) requirePasswordAccount(before);
      const user = await this.store.update(manager, userId, { ...rights, passwordHash, tokensValidFrom });
      if (user === null) throw Problem.notFound();
      await this.record(manager, 'account.change', before, user);
      if (passwordHash !== undefined || user.disabled) await this.sessions.endAll(manager, userId);
      return user;
    });
  }

  /** Deletes an account and everything that it owns. Throws `not-found`, and `conflict` for the last administrator. */
  async delete(userId: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      await this.requireOtherAdmin(manager, userId);
      const user = await this.store.lock(manager, userId);
      if (user === null) throw Problem.notFound();
      await this.store.delete(manager, userId);
      await this.audit.append(manager, [{ action: 'account.delete', ...toTarget(user) }]);
    });
  }

  private async insert(user: NewUser): Promise<UserEntity> {
    return this.transactions.run(async (manager) => {
      const inserted = await this.store.insert(manager, user);
      if (inserted === null) throw Problem.conflict('The user name, or one that looks like it, is taken.');
      await this.record(manager, 'account.create', null, inserted);
      return inserted;
    });
  }

  private async record(
    manager: EntityManager,
    action: 'account.create' | 'account.change',
    before: UserEntity | null,
    after: UserEntity,
  ): Promise<void> {
    const hasNewPassword = before !== null && before.password_hash !== after.password_hash;
    const changes = [
      ...describeRightsChanges(before, after),
      ...(hasNewPassword ? [{ field: 'password', removed: [], added: [] }] : []),
    ];
    if (changes.length > 0) await this.audit.append(manager, [{ action, ...toTarget(after), changes }]);
  }

  private async requireOtherAdmin(manager: EntityManager, userId: string): Promise<void> {
    const { mode, externalIssuers } = this.config.auth;
    const issuers = mode === 'local' ? null : externalIssuers.map(({ issuer }) => issuer);
    const admins = await this.store.lockAdmins(manager, issuers);
    if (admins.length === 1 && admins[0] === userId) {
      throw Problem.conflict('The last administrator cannot be removed, demoted or disabled.');
    }
  }
}

function requireUsername(username: string): string {
  const name = findUsername(username);
  if (name === null) throw Problem.invalidField('username', USERNAME_RULE);
  return name;
}

function requirePasswordAccount({ issuer, is_service: isService }: UserEntity): void {
  if (issuer === null && !isService) return;
  const message = isService
    ? 'must be absent: a service account has keys instead of a password'
    : 'belongs to the issuer of this account';
  throw Problem.invalidField('password', message);
}

function toTarget({ user_id: id, username }: UserEntity): Pick<AuditEntry, 'target' | 'accountId'> {
  return { target: { id, name: username }, accountId: id };
}

async function requireUncommon(password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return;
  throw Problem.invalidField('password', 'must not be a common password or easy to guess');
}

/** Throws for too many scopes or library ids, and for reserved ids, which no library can have. */
function requireRights({ scopes, libraryIds }: UserChanges): void {
  if ((scopes?.length ?? 0) > ACCOUNT_SCOPES_MAX) {
    throw Problem.invalidField('scopes', `must have at most ${ACCOUNT_SCOPES_MAX} elements`);
  }
  if (libraryIds?.some(isReservedUuid)) throw Problem.invalidField('library_ids', RESERVED_UUID_RULE);
  if ((libraryIds?.length ?? 0) > ACCOUNT_LIBRARIES_MAX) {
    throw Problem.invalidField('library_ids', `must have at most ${ACCOUNT_LIBRARIES_MAX} elements`);
  }
}
