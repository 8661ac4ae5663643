import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the film series that a movie belongs to. Existing rows have none until they are imported again. */
export class Collections1763700000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_items ADD COLUMN collection text');
  }

  down(): Promise<void> {
    throw new Error('Migrations cannot be reverted; restore a backup instead.');
  }
}
