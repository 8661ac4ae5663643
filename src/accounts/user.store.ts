import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Scope } from '../auth/auth.decorators';
import { toUsernameKey } from '../common/text/username';
import type { UserEntity } from '../database/entities/accounts/user.entity';

/** What can be changed about an account; what is absent stays. */
export interface UserChanges {
  readonly role?: 'admin' | 'user';
  readonly scopes?: readonly Scope[];
  readonly libraryIds?: readonly string[] | null;
  readonly disabled?: boolean;
  readonly passwordHash?: string;
}

/** A new local account. */
export interface NewUser extends UserChanges {
  readonly username: string;
  readonly passwordHash: string;
}

/** Writes accounts, always within a transaction of the caller. */
@Injectable()
export class UserStore {
  /** The account, or null when the name is taken. */
  async insert(manager: EntityManager, user: NewUser): Promise<UserEntity | null> {
    const rows: UserEntity[] = await manager.query(
      `INSERT INTO users (username, username_key, password_hash, role, scopes, library_ids, disabled)
       VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (username_key) DO NOTHING RETURNING *`,
      [
        user.username,
        toUsernameKey(user.username),
        user.passwordHash,
        user.role ?? 'user',
        user.scopes ?? [],
        user.libraryIds ?? null,
        user.disabled ?? false,
      ],
    );
    return rows[0] ?? null;
  }

  /** Applies the changes that are given; null when there is no such account. */
  async update(manager: EntityManager, userId: string, changes: UserChanges): Promise<UserEntity | null> {
    const [rows]: [UserEntity[], number] = await manager.query(
      `UPDATE users SET role = coalesce($2, role), scopes = coalesce($3::text[], scopes),
              library_ids = CASE WHEN $4 THEN $5::uuid[] ELSE library_ids END,
              disabled = coalesce($6, disabled), password_hash = coalesce($7, password_hash), updated_at = now()
        WHERE user_id = $1 RETURNING *`,
      [
        userId,
        changes.role ?? null,
        changes.scopes ?? null,
        changes.libraryIds !== undefined,
        changes.libraryIds ?? null,
        changes.disabled ?? null,
        changes.passwordHash ?? null,
      ],
    );
    return rows[0] ?? null;
  }

  /** The account, locked until the transaction ends; null when there is none. */
  async lock(manager: EntityManager, userId: string): Promise<UserEntity | null> {
    const rows: UserEntity[] = await manager.query('SELECT * FROM users WHERE user_id = $1 FOR UPDATE', [userId]);
    return rows[0] ?? null;
  }

  /** Removes the account; its sessions and watch states go with it. */
  async delete(manager: EntityManager, userId: string): Promise<void> {
    await manager.query('DELETE FROM users WHERE user_id = $1', [userId]);
  }

  /**
   * Locks the administrators that can come in with tokens of an issuer (null: our own), so that of two changes that would
   * each leave one the second sees what the first has done; gives their ids.
   */
  async lockAdmins(manager: EntityManager, issuer: string | null): Promise<string[]> {
    const rows: { user_id: string }[] = await manager.query(
      `SELECT user_id FROM users WHERE role = 'admin' AND NOT disabled AND issuer IS NOT DISTINCT FROM $1
        ORDER BY user_id FOR UPDATE`,
      [issuer],
    );
    return rows.map((row) => row.user_id);
  }
}
