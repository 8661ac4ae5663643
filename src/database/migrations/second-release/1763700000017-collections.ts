import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The film series that a movie belongs to. Rows that are there have none until they are imported again. */
export class Collections1763700000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_items ADD COLUMN collection text');
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
