import { escapeLiteral } from 'pg';

/**
 * The setting that row-level security compares with the owner of a row. In a transaction without it, the role of
 * `DATABASE_READ_URL` sees no rows of users, and other roles see the rows of all users.
 */
export const USER_SETTING = 'intelligence.user_id';

/**
 * Returns a statement to send with `BEGIN`. In the tables with row-level security, the transaction then sees only
 * global rows and rows of this user.
 */
export function scopeRowsTo(userId: string): string {
  return `SET LOCAL ${USER_SETTING} = ${escapeLiteral(userId)}`;
}
