import { Injectable } from '@nestjs/common';
import { UserDeletionHooks } from '../auth/user-deletion';
import { Problem } from '../common/problem';
import { findUsername } from '../common/username';
import type { UserEntity } from '../database/entities/user.entity';
import { Transactions } from '../database/transactions';
import { Passwords } from './passwords';
import { SessionStore } from './session.store';
import { type UserChanges, UserStore } from './user.store';

/** A new account, its password in the clear. */
export interface AccountToCreate extends Omit<UserChanges, 'passwordHash'> {
  readonly username: string;
  readonly password: string;
}

/** Changes to an account, its new password in the clear. */
export interface AccountToChange extends Omit<UserChanges, 'passwordHash'> {
  readonly password?: string;
}

/** Makes, changes and deletes accounts, for the API and the command line alike. */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: UserStore,
    private readonly sessions: SessionStore,
    private readonly passwords: Passwords,
    private readonly deletionHooks: UserDeletionHooks,
  ) {}

  /** Makes a local account. Throws `invalid-request` for a name that is none, `conflict` for one that is taken. */
  async create({ username, password, ...rights }: AccountToCreate): Promise<UserEntity> {
    const name = findUsername(username);
    if (name === null) {
      throw Problem.invalidRequest([
        {
          field: 'username',
          message: 'must be 1 to 64 letters, digits and . _ @ + -, beginning with a letter or digit',
        },
      ]);
    }
    const passwordHash = await this.passwords.hash(password);
    const user = await this.transactions.run((manager) =>
      this.store.insert(manager, { ...rights, username: name, passwordHash }),
    );
    if (user === null) throw Problem.conflict('The user name is taken.');
    return user;
  }

  /**
   * Changes an account; a new password or a disabling ends its sessions. Throws `not-found`, `invalid-request` for the
   * password of an external account, `conflict` when no administrator would be left that can come in.
   */
  async update(userId: string, { password, ...rights }: AccountToChange): Promise<UserEntity> {
    const passwordHash = password === undefined ? undefined : await this.passwords.hash(password);
    return this.transactions.run(async (manager) => {
      if (rights.role === 'user' || rights.disabled === true) await this.requireOtherAdmin(manager, userId);
      const user = await this.store.update(manager, userId, { ...rights, passwordHash });
      if (user === null) throw Problem.notFound();
      if (passwordHash !== undefined && user.issuer !== null) {
        throw Problem.invalidRequest([{ field: 'password', message: 'belongs to the issuer of this account' }]);
      }
      if (passwordHash !== undefined || user.disabled) await this.sessions.endAll(manager, userId);
      return user;
    });
  }

  /** Deletes an account with its watch states, sessions and what the features keep of it. Throws as `update` does. */
  async delete(userId: string): Promise<void> {
    await this.transactions.run(async (manager) => {
      await this.requireOtherAdmin(manager, userId);
      if (!(await this.store.lock(manager, userId))) throw Problem.notFound();
      await this.deletionHooks.run(manager, userId);
      await this.store.delete(manager, userId);
    });
  }

  private async requireOtherAdmin(manager: Parameters<UserStore['lockAdmins']>[0], userId: string): Promise<void> {
    const admins = await this.store.lockAdmins(manager);
    if (admins.length === 1 && admins[0] === userId) {
      throw Problem.conflict('The last administrator cannot be removed, demoted or disabled.');
    }
  }
}
