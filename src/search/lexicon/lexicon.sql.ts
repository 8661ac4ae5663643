/**
 * The statements of the background loop that counts words. A statement that counts or merges words is for one library
 * and reads only the rows of this library.
 */
import { WORD_RULES } from './word-rules';

/** Maximum length of a list of libraries with outdated counts. Later lists contain the others. */
export const OUTDATED_LIBRARIES_MAX = 1_000;

/** Maximum number of documents that one statement counts. Such a statement takes a few seconds. */
export const SLICE_DOCUMENTS = 100_000;

/**
 * The state of the catalog and of the last count, in one row. `catalog` changes with every change of any library.
 * `age` is the time since the last count in milliseconds; null before the first count.
 */
export const CATALOG_AND_LAST_COUNT_SQL = `
SELECT (SELECT concat(count(*), '/', sum(revision)) FROM libraries) AS catalog,
       (extract(epoch FROM clock_timestamp() - last.refreshed_at) * 1000)::bigint AS age, last.duration_ms AS duration
  FROM (SELECT 1) AS one
  LEFT JOIN (SELECT refreshed_at, duration_ms FROM intelligence_lexicon_state ORDER BY refreshed_at DESC LIMIT 1) AS last
         ON true`;

/**
 * The libraries whose counts are outdated; $1 is one library, or null for all. The statement also compares the numbers
 * of documents, because rows that are derived again become servable without a new revision. A removed library is listed
 * until its counts are removed.
 */
export const OUTDATED_SQL = `
SELECT library_id, coalesce(s.revision, -1) AS counted, l.revision AS current,
       coalesce(s.documents, 0) AS counted_documents, g.documents
  FROM libraries l FULL JOIN intelligence_lexicon_state s USING (library_id)
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(g.value_total), 0) AS documents FROM intelligence_facet_groups g
    WHERE g.library_id = coalesce(l.library_id, s.library_id) AND g.facet_kind = 'media_kind') AS g
 WHERE (s.revision IS DISTINCT FROM l.revision OR s.documents IS DISTINCT FROM g.documents)
   AND ($1::uuid IS NULL OR library_id = $1)
 ORDER BY library_id LIMIT ${OUTDATED_LIBRARIES_MAX}`;

/**
 * `OUTDATED_SQL` on a distributed database, in three statements: the states of the last counts, the revisions of the
 * libraries, and the numbers of servable documents. $1 is one library, or null for all.
 */
export const STATES_SQL = `
SELECT library_id, revision, documents FROM intelligence_lexicon_state WHERE $1::uuid IS NULL OR library_id = $1`;
export const REVISIONS_SQL = 'SELECT library_id, revision FROM libraries WHERE $1::uuid IS NULL OR library_id = $1';
export const DOCUMENTS_SQL = `
SELECT library_id, sum(value_total) AS documents FROM intelligence_facet_groups
 WHERE facet_kind = 'media_kind' AND ($1::uuid IS NULL OR library_id = $1) GROUP BY library_id`;

/** `CATALOG_AND_LAST_COUNT_SQL` on a distributed database, in two statements. */
export const LAST_COUNT_SQL = `
SELECT (extract(epoch FROM clock_timestamp() - refreshed_at) * 1000)::bigint AS age, duration_ms AS duration
  FROM (SELECT refreshed_at, duration_ms FROM intelligence_lexicon_state ORDER BY refreshed_at DESC LIMIT 1) AS last`;
export const CATALOG_SQL = `SELECT count(*) AS libraries, sum(revision) AS revisions FROM libraries`;

/**
 * Returns the statement that merges the pending lists of GIN indexes on all nodes. `names` are index names, joined with
 * `|`. On a node, the name of an index ends with the number of its shard.
 */
export function mergeOnNodesSql(names: string): string {
  return `SELECT count(*) FROM run_command_on_all_nodes($q$SELECT sum(gin_clean_pending_list(c.oid)) FROM pg_class c
    WHERE c.relkind = 'i' AND c.relname ~ '^(${names})_[0-9]+$'$q$)`;
}

/** The first media id after a slice: $1 library, $2 first media id of the slice. */
export const SLICE_END_SQL = `
SELECT media_id FROM intelligence_search_documents WHERE library_id = $1 AND media_id >= $2
 ORDER BY media_id OFFSET ${SLICE_DOCUMENTS} LIMIT 1`;

/**
 * Counts the lexemes of a slice: $1 library, $2 first media id, $3 first media id after the slice, or null. Lexemes of
 * whole titles and names are not counted. Only servable documents are counted, so the lexicon reveals no word of a
 * document that is not servable.
 */
export const COUNT_SLICE_SQL = `
INSERT INTO fresh_lexicon
SELECT s.word, s.ndoc
  FROM ts_stat(format(
    $q$SELECT lexemes FROM intelligence_search_documents
        WHERE library_id = %L AND media_id >= %L AND (%3$L IS NULL OR media_id < %3$L::uuid)
          AND status = 'ready' AND available$q$,
    $1::uuid, $2::uuid, $3::uuid)) AS s
 WHERE left(s.word, 1) NOT IN ('=', 'N')`;

/**
 * Returns the SQL expression of the spelling deletes of a lexeme, equal to those of `spellingDeletesOf`. `lexeme` is an
 * SQL expression. Only words of titles and names with 3 to 24 letters have spelling deletes; the prefix of the lexeme
 * makes it one character longer. `i` is the position of the removed letter; behind the last letter, none is removed.
 * Removing either of two equal neighbouring letters gives the same text, so only the first one is removed. `DISTINCT`
 * would take longer.
 */
export function spellingDeletesSql(lexeme: string): string {
  return `CASE WHEN left(${lexeme}, 1) IN ('t', 'p') AND length(${lexeme}) BETWEEN 4 AND 25
               THEN ARRAY(SELECT substr(${lexeme}, 2, i - 2) || substr(${lexeme}, i + 1)
                            FROM generate_series(2, length(${lexeme}) + 1) AS i
                           WHERE i = 2 OR substr(${lexeme}, i, 1) <> substr(${lexeme}, i - 1, 1))
               ELSE '{}' END`;
}

/** Adds up the counts of the slices of one library. */
export const SUM_SLICES_SQL = [
  // With outdated statistics, the planner might choose nested loops for the merge, which scan the lexicon for each
  // word.
  'SET LOCAL enable_nestloop = off',
  `CREATE TEMP TABLE counted_lexicon ON COMMIT DROP AS
   SELECT lexeme COLLATE "C" AS lexeme, sum(documents)::integer AS documents FROM fresh_lexicon GROUP BY 1`,
  'ANALYZE counted_lexicon',
];

/**
 * Merges the counts into the lexicon of the library `$1`. Inserts in the order of the indexes, which takes about half
 * the time of another order.
 */
export const MERGE_SQL = [
  `DELETE FROM intelligence_lexicon x
    WHERE x.library_id = $1 AND NOT EXISTS (SELECT FROM counted_lexicon c WHERE c.lexeme = x.lexeme)`,
  `UPDATE intelligence_lexicon x SET documents = c.documents
     FROM counted_lexicon c WHERE x.library_id = $1 AND c.lexeme = x.lexeme AND c.documents <> x.documents`,
  `INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips, rules)
   SELECT $1::uuid, c.lexeme, c.documents, ${spellingDeletesSql('c.lexeme')}, ${WORD_RULES}
     FROM counted_lexicon c
    WHERE NOT EXISTS (SELECT FROM intelligence_lexicon x WHERE x.library_id = $1 AND x.lexeme = c.lexeme)
    ORDER BY c.lexeme`,
];

/**
 * Maximum number of words that one statement merges on a distributed database. Its nodes cannot read the temporary
 * table, so the words are parameters.
 */
export const MERGE_BATCH_WORDS = 20_000;

/** The counted words after the word $1, in order. */
export const NEXT_COUNTED_SQL = `
SELECT lexeme, documents FROM counted_lexicon WHERE lexeme > $1 COLLATE "C" ORDER BY lexeme LIMIT ${MERGE_BATCH_WORDS}`;

/**
 * Deletes the words in the range of a batch that were not counted: $1 library, $2 counted words of the batch, $3 last
 * word of the previous batch (empty for the first batch), $4 last word of this batch, or null if it is the last batch.
 */
export const DROP_WORDS_SQL = `
DELETE FROM intelligence_lexicon x
 WHERE x.library_id = $1 AND x.lexeme > $3 AND ($4::text IS NULL OR x.lexeme <= $4) AND x.lexeme <> ALL ($2::text[])`;

/** Merges words: $1 library, $2 words, $3 counts. */
export const MERGE_WORDS_SQL = `
INSERT INTO intelligence_lexicon AS x (library_id, lexeme, documents, slips, rules)
SELECT $1::uuid, c.lexeme, c.documents, ${spellingDeletesSql('c.lexeme')}, ${WORD_RULES}
  FROM unnest($2::text[], $3::integer[]) AS c(lexeme, documents)
ON CONFLICT (library_id, lexeme) DO UPDATE SET documents = EXCLUDED.documents
 WHERE x.documents <> EXCLUDED.documents`;

/**
 * Stores the state of the count: $1 library, $2 its revision, $3 milliseconds since the run began. The revision is only
 * stored if the library has no state yet, because `STORE_REVISION_SQL` replaces it under a condition. Each document has
 * one lexeme for its kind (`K`), so the counts of these lexemes add up to the number of documents.
 */
export const STORE_STATE_SQL = `
INSERT INTO intelligence_lexicon_state (library_id, documents, revision, duration_ms, refreshed_at)
SELECT $1::uuid, coalesce(sum(documents), 0), $2::bigint, $3::integer, clock_timestamp()
  FROM counted_lexicon WHERE left(lexeme, 1) = 'K'
ON CONFLICT (library_id) DO UPDATE
   SET documents = EXCLUDED.documents, duration_ms = EXCLUDED.duration_ms, refreshed_at = EXCLUDED.refreshed_at`;

/**
 * Stores the revision `$2` of the counts of library `$1` if the stored revision is still `$3`. Otherwise keeps the mark
 * of a `COUNT_AGAIN_SQL` that was committed during the count.
 */
export const STORE_REVISION_SQL =
  'UPDATE intelligence_lexicon_state SET revision = $2 WHERE library_id = $1 AND revision = $3';

/**
 * Marks the counts of library `$1` as outdated, after its documents were derived again without a new revision. A mark
 * is a negative number instead of the revision. It is lower than the number that it replaces, so that a count in
 * progress notices it.
 */
export const COUNT_AGAIN_SQL =
  'UPDATE intelligence_lexicon_state SET revision = least(revision, 0) - 1 WHERE library_id = $1';

/** Statements to run once after the count of one or several libraries. */
export const FINISH_SQL = {
  // Merges all pending spelling deletes together. Inserting them one by one takes many times as long as the count.
  merge: `SELECT intelligence_merge_postings('{intelligence_lexicon_slips_ix}')`,
  analyze: `SELECT intelligence_analyze('{intelligence_lexicon,intelligence_search_documents}')`,
};
