import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Adds the collection of films that a movie belongs to. Existing rows have none until they are imported again. */
export class Collections1763700000017 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_items ADD COLUMN collection text');
  }
}
