import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndex } from './replace-index';

/** The library of a movie or a series as a list; null for a season or an episode. */
const TITLE_LIBRARY = `(CASE WHEN media_kind IN ('movie', 'series') THEN ARRAY[library_id] END)`;

const INDEXES = [
  { name: 'intelligence_media_context_facets_ix', table: 'intelligence_media_context', column: 'facet_keys', rest: '' },
  {
    name: 'intelligence_search_documents_lexemes_ix',
    table: 'intelligence_search_documents',
    column: 'lexemes',
    rest: ' WITH (fastupdate = on, gin_pending_list_limit = 2048)',
  },
];

/**
 * Adds the libraries of movies and series to the GIN indexes of facets and words. A look-up for a caller who sees few
 * libraries then reads neither items of other libraries nor episodes. The indexes keep their names, because servers of
 * the previous release name them when they merge the pending lists.
 *
 * The indexes are built without blocking writers, which PostgreSQL allows only outside of a transaction. An interrupted
 * migration can run again; it then builds the indexes again.
 */
export class LibrariesInTermIndexes1763700001140 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const { name, table, column, rest } of INDEXES)
      await replaceIndex(runner, name, `${table} USING gin (${column}, ${TITLE_LIBRARY})${rest}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // TypeORM reverts in a transaction, so this blocks writers.
    for (const { name, table, column, rest } of INDEXES) {
      await runner.query(`DROP INDEX ${name}`);
      await runner.query(`CREATE INDEX ${name} ON ${table} USING gin (${column})${rest}`);
    }
  }
}
