import type { Statement } from '../../database/read-pool';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { catalogTextsOf } from '../../read-model/source/catalog-texts';
import { visible } from '../../read-model/visibility';

/** Lexemes that share a spelling delete with a word of the query, at most. */
const SIMILAR_MAX = 400;

/** Disables sequential scans: every statement has an index that is right for all words. */
export const PLANNER_SETTING = `set_config('enable_seqscan', 'off', true)`;

/** Rows of the lexicon that share a spelling delete with a word of the query, at most: of a lexeme, one in each library. */
const SIMILAR_ROWS_MAX = 20_000;

/** Libraries that a walk reads, at most: each takes an index scan of its own. */
export const LISTED_LIBRARIES_MAX = 64;

/**
 * Document counts, summed over the libraries that the caller sees: $1 lexemes, $2 spelling deletes, $3 visible libraries.
 * Also the ids of these libraries and, of the lexemes that share a spelling delete, the commonest ones. Also sets the planner for the rest of the transaction.
 */
export const COUNTS: Statement = {
  name: 'candidates_counts',
  text: `
SELECT 'total' AS what, ${PLANNER_SETTING} AS lexeme, coalesce(sum(s.documents), 0)::integer AS documents
  FROM intelligence_lexicon_state s WHERE ${visible('s', '$3')}
UNION ALL
(SELECT 'library', l.library_id::text, 0 FROM libraries l WHERE ${visible('l', '$3')}
  ORDER BY l.library_id LIMIT ${LISTED_LIBRARIES_MAX + 1})
UNION ALL
SELECT 'asked', x.lexeme, sum(x.documents)::integer
  FROM intelligence_lexicon x WHERE x.lexeme = ANY($1::text[]) AND ${visible('x', '$3')}
 GROUP BY x.lexeme
UNION ALL
(SELECT 'similar', x.lexeme, sum(x.documents)::integer
   FROM (SELECT x.lexeme, x.documents FROM intelligence_lexicon x
          WHERE x.slips && $2::text[] AND ${visible('x', '$3')} LIMIT ${SIMILAR_ROWS_MAX}) AS x
  GROUP BY x.lexeme ORDER BY 3 DESC, x.lexeme LIMIT ${SIMILAR_MAX})`,
};

/**
 * The places, from 1, of the lexemes that fewer documents have than required, among those that the caller sees:
 * $1 lexemes as `tsquery`, $2 documents required, $3 visible libraries.
 */
export const UNSEEN: Statement = {
  name: 'candidates_unseen',
  text: `
SELECT asked.place::integer AS place
  FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS asked(lexeme, least, place)
 WHERE NOT EXISTS (SELECT FROM served_search_documents d
                    WHERE d.lexemes @@ asked.lexeme::tsquery AND ${visible('d', '$3')}
                   OFFSET asked.least - 1)`,
};

/** A row of `COUNTS`. */
export interface CountRow {
  readonly what: 'total' | 'library' | 'asked' | 'similar';
  readonly lexeme: string;
  readonly documents: number;
}

/**
 * The details of the rows of a page: $1 library ids, $2 media ids, $3 visible libraries, $4 owners of artifacts,
 * $5 artifact ids per row. The catalog row has the texts for evidence.
 */
export const DETAILS: Statement = {
  name: 'candidates_details',
  text: `
SELECT c.media_id, c.media, c.summary_text,
       ${catalogTextsOf('m', 's')} AS texts,
       ${artifactIdsOf('c', '$4', '$3', '$5')} AS artifact_ids
  FROM unnest($1::uuid[], $2::uuid[]) AS row(library_id, media_id)
  JOIN served_media_context c ON c.library_id = row.library_id AND c.media_id = row.media_id
  JOIN media_items m ON m.library_id = c.library_id AND m.media_id = c.media_id
  LEFT JOIN media_items s ON s.library_id = m.library_id AND s.media_id = m.series_id
 WHERE ${visible('c', '$3')}`,
};

/** Words that share a spelling key with a misspelled one, at most. */
const SPELLINGS_MAX = 3_000;

/** Words that share a spelling key: $1 keys. */
export const SPELLINGS: Statement = {
  name: 'candidates_spellings',
  text: `SELECT s.word FROM intelligence_spellings s WHERE s.keys && $1::integer[] LIMIT ${SPELLINGS_MAX}`,
};

/** The texts of the best rows that ranking checks: $1 library ids, $2 media ids, $3 visible libraries. */
export const TEXTS: Statement = {
  name: 'candidates_texts',
  text: `
SELECT c.media_id, m.title, m.overview, m.tagline, m.people
  FROM unnest($1::uuid[], $2::uuid[]) AS row(library_id, media_id)
  JOIN served_media_context c ON c.library_id = row.library_id AND c.media_id = row.media_id
  JOIN media_items m ON m.library_id = c.library_id AND m.media_id = c.media_id
 WHERE ${visible('c', '$3')}`,
};

/** Libraries that texts for the warm-up come from, at most. */
const WARM_UP_LIBRARIES_MAX = 50;

/** Texts of the most prominent items: $1 visible libraries, $2 items at most. */
export const WARM_UP_TEXTS: Statement = {
  text: `
SELECT c.media_kind, c.title, c.people->0->>'name' AS person, left(c.summary_text, 80) AS overview
  FROM (SELECT d.library_id, d.media_id, d.prominence
          FROM (SELECT l.library_id FROM libraries l WHERE ${visible('l', '$1')}
                 ORDER BY l.library_id LIMIT ${WARM_UP_LIBRARIES_MAX}) AS l
         CROSS JOIN LATERAL (
           SELECT d.library_id, d.media_id, d.prominence FROM served_search_documents d
            WHERE d.library_id = l.library_id ORDER BY d.prominence DESC, d.media_id LIMIT $2) AS d
         ORDER BY d.prominence DESC, d.media_id LIMIT $2) AS first
  JOIN served_media_context c USING (library_id, media_id)
 WHERE ${visible('c', '$1')}
 ORDER BY first.prominence DESC, c.media_id`,
};
