import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Adds an index that finds the counts of a facet value in all libraries with one look-up. */
export class FacetsByKey1763700000050 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX intelligence_facet_values_key_ix ON intelligence_facet_values (facet_kind, facet_key, library_id)',
    );
  }
}
