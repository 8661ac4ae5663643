import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Adds the version of the facet counts, so that readers can cache counts in memory and never serve outdated ones. */
export class FacetVersion1763700000011 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE catalog_revision ADD COLUMN facet_version text NOT NULL DEFAULT ''`);
  }
}
