import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the version of the facet counts, so that readers can cache counts in memory and never serve outdated ones. */
export class FacetVersion1763700000011 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE catalog_revision ADD COLUMN facet_version text NOT NULL DEFAULT ''`);
  }

  down(): Promise<void> {
    throw new Error('Migrations cannot be reverted; restore a backup instead.');
  }
}
