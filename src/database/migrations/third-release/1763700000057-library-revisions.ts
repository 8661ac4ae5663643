import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Removes the revision and the facet version of the whole catalog, whose row all writers had to update. Each library
 * has its own revision and facet version. Counts over several libraries are summed when they are read.
 */
export class LibraryRevisions1763700000057 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE libraries ADD COLUMN facet_version text NOT NULL DEFAULT ''`);
    await runner.query(
      `CREATE TABLE removed_libraries (
         library_id uuid NOT NULL,
         revision bigint NOT NULL,
         CONSTRAINT removed_libraries_pk PRIMARY KEY (library_id)
       )`,
    );
    const allLibraries = '00000000-0000-0000-0000-000000000000';
    await runner.query(`DELETE FROM intelligence_facet_values WHERE library_id = '${allLibraries}'`);
    await runner.query(`DELETE FROM intelligence_facet_groups WHERE library_id = '${allLibraries}'`);
    await runner.query('DROP TABLE catalog_revision');
  }
}
