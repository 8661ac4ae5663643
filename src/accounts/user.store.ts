import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, type QueryDeepPartialEntity } from 'typeorm';
import type { Scope } from '../auth/scopes';
import { toUsernameKey, toUsernameSkeleton } from '../common/text/username';
import { UserEntity } from '../database/entities/accounts/user.entity';

/** What can be changed about an account; what is absent stays. */
export interface UserChanges {
  readonly role?: 'admin' | 'user';
  readonly scopes?: readonly Scope[];
  readonly libraryIds?: readonly string[] | null;
  readonly disabled?: boolean;
  readonly passwordHash?: string;
  /** Tokens that were issued earlier are refused. */
  readonly tokensValidFrom?: Date;
}

/** A new local account, or a service account, which has no password. */
export interface NewUser extends UserChanges {
  readonly username: string;
  readonly isService: boolean;
}

/** Writes accounts, always within a transaction of the caller. */
@Injectable()
export class UserStore {
  /** The account, or null when the name, or one that looks like it, is taken. */
  async insert(manager: EntityManager, user: NewUser): Promise<UserEntity | null> {
    const { username, passwordHash, isService, ...rights } = user;
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(UserEntity)
      .values({
        username,
        username_key: toUsernameKey(username),
        username_skeleton: toUsernameSkeleton(username),
        password_hash: passwordHash ?? null,
        is_service: isService,
        ...toColumns(rights),
      })
      .orIgnore()
      .returning('*')
      .updateEntity(false)
      .execute();
    return (inserted.raw as UserEntity[])[0] ?? null;
  }

  /** Applies the changes that are given; null when there is no such account. */
  async update(manager: EntityManager, userId: string, changes: UserChanges): Promise<UserEntity | null> {
    const { passwordHash, tokensValidFrom } = changes;
    const columns = { ...toColumns(changes), password_hash: passwordHash, tokens_valid_from: tokensValidFrom };
    const updated = await manager.update(UserEntity, { user_id: userId }, columns, { returning: '*' });
    return (updated.raw as UserEntity[])[0] ?? null;
  }

  /** The account, locked until the transaction ends; null when there is none. */
  lock(manager: EntityManager, userId: string): Promise<UserEntity | null> {
    return manager.findOne(UserEntity, { where: { user_id: userId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Removes the account; its sessions and watch states go with it. */
  async delete(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(UserEntity, { user_id: userId });
  }

  /**
   * Locks the administrators that can log in with tokens of an issuer (null: our own) and gives their ids. Service accounts
   * are not among them, because their keys expire. Of two
   * changes that would each leave one administrator, the second then sees what the first has done.
   */
  async lockAdmins(manager: EntityManager, issuer: string | null): Promise<string[]> {
    const admins = await manager.find(UserEntity, {
      select: { user_id: true },
      where: { role: 'admin', disabled: false, is_service: false, issuer: issuer ?? IsNull() },
      order: { user_id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return admins.map((admin) => admin.user_id);
  }
}

/** The columns of the rights that are given; TypeORM leaves out what is undefined. */
function toColumns({ role, scopes, libraryIds, disabled }: UserChanges): QueryDeepPartialEntity<UserEntity> {
  return { role, scopes: scopes && [...scopes], library_ids: libraryIds && [...libraryIds], disabled };
}
