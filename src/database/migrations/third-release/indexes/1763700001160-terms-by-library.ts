import type { MigrationInterface, QueryRunner } from 'typeorm';
import { replaceIndex } from './replace-index';

const FUNCTION = 'intelligence_library_terms(uuid, text[], text[])';

/** PostgreSQL resolves the names in this form of a body now, so that the indexes do not depend on a `search_path`. */
const CREATE_FUNCTION = `
CREATE OR REPLACE FUNCTION intelligence_library_terms(library uuid, terms text[], prefixes text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 500
RETURN (SELECT array_agg(hashtextextended(term, uuid_hash_extended(library, 0)))
          FROM unnest(terms) AS term WHERE term ^@ ANY (prefixes))`;

const TITLES = `WHERE media_kind IN ('movie', 'series')`;
/** Options of the indexes of lexemes. */
const PENDING_LIST = 'WITH (fastupdate = on, gin_pending_list_limit = 2048)';

const NEW_INDEXES = [
  {
    name: 'intelligence_search_documents_library_words_ix',
    definition: `intelligence_search_documents
      USING gin (intelligence_library_terms(library_id, tsvector_to_array(lexemes), '{t,o}')) ${PENDING_LIST} ${TITLES}`,
  },
  {
    name: 'intelligence_media_context_library_facets_ix',
    definition: `intelligence_media_context
      USING gin (intelligence_library_terms(library_id, facet_keys, '{person:,genre:}')) ${TITLES}`,
  },
];

/** The library of a movie or a series as a list; null for a season or an episode. */
const TITLE_LIBRARY = `(CASE WHEN media_kind IN ('movie', 'series') THEN ARRAY[library_id] END)`;

const TERM_INDEXES = [
  { name: 'intelligence_media_context_facets_ix', table: 'intelligence_media_context', column: 'facet_keys', rest: '' },
  {
    name: 'intelligence_search_documents_lexemes_ix',
    table: 'intelligence_search_documents',
    column: 'lexemes',
    rest: ` ${PENDING_LIST}`,
  },
];

/**
 * Creates indexes of the words, people and genres of movies and series by library. An entry is a hash of a term and a
 * library, so a look-up for a caller who sees few libraries reads only entries of these libraries. Before, PostgreSQL
 * compared each entry of a term with the entries of the libraries; the libraries are removed from the indexes of terms.
 *
 * The indexes are built without blocking writers, which PostgreSQL allows only outside of a transaction. An interrupted
 * migration can run again; it then builds the indexes again.
 */
export class TermsByLibrary1763700001160 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_FUNCTION);
    for (const { name, definition } of NEW_INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
      // Otherwise, ANALYZE computes the hashes of each row that it reads. The planner does not need their statistics.
      await runner.query(`ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`);
    }
    for (const { name, table, column, rest } of TERM_INDEXES)
      await replaceIndex(runner, name, `${table} USING gin (${column})${rest}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // TypeORM reverts in a transaction, so this blocks writers.
    for (const { name, table, column, rest } of TERM_INDEXES) {
      await runner.query(`DROP INDEX ${name}`);
      await runner.query(`CREATE INDEX ${name} ON ${table} USING gin (${column}, ${TITLE_LIBRARY})${rest}`);
    }
    for (const { name } of NEW_INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query(`DROP FUNCTION ${FUNCTION}`);
  }
}
