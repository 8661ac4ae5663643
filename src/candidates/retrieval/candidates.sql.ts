import type { Statement } from '../../database/read-pool';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { visible } from '../../read-model/visibility';

/** Lexemes that share a spelling delete with a word of the query, at most. */
const SIMILAR_MAX = 400;

/** Disables sequential scans: every statement has an index that is right for all words. */
export const PLANNER_SETTING = `set_config('enable_seqscan', 'off', true)`;

/** Document counts: $1 lexemes, $2 spelling deletes. Also sets the planner for the rest of the transaction. */
export const COUNTS: Statement = {
  name: 'candidates_counts',
  text: `
SELECT 'total' AS what, ${PLANNER_SETTING} AS lexeme, s.documents::integer AS documents
  FROM intelligence_lexicon_state s
UNION ALL
SELECT 'asked', x.lexeme, x.documents FROM intelligence_lexicon x WHERE x.lexeme = ANY($1::text[])
UNION ALL
(SELECT 'similar', x.lexeme, x.documents FROM intelligence_lexicon x WHERE x.slips && $2::text[]
  LIMIT ${SIMILAR_MAX})`,
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
  readonly what: 'total' | 'asked' | 'similar';
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
       json_build_object('title', m.title, 'original_title', m.original_title, 'sort_title', m.sort_title,
         'aliases', m.aliases, 'overview', m.overview, 'tagline', m.tagline, 'genres', m.genres,
         'keywords', m.keywords, 'collection', m.collection, 'people', m.people,
         'series', CASE WHEN s.media_id IS NOT NULL THEN json_build_object('title', s.title,
           'original_title', s.original_title, 'aliases', s.aliases, 'genres', s.genres) END) AS texts,
       ${artifactIdsOf('c', '$4', '$3', '$5')} AS artifact_ids
  FROM unnest($1::uuid[], $2::uuid[]) AS row(library_id, media_id)
  JOIN served_media_context c ON c.library_id = row.library_id AND c.media_id = row.media_id
  JOIN media_items m ON m.library_id = c.library_id AND m.media_id = c.media_id
  LEFT JOIN media_items s ON s.library_id = m.library_id AND s.media_id = m.series_id
 WHERE ${visible('c', '$3')}`,
};

/** Texts of the most prominent items: $1 visible libraries, $2 items at most. */
export const WARM_UP_TEXTS: Statement = {
  text: `
SELECT c.media_kind, c.title, c.people->0->>'name' AS person, left(c.summary_text, 80) AS overview
  FROM (SELECT d.library_id, d.media_id, d.prominence FROM served_search_documents d
         WHERE ${visible('d', '$1')}
         ORDER BY d.prominence DESC, d.media_id LIMIT $2) AS first
  JOIN served_media_context c USING (library_id, media_id)
 WHERE ${visible('c', '$1')}
 ORDER BY first.prominence DESC, c.media_id`,
};
