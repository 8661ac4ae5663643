import type { MigrationInterface, QueryRunner } from 'typeorm';

const FUNCTION = 'intelligence_library_terms(uuid, text[], text[])';

/**
 * The body is an SQL expression (RETURN), not a text. PostgreSQL resolves its names when it creates the function, so
 * the `search_path` of a later session does not change what the indexes contain. `unnest` is in a SELECT list. In a
 * FROM clause, PostgreSQL would first store its whole result, which takes a fifth longer.
 */
const CREATE_FUNCTION = `
CREATE OR REPLACE FUNCTION intelligence_library_terms(library uuid, terms text[], prefixes text[]) RETURNS bigint[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 500
RETURN ARRAY(SELECT hashtextextended(term, uuid_hash_extended(library, 0))
               FROM (SELECT unnest(terms) AS term) AS each WHERE term ^@ ANY (prefixes))`;

const TITLES = `WHERE media_kind IN ('movie', 'series')`;

/** `t` and `o` are the letters before the lexemes of titles and overviews. */
const INDEXES = [
  {
    name: 'intelligence_search_documents_library_words_ix',
    definition: `intelligence_search_documents
      USING gin (intelligence_library_terms(library_id, tsvector_to_array(lexemes), '{t,o}'))
       WITH (fastupdate = on, gin_pending_list_limit = 2048) ${TITLES}`,
  },
  {
    name: 'intelligence_media_context_library_facets_ix',
    definition: `intelligence_media_context
      USING gin (intelligence_library_terms(library_id, facet_keys, '{person:,genre:}')) ${TITLES}`,
  },
];

/**
 * Creates two indexes of movies and series: one of the words of titles and overviews, and one of people and genres.
 * Each entry is a hash of a term and the library of the item. So a look-up for a caller who sees few libraries reads
 * only the entries of these libraries, and none of episodes.
 *
 * The indexes are built without blocking writers, which PostgreSQL allows only outside of a transaction. An interrupted
 * migration can run again. It then drops and builds both indexes.
 */
export class TermsByLibrary1763700001160 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_FUNCTION);
    // A role that writes to the tables must have this right. Some databases do not grant it by default.
    await runner.query(`GRANT EXECUTE ON FUNCTION ${FUNCTION} TO PUBLIC`);
    for (const { name, definition } of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${definition}`);
      // Otherwise, ANALYZE computes the hashes of each row that it reads. The planner does not need their statistics.
      await runner.query(`ALTER INDEX ${name} ALTER COLUMN 1 SET STATISTICS 0`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without this setting, Citus refuses to drop a function in a transaction that has dropped indexes of distributed
    // tables. It has no effect without Citus.
    await runner.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    for (const { name } of INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query(`DROP FUNCTION ${FUNCTION}`);
  }
}
