import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createServedViews } from '../../schema/served-views';

/** Creates the views from which reads select item contexts and search documents, so that no read serves a stale row. */
export class ServedViews1763700000016 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createServedViews(runner);
  }

  down(): Promise<void> {
    throw new Error('Migrations cannot be reverted; restore a backup instead.');
  }
}
