import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';
import { createServedViews } from '../../schema/served-views';

/** Creates the views from which reads select item contexts and search documents, so that no read serves a stale row. */
export class ServedViews1763700000016 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await createServedViews(runner);
  }
}
