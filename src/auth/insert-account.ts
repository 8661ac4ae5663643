import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import { toUsernameKey, toUsernameSkeleton } from '../common/text/username';
import { UserEntity } from '../database/entities/accounts/user.entity';

/**
 * Inserts an account. Returns null if another account has the name or one that looks like it, or has the issuer and
 * the subject of `columns`.
 */
export async function insertAccount(
  manager: EntityManager,
  username: string,
  columns: QueryDeepPartialEntity<UserEntity>,
): Promise<UserEntity | null> {
  const names = { username, username_key: toUsernameKey(username), username_skeleton: toUsernameSkeleton(username) };
  const inserted = await manager
    .createQueryBuilder()
    .insert()
    .into(UserEntity)
    .values({ ...names, ...columns })
    .orIgnore()
    .returning('*')
    .updateEntity(false)
    .execute();
  return (inserted.raw as UserEntity[])[0] ?? null;
}
