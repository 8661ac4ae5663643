import type { MigrationInterface, QueryRunner } from 'typeorm';
import { toUsernameSkeleton } from '../../../../common/text/username';

const BATCH = 1000;

/**
 * Adds the skeletons of user names (see `toUsernameSkeleton`). If existing names look alike, only one of their accounts
 * gets the skeleton.
 */
export class UsernameSkeletons1763700000068 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN username_skeleton text');
    await runner.query('ALTER TABLE users ADD CONSTRAINT users_username_skeleton_uq UNIQUE (username_skeleton)');
    for (let after: string | null = null; ;) {
      const users = (await runner.query(
        `SELECT user_id, username FROM users WHERE $1::uuid IS NULL OR user_id > $1 ORDER BY user_id LIMIT ${BATCH}`,
        [after],
      )) as { user_id: string; username: string }[];
      await fillSkeletons(runner, users);
      after = users.at(-1)?.user_id ?? null;
      if (users.length < BATCH) return;
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN username_skeleton');
  }
}

async function fillSkeletons(
  runner: QueryRunner,
  users: readonly { user_id: string; username: string }[],
): Promise<void> {
  await runner.query(
    `UPDATE users AS u SET username_skeleton = named.skeleton
       FROM (SELECT DISTINCT ON (skeleton) user_id, skeleton
               FROM unnest($1::uuid[], $2::text[]) AS named (user_id, skeleton) ORDER BY skeleton, user_id) AS named
      WHERE u.user_id = named.user_id
        AND NOT EXISTS (SELECT FROM users AS other WHERE other.username_skeleton = named.skeleton)`,
    [users.map(({ user_id }) => user_id), users.map(({ username }) => toUsernameSkeleton(username))],
  );
}
