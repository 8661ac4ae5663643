import { escapeLiteral } from 'pg';

/**
 * The setting of a transaction that row-level security compares with the owner of a row. A reader sees no rows of users
 * without it; other roles then see those of all users.
 */
export const USER_SETTING = 'intelligence.user_id';

/** A statement for the same packet as `BEGIN`: the transaction sees global rows, and of those of users only the user's. */
export function scopeRowsTo(userId: string): string {
  return `SET LOCAL ${USER_SETTING} = ${escapeLiteral(userId)}`;
}
