import { compareCodePoints } from '../../common/text/code-point-order';
import type { Statement } from '../../database/read-scope';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { catalogTextsOf } from '../../read-model/source/catalog-texts';
import { perLibrary } from '../../database/distribution/per-library';

/** Maximum number of returned lexemes that share a spelling delete with a word of the query. */
const SIMILAR_MAX = 400;

/**
 * SQL expression that disables sequential scans until the transaction ends. Each statement of a search has an index
 * that is fast for all words.
 */
export const DISABLE_SEQ_SCANS = `set_config('enable_seqscan', 'off', true)`;

/**
 * Maximum number of rows of the lexicon, one for each lexeme and library, from which similar lexemes are read. If there
 * are more, counts are too low, and common lexemes can be missing. In a measurement, 300,000 rows took 0.4 seconds. On
 * a distributed database, the maximum applies to each library.
 */
const SIMILAR_ROWS_MAX = 200_000;

/**
 * Maximum number of similar lexemes that a distributed database returns for each library. The most common lexemes of a
 * library are not always the most common of all, so this exceeds `SIMILAR_MAX`.
 */
const SIMILAR_PER_LIBRARY_MAX = 20_000;

/** Maximum number of libraries that an ordered scan reads. Each library needs a separate index scan. */
export const SCANNED_LIBRARIES_MAX = 64;

/**
 * Reads the ids of the visible libraries and, from their lexicon, the number of all documents, the document counts of
 * the lexemes, and the most common lexemes with one of the spelling deletes. Counts are sums over the libraries. Reads
 * at most one id more than `SCANNED_LIBRARIES_MAX`, which tells the caller that there are too many libraries to scan. A
 * distributed database returns the ids of all visible libraries.
 * Parameters: $1 lexemes, $2 spelling deletes, $3 visible libraries. Also disables sequential scans until the
 * transaction ends.
 */
export const LEXICON_COUNTS: Statement = perLibrary(
  { name: 'candidates_counts', library: 3, parameters: 3, merge: mergeCounts },
  (libraries) => `
SELECT 'total' AS what, ${DISABLE_SEQ_SCANS} AS lexeme, coalesce(sum(s.documents), 0)::integer AS documents
  FROM intelligence_lexicon_state s WHERE ${libraries.has('s.library_id')}
UNION ALL
(SELECT 'library', l.library_id::text, 0 FROM libraries l WHERE ${libraries.has('l.library_id')}
  ORDER BY l.library_id LIMIT ${SCANNED_LIBRARIES_MAX + 1})
UNION ALL
SELECT 'asked', x.lexeme, sum(x.documents)::integer
  FROM intelligence_lexicon x WHERE x.lexeme = ANY($1::text[]) AND ${libraries.has('x.library_id')}
 GROUP BY x.lexeme
UNION ALL
(SELECT 'similar', s.lexeme, sum(s.documents)::integer
   FROM (SELECT x.lexeme, x.documents FROM intelligence_lexicon x
          WHERE x.slips && $2::text[] AND ${libraries.has('x.library_id')} LIMIT ${SIMILAR_ROWS_MAX}) AS s
  GROUP BY s.lexeme ORDER BY 3 DESC, s.lexeme LIMIT ${libraries.isSingle ? SIMILAR_PER_LIBRARY_MAX : SIMILAR_MAX})`,
);

/**
 * For each lexeme, counts the visible documents that contain it, up to its maximum count. On a distributed database,
 * counts each library separately. Parameters: $1 lexemes as `tsquery`, $2 maximum counts, $3 visible libraries. `place`
 * is the position of the lexeme, from 1.
 */
export const DOCUMENT_COUNTS: Statement = perLibrary(
  { name: 'candidates_document_counts', library: 3, parameters: 3 },
  (libraries) => `
SELECT asked.place::integer AS place,
       (SELECT count(*)::integer FROM (SELECT FROM served_search_documents d
                    WHERE d.lexemes @@ asked.lexeme::tsquery AND ${libraries.has('d.library_id')}
                    LIMIT asked.max_count) AS found) AS documents
  FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS asked(lexeme, max_count, place)`,
);

/**
 * Merges the rows that a distributed database returns for each library. Sorts and limits the similar lexemes as the
 * statement over all libraries does.
 */
function mergeCounts(rows: readonly CountRow[]): CountRow[] {
  const sums = new Map<string, CountRow>();
  for (const row of rows) {
    const key = row.what === 'total' ? row.what : `${row.what} ${row.lexeme}`;
    sums.set(key, { ...row, documents: row.documents + (sums.get(key)?.documents ?? 0) });
  }
  const merged = [...sums.values()];
  const similar = merged.filter(({ what }) => what === 'similar');
  similar.sort((a, b) => b.documents - a.documents || compareCodePoints(a.lexeme, b.lexeme));
  return [...merged.filter(({ what }) => what !== 'similar'), ...similar.slice(0, SIMILAR_MAX)];
}

/** A row of `LEXICON_COUNTS`. */
export interface CountRow {
  readonly what: 'total' | 'library' | 'asked' | 'similar';
  /** The id of the library if `what` is `library`; no meaning if it is `total`. */
  readonly lexeme: string;
  readonly documents: number;
}

/**
 * The details of the rows of a page, with the texts that evidence quotes. Parameters: $1 library ids, $2 media ids, $3
 * visible libraries, $4 owner keys, $5 maximum number of artifact ids per row.
 */
export const DETAILS: Statement = perLibrary(
  { name: 'candidates_details', library: 3, parameters: 5, requested: 1 },
  (libraries) => `
SELECT c.media_id, c.media, c.summary_text,
       ${catalogTextsOf('m', 's')} AS texts,
       ${artifactIdsOf('c', '$4', libraries, '$5')} AS artifact_ids
  FROM unnest($1::uuid[], $2::uuid[]) AS row(library_id, media_id)
  JOIN served_media_context c ON ${libraries.sameLibrary('c.library_id', 'row.library_id')} AND c.media_id = row.media_id
  JOIN media_items m ON ${libraries.sameLibrary('m.library_id', 'c.library_id')} AND m.media_id = c.media_id
  LEFT JOIN media_items s ON ${libraries.sameLibrary('s.library_id', 'm.library_id')} AND s.media_id = m.series_id
 WHERE ${libraries.has('c.library_id')}`,
);

/**
 * The texts that ranking checks. Parameters: $1 library ids and $2 media ids of the best rows, $3 visible libraries, $4
 * whether to read the people of each row, $5 whether to read its overview and tagline.
 */
export const CHECKED_TEXTS: Statement = perLibrary(
  { name: 'candidates_texts', library: 3, parameters: 5, requested: 1 },
  (libraries) => `
SELECT c.media_id, m.title, CASE WHEN row.people THEN m.people END AS people,
       CASE WHEN row.overview THEN m.overview END AS overview, CASE WHEN row.overview THEN m.tagline END AS tagline
  FROM unnest($1::uuid[], $2::uuid[], $4::boolean[], $5::boolean[]) AS row(library_id, media_id, people, overview)
  JOIN served_media_context c ON ${libraries.sameLibrary('c.library_id', 'row.library_id')} AND c.media_id = row.media_id
  JOIN media_items m ON ${libraries.sameLibrary('m.library_id', 'c.library_id')} AND m.media_id = c.media_id
 WHERE ${libraries.has('c.library_id')}`,
);

/**
 * Maximum number of libraries whose texts the warm-up searches (`search-warm-up.ts`) use. A distributed database uses
 * the texts of all libraries.
 */
const WARM_UP_LIBRARIES_MAX = 50;

/** Texts of the most prominent items. Parameters: $1 visible libraries, $2 maximum number of items. */
export const WARM_UP_TEXTS: Statement = perLibrary(
  { library: 1, parameters: 2, merge: mergeWarmUpTexts },
  (libraries) => `
SELECT c.media_id, c.media_kind, c.title, c.people->0->>'name' AS person, left(c.summary_text, 80) AS overview,
       first.prominence
  FROM (SELECT d.library_id, d.media_id, d.prominence
          FROM (SELECT l.library_id FROM libraries l WHERE ${libraries.has('l.library_id')}
                 ORDER BY l.library_id LIMIT ${WARM_UP_LIBRARIES_MAX}) AS l
         CROSS JOIN LATERAL (
           SELECT d.library_id, d.media_id, d.prominence FROM served_search_documents d
            WHERE ${libraries.sameLibrary('d.library_id', 'l.library_id')} ORDER BY d.prominence DESC, d.media_id LIMIT $2) AS d
         ORDER BY d.prominence DESC, d.media_id LIMIT $2) AS first
  JOIN served_media_context c USING (library_id, media_id)
 WHERE ${libraries.has('c.library_id')}
 ORDER BY first.prominence DESC, c.media_id`,
);

/** Returns the texts of the most prominent items of all libraries. */
function mergeWarmUpTexts(
  rows: readonly { readonly media_id: string; readonly prominence: number }[],
  [, limit]: readonly unknown[],
): object[] {
  return rows
    .toSorted((a, b) => b.prominence - a.prominence || compareCodePoints(a.media_id, b.media_id))
    .slice(0, Number(limit));
}
