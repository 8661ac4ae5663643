import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, type QueryDeepPartialEntity } from 'typeorm';
import { insertAccount } from '../auth/insert-account';
import type { Scope } from '../common/scopes';
import { UserEntity } from '../database/entities/accounts/user.entity';

/** Changes to an account. Absent members change nothing. */
export interface UserChanges {
  readonly role?: 'admin' | 'user';
  readonly scopes?: readonly Scope[];
  readonly libraryIds?: readonly string[] | null;
  readonly disabled?: boolean;
  readonly passwordHash?: string;
  /** Tokens that were issued before this time, rounded down to a second, are refused. */
  readonly tokensValidFrom?: Date;
}

/** A new local account, or a service account, which has no password. */
export interface NewUser extends Omit<UserChanges, 'tokensValidFrom'> {
  readonly username: string;
  readonly isService: boolean;
}

/** Writes accounts, always within a transaction of the caller. */
@Injectable()
export class UserStore {
  /** Inserts an account; returns null if another account has the name or one that looks like it. */
  insert(
    manager: EntityManager,
    { username, passwordHash, isService, ...rights }: NewUser,
  ): Promise<UserEntity | null> {
    const columns = { password_hash: passwordHash ?? null, is_service: isService, ...toColumns(rights) };
    return insertAccount(manager, username, columns);
  }

  /** Applies changes and returns the account; null if there is no such account. */
  async update(manager: EntityManager, userId: string, changes: UserChanges): Promise<UserEntity | null> {
    const { passwordHash, tokensValidFrom } = changes;
    const columns = { ...toColumns(changes), password_hash: passwordHash, tokens_valid_from: tokensValidFrom };
    const updated = await manager.update(UserEntity, { user_id: userId }, columns, { returning: '*' });
    return (updated.raw as UserEntity[])[0] ?? null;
  }

  /** Returns the account, locked until the transaction ends; null if there is none. */
  lock(manager: EntityManager, userId: string): Promise<UserEntity | null> {
    return manager.findOne(UserEntity, { where: { user_id: userId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Deletes the account. The database then deletes everything that the account owns. */
  async delete(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(UserEntity, { user_id: userId });
  }

  /**
   * Locks the administrators who can log in with tokens of these issuers (null: this service) and returns their ids.
   * Excludes service accounts, because their keys expire. The lock prevents two transactions from removing the last
   * two administrators at the same time.
   */
  async lockAdmins(manager: EntityManager, issuers: readonly string[] | null): Promise<string[]> {
    const admins = await manager.find(UserEntity, {
      select: { user_id: true },
      where: {
        role: 'admin',
        disabled: false,
        is_service: false,
        issuer: issuers === null ? IsNull() : In([...issuers]),
      },
      order: { user_id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return admins.map((admin) => admin.user_id);
  }
}

/** Returns the columns to set. TypeORM ignores undefined values. */
function toColumns({ role, scopes, libraryIds, disabled }: UserChanges): QueryDeepPartialEntity<UserEntity> {
  return { role, scopes: scopes && [...scopes], library_ids: libraryIds && [...libraryIds], disabled };
}
