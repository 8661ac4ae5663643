import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Snapshots tell which counts they hold, so that readers may keep counts in memory and never show others. */
export class FacetVersion1763700000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE catalog_revision ADD COLUMN facet_version text NOT NULL DEFAULT ''`);
  }

  down(): Promise<void> {
    throw new Error('Migrations only go forward; restore a backup to go back.');
  }
}
