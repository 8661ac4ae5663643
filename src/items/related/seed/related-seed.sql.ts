import { type Libraries, perLibrary } from '../../../database/distribution/per-library';
import type { Statement } from '../../../database/read-scope';
import { artifactIdsOf } from '../../../read-model/artifacts/artifact-ids';
import { visible } from '../../../read-model/visibility';
import { FIELD_PREFIX } from '../../../search/index/lexemes';

/** Maximum number of genres and people to read for a seed, the item whose related items are requested. */
const SEED_FACETS_MAX = 60;
/** Maximum number of words that are used for a seed: title words before overview words, the rarest first. */
export const SEED_LEXEMES_MAX = 64;

/** SQL condition: the lexeme is a word of a title or an overview. */
const OF_TITLE_OR_OVERVIEW = `left(u.lexeme, 1) IN ('${FIELD_PREFIX.title}', '${FIELD_PREFIX.overview}')`;

/** Join that counts the visible movies and series with the genre or the person `f`. */
const FACET_DOCUMENTS = `CROSS JOIN LATERAL (
      SELECT sum(v.item_count)::integer AS documents FROM intelligence_facet_values v
       WHERE v.facet_kind = f.kind AND v.facet_key = f.key AND ${visible('v', '$3')}) AS v`;

/**
 * Query for the lexemes of title and overview. Each has two counts: the documents with the lexeme, and the documents
 * with the same word in the other of these two fields. Leaves out lexemes that no other document has.
 */
const COUNTED_LEXEMES = `(SELECT coalesce(json_agg(json_build_array(w.lexeme, w.documents, coalesce(y.documents, 0))), '[]')
     FROM (SELECT u.lexeme, coalesce(x.documents, 0) AS documents
             FROM served_search_documents d
            CROSS JOIN unnest(tsvector_to_array(d.lexemes)) AS u(lexeme)
            CROSS JOIN LATERAL (
              SELECT sum(x.documents)::integer AS documents FROM intelligence_lexicon x
               WHERE x.lexeme = u.lexeme AND ${visible('x', '$3')}) AS x
            WHERE d.library_id = b.library_id AND d.media_id = b.media_id AND ${OF_TITLE_OR_OVERVIEW}
              AND coalesce(x.documents, 0) <> 1
            ORDER BY left(u.lexeme, 1) = '${FIELD_PREFIX.overview}', x.documents NULLS LAST, u.lexeme COLLATE "C"
            LIMIT ${SEED_LEXEMES_MAX}) AS w
    CROSS JOIN LATERAL (
      SELECT sum(y.documents)::integer AS documents FROM intelligence_lexicon y
       WHERE y.lexeme = translate(left(w.lexeme, 1), '${FIELD_PREFIX.title}${FIELD_PREFIX.overview}', '${FIELD_PREFIX.overview}${FIELD_PREFIX.title}') || substr(w.lexeme, 2)
         AND ${visible('y', '$3')}) AS y
  )`;

/**
 * Query for all lexemes of title and overview, each with 0 in place of its two counts, for a distributed database.
 * `addCounts` then adds the counts and selects the same lexemes as `COUNTED_LEXEMES`.
 */
const uncountedLexemes = (libraries: Libraries): string => `
  (SELECT coalesce(json_agg(json_build_array(u.lexeme, 0, 0)), '[]')
     FROM served_search_documents d CROSS JOIN unnest(tsvector_to_array(d.lexemes)) AS u(lexeme)
    WHERE ${libraries.has('d.library_id')} AND d.media_id = b.media_id AND ${OF_TITLE_OR_OVERVIEW})`;

const TITLES_TOTAL = `(SELECT coalesce(sum(v.item_count), 0)::integer FROM intelligence_facet_values v
    WHERE v.facet_kind = 'media_kind' AND v.facet_key IN ('movie', 'series') AND ${visible('v', '$3')})`;
const DOCUMENTS_TOTAL = `(SELECT coalesce(sum(s.documents), 0)::integer FROM intelligence_lexicon_state s
    WHERE ${visible('s', '$3')})`;

/** A row of `SEED_COUNTS`. */
export interface SeedCount {
  readonly what: 'documents' | 'genre' | 'person' | 'media_kind' | 'lexeme';
  readonly key: string;
  readonly documents: number;
}

/**
 * The document counts of the terms of a seed, for a distributed database. If its nodes are read directly, a row counts
 * one library only. So `addCounts` adds up the rows of each term. Parameters: $1 libraries, $2 keys of genres and
 * people, $3 lexemes.
 */
export const SEED_COUNTS: Statement = perLibrary(
  { name: 'related-seed-counts', library: 1, parameters: 3, onlyOnNodes: true },
  (libraries) => `
SELECT what, key, sum(documents)::integer AS documents FROM (
  SELECT s.library_id, 'documents' AS what, '' AS key, s.documents::integer AS documents
    FROM intelligence_lexicon_state s WHERE ${libraries.isListed('s.library_id')}
   UNION ALL
  SELECT v.library_id, v.facet_kind, v.facet_key, v.item_count FROM intelligence_facet_values v
   WHERE ${libraries.isListed('v.library_id')}
     AND (v.facet_kind = 'media_kind' AND v.facet_key IN ('movie', 'series')
          OR v.facet_kind IN ('genre', 'person') AND v.facet_key = ANY($2::text[]))
   UNION ALL
  SELECT x.library_id, 'lexeme', x.lexeme, x.documents FROM intelligence_lexicon x
   WHERE ${libraries.isListed('x.library_id')} AND x.lexeme = ANY($3::text[])) AS counted
 GROUP BY what, key`,
);

/**
 * Columns of the seed `c` and of its terms. The terms come from `b`: the series of a season or an episode if that
 * series is served, otherwise the seed itself. On a distributed database, the query reads one library (`isSingle`) and
 * cannot count in all visible ones. So its counts are 0, and `addCounts` adds them.
 */
const seedColumns = (libraries: Libraries): string => `
  c.library_id, c.media_id, c.media_kind, c.series_id, c.season_id, c.season_number, c.episode_number, c.title,
  c.franchise_keys, c.provider_keys, b.media_id AS base_id, b.title AS base_title, b.year AS base_year,
  CASE WHEN 'overview' = ANY (b.missing_fields) THEN '' ELSE b.summary_text END AS base_overview,
  (SELECT coalesce(json_agg(json_build_array(f.kind, f.key, f.label, ${libraries.isSingle ? '0' : 'coalesce(v.documents, 0)'})), '[]')
     FROM (SELECT * FROM json_to_recordset(b.facets) AS f(kind text, key text, label text)
            WHERE f.kind IN ('genre', 'person') LIMIT ${SEED_FACETS_MAX}) AS f
    ${libraries.isSingle ? '' : FACET_DOCUMENTS}) AS facets,
  ${libraries.isSingle ? uncountedLexemes(libraries) : COUNTED_LEXEMES} AS lexemes,
  ${libraries.isSingle ? '0' : TITLES_TOTAL} AS titles_total, ${libraries.isSingle ? '0' : DOCUMENTS_TOTAL} AS documents_total`;

/**
 * A query for the seed and its terms. Parameters: $1 media UUID, $2 media kind, $3 visible libraries or null, $4
 * required library or null. `columns` and `joins` are added to the query; both refer to the item as `c`.
 */
export function seedQuery(libraries: Libraries, columns: string, joins = ''): string {
  return `
SELECT ${seedColumns(libraries)},
  ${columns}
  FROM served_media_context c ${joins}
 CROSS JOIN LATERAL (
   SELECT p.* FROM served_media_context p
    WHERE ${libraries.sameLibrary('p.library_id', 'c.library_id')} AND p.media_id IN (c.media_id, c.series_id)
    ORDER BY p.media_kind = 'series' DESC LIMIT 1) AS b
 WHERE c.media_id = $1 AND c.media_kind = $2 AND ${libraries.has('c.library_id')}
   AND ($4::uuid IS NULL OR c.library_id = $4)`;
}

/**
 * The seed query with the seed as the answer shows it, and its artifact ids. Additional parameters: $5 result of
 * `visibleOwnerKeys`, $6 maximum number of artifact ids.
 */
export const RELATED_SEED: Statement = perLibrary(
  { name: 'related-seed', library: 3, parameters: 6, items: 1 },
  (libraries) => seedQuery(libraries, `c.media, ${artifactIdsOf('c', '$5', libraries, '$6')} AS artifact_ids`),
);
