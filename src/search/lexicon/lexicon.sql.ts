/** The statements of the lexicon's loop. Each but the first two names one library, so that it reads that library only. */
import { WORD_RULES } from './word-rules';

/** Libraries whose counts are behind, at most; the loop reads the others in its next runs. */
export const BEHIND_MAX = 1_000;

/** Documents that one statement counts: they take a few seconds. */
export const SLICE_DOCUMENTS = 100_000;

/**
 * The state of the catalog and of the last count, in one row. `catalog` changes with every change of any library.
 * `age` is in milliseconds, null before the first count.
 */
export const OVERALL_SQL = `
SELECT (SELECT concat(count(*), '/', sum(revision)) FROM libraries) AS catalog,
       (extract(epoch FROM clock_timestamp() - last.refreshed_at) * 1000)::bigint AS age, last.duration_ms AS duration
  FROM (SELECT 1) AS one
  LEFT JOIN (SELECT refreshed_at, duration_ms FROM intelligence_lexicon_state ORDER BY refreshed_at DESC LIMIT 1) AS last
         ON true`;

/**
 * The libraries whose counts are behind; $1 is one of them, or null for all. The number of documents is compared too:
 * stale rows that are derived again become servable without a new revision, and a count that ran before lacks them. A
 * library that was removed is behind until its counts are.
 */
export const BEHIND_SQL = `
SELECT library_id, coalesce(s.revision, -1) AS counted, l.revision AS current,
       coalesce(s.documents, 0) AS counted_documents, g.documents
  FROM libraries l FULL JOIN intelligence_lexicon_state s USING (library_id)
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(g.value_total), 0) AS documents FROM intelligence_facet_groups g
    WHERE g.library_id = coalesce(l.library_id, s.library_id) AND g.facet_kind = 'media_kind') AS g
 WHERE (s.revision IS DISTINCT FROM l.revision OR s.documents IS DISTINCT FROM g.documents)
   AND ($1::uuid IS NULL OR library_id = $1)
 ORDER BY library_id LIMIT ${BEHIND_MAX}`;

/**
 * The same on a distributed database, as a list of libraries and a list of counts: the state, the servable documents of
 * each library, and the libraries. $1 is one library, or null for all.
 */
export const STATES_SQL = `
SELECT library_id, revision, documents FROM intelligence_lexicon_state WHERE $1::uuid IS NULL OR library_id = $1`;
export const REVISIONS_SQL = 'SELECT library_id, revision FROM libraries WHERE $1::uuid IS NULL OR library_id = $1';
export const DOCUMENTS_SQL = `
SELECT library_id, sum(value_total) AS documents FROM intelligence_facet_groups
 WHERE facet_kind = 'media_kind' AND ($1::uuid IS NULL OR library_id = $1) GROUP BY library_id`;

/** The overall state on a distributed database, without the catalog. */
export const LAST_COUNT_SQL = `
SELECT (extract(epoch FROM clock_timestamp() - refreshed_at) * 1000)::bigint AS age, duration_ms AS duration
  FROM (SELECT refreshed_at, duration_ms FROM intelligence_lexicon_state ORDER BY refreshed_at DESC LIMIT 1) AS last`;
export const CATALOG_SQL = `SELECT count(*) AS libraries, sum(revision) AS revisions FROM libraries`;

/** Merges the pending lists of the shards of indexes on all nodes: the names of the indexes, separated by `|`. */
export function mergeOnNodesSql(names: string): string {
  return `SELECT count(*) FROM run_command_on_all_nodes($q$SELECT sum(gin_clean_pending_list(c.oid)) FROM pg_class c
    WHERE c.relkind = 'i' AND c.relname ~ '^(${names})_[0-9]+$'$q$)`;
}

/** The first media id after a slice: 1 library, 2 first media id of the slice. */
export const SLICE_END_SQL = `
SELECT media_id FROM intelligence_search_documents WHERE library_id = $1 AND media_id >= $2
 ORDER BY media_id OFFSET ${SLICE_DOCUMENTS} LIMIT 1`;

/**
 * Counts the lexemes of a slice: 1 library, 2 first media id, 3 first media id after it or null. Whole titles and names
 * are left out. Only servable documents count, so the lexicon reveals nothing of others.
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
 * The spelling deletes of the lexeme that the SQL expression names, as `spellingDeletesOf` makes them. They are stored for
 * words of titles and names of 3 to 24 letters.
 */
export function spellingDeletesSql(lexeme: string): string {
  return `CASE WHEN left(${lexeme}, 1) IN ('t', 'p') AND length(${lexeme}) BETWEEN 4 AND 25
               THEN ARRAY(SELECT DISTINCT left(w.word, i - 1) || substr(w.word, i + 1)
                            FROM (SELECT substr(${lexeme}, 2) AS word) AS w,
                                 generate_series(1, length(w.word) + 1) AS i)
               ELSE '{}' END`;
}

/** Prepares the merge of the counted slices into the lexicon of one library. */
export const SUM_SLICES_SQL = [
  // The planner's statistics are as old as the last count: it might take the lexicon for empty and scan it for each word.
  'SET LOCAL enable_nestloop = off',
  `CREATE TEMP TABLE counted_lexicon ON COMMIT DROP AS
   SELECT lexeme COLLATE "C" AS lexeme, sum(documents)::integer AS documents FROM fresh_lexicon GROUP BY 1`,
  'ANALYZE counted_lexicon',
];

/** Merges the counts into the lexicon of the library `$1`. */
export const MERGE_SQL = [
  `DELETE FROM intelligence_lexicon x
    WHERE x.library_id = $1 AND NOT EXISTS (SELECT FROM counted_lexicon c WHERE c.lexeme = x.lexeme)`,
  `UPDATE intelligence_lexicon x SET documents = c.documents
     FROM counted_lexicon c WHERE x.library_id = $1 AND c.lexeme = x.lexeme AND c.documents <> x.documents`,
  `INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips, rules)
   SELECT $1::uuid, c.lexeme, c.documents, ${spellingDeletesSql('c.lexeme')}, ${WORD_RULES}
     FROM counted_lexicon c
    WHERE NOT EXISTS (SELECT FROM intelligence_lexicon x WHERE x.library_id = $1 AND x.lexeme = c.lexeme)`,
];

/** Counted words that one statement merges on a distributed database, whose nodes do not see the temporary table. */
export const MERGED_WORDS = 20_000;

/** The next counted words: 1 word to start after. */
export const NEXT_COUNTED_SQL = `
SELECT lexeme, documents FROM counted_lexicon WHERE lexeme > $1 COLLATE "C" ORDER BY lexeme LIMIT ${MERGED_WORDS}`;

/** Deletes words that were not counted: 1 library, 2 counted words, 3 word before them, 4 last of them or null. */
export const DROP_WORDS_SQL = `
DELETE FROM intelligence_lexicon x
 WHERE x.library_id = $1 AND x.lexeme > $3 AND ($4::text IS NULL OR x.lexeme <= $4) AND x.lexeme <> ALL ($2::text[])`;

/** Merges words: 1 library, 2 words, 3 counts. */
export const MERGE_WORDS_SQL = `
INSERT INTO intelligence_lexicon AS x (library_id, lexeme, documents, slips, rules)
SELECT $1::uuid, c.lexeme, c.documents, ${spellingDeletesSql('c.lexeme')}, ${WORD_RULES}
  FROM unnest($2::text[], $3::integer[]) AS c(lexeme, documents)
ON CONFLICT (library_id, lexeme) DO UPDATE SET documents = EXCLUDED.documents
 WHERE x.documents <> EXCLUDED.documents`;

/** Stores what was counted: 1 library, 2 its revision, 3 milliseconds since the run began. */
export const STORE_STATE_SQL = `
INSERT INTO intelligence_lexicon_state (library_id, documents, revision, duration_ms, refreshed_at)
SELECT $1::uuid, coalesce(sum(documents), 0), $2::bigint, $3::integer, clock_timestamp()
  FROM counted_lexicon WHERE left(lexeme, 1) = 'K'
ON CONFLICT (library_id) DO UPDATE
   SET documents = EXCLUDED.documents, revision = EXCLUDED.revision, duration_ms = EXCLUDED.duration_ms,
       refreshed_at = EXCLUDED.refreshed_at`;

/** Has library `$1` counted again although its revision is the same, because its documents were derived anew. */
export const COUNT_AGAIN_SQL = 'UPDATE intelligence_lexicon_state SET revision = -1 WHERE library_id = $1';

/** Run once after one or several libraries were counted. */
export const FINISH_SQL = [
  // Merges the pending list at once: inserting the spelling deletes one by one takes many times as long as the count.
  `SELECT gin_clean_pending_list('intelligence_lexicon_slips_ix')`,
  'ANALYZE intelligence_lexicon',
  'ANALYZE intelligence_search_documents',
];
