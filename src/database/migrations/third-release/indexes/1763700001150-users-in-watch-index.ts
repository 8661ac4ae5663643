import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndex } from './replace-index';

const NAME = 'watch_states_media_ix';

/**
 * Adds the user to the index of watch states by item. PostgreSQL often uses this index to look up the state of one
 * user: with outdated statistics, it expects only few users to have watched an item. Without the user in the index,
 * such a look-up reads the states of all users who have watched the item.
 *
 * The index is built without blocking writers, which PostgreSQL allows only outside of a transaction. It keeps its
 * name, because the entities of the previous release declare an index of this name.
 */
export class UsersInWatchIndex1763700001150 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await replaceIndex(runner, NAME, 'watch_states (library_id, media_id, user_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    // TypeORM ignores `transaction` when it reverts a migration, so this runs in a transaction. It blocks writers until
    // its end. It blocks readers only from the DROP INDEX on, after the new index is built.
    await runner.query(`CREATE INDEX ${NAME}_new ON watch_states (library_id, media_id)`);
    await runner.query(`DROP INDEX ${NAME}`);
    await runner.query(`ALTER INDEX ${NAME}_new RENAME TO ${NAME}`);
  }
}
