import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createServedViews } from '../../schema/served-views';

/** Creates the views that reads take contexts and search documents from, so that no read can serve a stale row. */
export class ServedViews1763700000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createServedViews(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
