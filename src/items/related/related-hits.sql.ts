/** Queries for candidates that share people, genres, words, the title or ids with the seed. */
import type { Libraries } from '../../database/distribution/per-library';
import { isTitleIn } from '../../database/entities/read-model/title-library';
import type { Parameter } from './related-positions.sql';
import { TITLE_PROBE } from './related-rows';

/** Maximum number of other items with the seed's title. If there are more, the list counts as cut. */
export const SAME_TITLE_MAX = 24;
/** Row limit of the look-up of the title: one more row for the seed itself, and one that shows that there are more. */
export const TITLE_PROBE_MAX_ROWS = SAME_TITLE_MAX + 2;

/**
 * Query for the rows that the index look-ups find. Parameters, by their numbers in `RELATED_CANDIDATES`: 3 visible
 * libraries, 7 and 8 facet keys (the element of 8 is null for a look-up of one key), 9 their weights, 10 `tsquery`
 * texts, 11 their weights, 12 maximum number of rows of each look-up except that of the title, 13 `has:` and `names:`
 * keys (see `read-model/media/related-keys.ts`), 14 UUIDs that the seed's source lists as related, 17 compact title of
 * the seed, or of its series if the seed is a season or an episode. On one PostgreSQL server, 18 has the numbers of the
 * confined look-ups (see `Probe.isConfined`), as in `CandidateRow.probes`. A term weighs at most 1.4, a title 10 and an
 * id 100, so the row limit usually first drops items that only share terms.
 */
export function hitsQuery(libraries: Libraries, p: Parameter): string {
  const source = (number: number): string => (libraries.isSingle ? `, ${number} AS source` : '');
  return `
${termHits(libraries, p).join('\n  UNION ALL')}
  UNION ALL
  (SELECT d.library_id, d.media_id, ${TITLE_PROBE}, 10${source(4)} FROM served_search_documents d
    WHERE d.title_key = ${p(17)} AND d.media_kind IN ('movie', 'series') AND ${libraries.has('d.library_id')}
    ORDER BY d.media_id LIMIT ${TITLE_PROBE_MAX_ROWS})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${source(2)} FROM served_media_context c
    WHERE c.provider_keys && ${p(13)}::text[] AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${source(3)} FROM served_media_context c
    WHERE c.media_id = ANY (${p(14)}::uuid[]) AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})`;
}

/**
 * Queries for the look-ups of facets and words. On one PostgreSQL server, the confined look-ups find the visible
 * libraries in their index condition. The others read the items of all libraries, and drop the hidden ones.
 */
function termHits(libraries: Libraries, p: Parameter): string[] {
  const source = libraries.isSingle ? ', 1 AS source' : '';
  const facetHits = (probes: string, titles: string): string => `
  SELECT c.library_id, c.media_id, p.probe, p.weight${source}
    FROM unnest(${p(7)}::text[], ${p(8)}::text[], ${p(9)}::float8[]) WITH ORDINALITY AS p(first, second, weight, probe)
   CROSS JOIN LATERAL (
     SELECT c.library_id, c.media_id FROM served_media_context c
      WHERE c.facet_keys @> array_remove(ARRAY[p.first, p.second], NULL)
        AND ${titles} AND ${libraries.has('c.library_id')}
      ORDER BY c.media_id LIMIT ${p(12)}) AS c
   WHERE ${probes}`;
  const wordHits = (probes: string, titles: string): string => `
  SELECT d.library_id, d.media_id, -p.probe, p.weight${source}
    FROM unnest(${p(10)}::text[], ${p(11)}::float8[]) WITH ORDINALITY AS p(query, weight, probe)
   CROSS JOIN LATERAL (
     SELECT d.library_id, d.media_id FROM served_search_documents d
      WHERE d.lexemes @@ p.query::tsquery AND ${titles} AND ${libraries.has('d.library_id')}
      ORDER BY d.media_id LIMIT ${p(12)}) AS d
   WHERE ${probes}`;
  // Only movies and series have genres and people in `facet_keys`, so a look-up of facets in all libraries needs no
  // condition on the kind.
  const areTitles = "d.media_kind IN ('movie', 'series')";
  if (libraries.isSingle) return [facetHits('true', 'true'), wordHits('true', areTitles)];
  const isConfined = (probe: string): string => `${probe} = ANY (${p(18)}::integer[])`;
  return [
    facetHits(`NOT ${isConfined('p.probe')}`, 'true'),
    facetHits(isConfined('p.probe'), isTitleIn('c', libraries.array)),
    wordHits(`NOT ${isConfined('-p.probe')}`, areTitles),
    wordHits(isConfined('-p.probe'), isTitleIn('d', libraries.array)),
  ];
}
