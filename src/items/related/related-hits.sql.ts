/** Queries for the items that the index look-ups of a seed find. */
import type { Libraries } from '../../database/distribution/per-library';
import {
  facetsByLibrary,
  isMovieOrSeries,
  termInLibraries,
  wordsByLibrary,
} from '../../database/entities/read-model/library-terms';
import { TITLE_PROBE } from './related-rows';
import type { Parameter } from './related-positions.sql';

/**
 * Maximum number of other items with the title of the seed or, if the seed is in a series, of the series. If there are
 * more, the list counts as cut.
 */
export const SAME_TITLE_MAX = 24;
/** Row limit of the look-up of the title: one row more for the seed or its series, and one to see if there are more. */
export const TITLE_PROBE_MAX_ROWS = SAME_TITLE_MAX + 2;

/**
 * Query for the rows that the index look-ups find. Parameters: 3 visible libraries, 7 and 8 facet keys (the element of
 * 8 is null for a look-up of one key), 9 their weights, 10 `tsquery` texts, 11 their weights, 18 and 19 the words of
 * these texts (the element of 19 is null for one word), 12 maximum number of rows of each look-up except that of the
 * title, 13 the `provider_keys` of items that the seed's source lists as related (`has:`) and of items whose source
 * lists the seed (`names:`), 14 UUIDs that the seed's source lists as related, 17 compact title of the seed, or of its
 * series if the seed is a season or an episode. The caller keeps the items with the highest sums of weights. A term
 * weighs at most 1.4, a title 10 and an id 100, so most dropped items share only terms. If `isConfined`, the look-ups
 * of facets and words use the indexes by library (see `confinedLookups`). On a distributed database, each row also has
 * a column `lookup`, which tells the two look-ups of ids apart: both have the probe 0.
 */
export function hitsQuery(libraries: Libraries, p: Parameter, isConfined = false): string {
  const lookup = (number: number): string => (libraries.isSingle ? `, ${number} AS lookup` : '');
  const { fromFacets, fromWords, hasFacets, hasWords } = isConfined ? confinedLookups(libraries, p) : plainLookups(p);
  return `
  SELECT c.library_id, c.media_id, p.probe, p.weight${lookup(1)}
    ${fromFacets}
   CROSS JOIN LATERAL (
     SELECT c.library_id, c.media_id FROM served_media_context c
      WHERE ${hasFacets} AND ${libraries.has('c.library_id')}
      ORDER BY c.media_id LIMIT ${p(12)}) AS c
  UNION ALL
  SELECT d.library_id, d.media_id, -p.probe, p.weight${lookup(1)}
    ${fromWords}
   CROSS JOIN LATERAL (
     SELECT d.library_id, d.media_id FROM served_search_documents d
      WHERE ${hasWords} AND ${isMovieOrSeries('d.')} AND ${libraries.has('d.library_id')}
      ORDER BY d.media_id LIMIT ${p(12)}) AS d
  UNION ALL
  (SELECT d.library_id, d.media_id, ${TITLE_PROBE}, 10${lookup(4)} FROM served_search_documents d
    WHERE d.title_key = ${p(17)} AND ${isMovieOrSeries('d.')} AND ${libraries.has('d.library_id')}
    ORDER BY d.media_id LIMIT ${TITLE_PROBE_MAX_ROWS})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${lookup(2)} FROM served_media_context c
    WHERE c.provider_keys && ${p(13)}::text[] AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${lookup(3)} FROM served_media_context c
    WHERE c.media_id = ANY (${p(14)}::uuid[]) AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})`;
}

/** The parts of the query for look-ups of terms. */
interface TermLookups {
  /** FROM clause with one row `p` for each look-up of facets. */
  readonly fromFacets: string;
  readonly fromWords: string;
  /** Condition: the row `c` has the facets of the look-up `p`. */
  readonly hasFacets: string;
  /** Condition: the row `d`, a movie or a series, has the words of the look-up `p`. */
  readonly hasWords: string;
}

const plainLookups = (p: Parameter): TermLookups => ({
  fromFacets: `FROM unnest(${p(7)}::text[], ${p(8)}::text[], ${p(9)}::float8[])
         WITH ORDINALITY AS p(first, second, weight, probe)`,
  fromWords: `FROM unnest(${p(10)}::text[], ${p(18)}::text[], ${p(19)}::text[], ${p(11)}::float8[])
         WITH ORDINALITY AS p(query, first, second, weight, probe)`,
  // Only the `facet_keys` of movies and series contain genres and people, so this needs no condition on the kind.
  hasFacets: 'c.facet_keys @> array_remove(ARRAY[p.first, p.second], NULL)',
  hasWords: 'd.lexemes @@ p.query::tsquery',
});

/**
 * The look-ups with the indexes by library. Another term may have the same hash as a term that is looked up. A look-up
 * can read rows of hidden libraries for such a term, but does not return them. The facets of each row are compared with
 * those of the look-up. The words are not, because this would cost a fifth of the time that the index saves. So an item
 * with another word of the same hash becomes a candidate. It may take the place of one with the real word. But the
 * ranking compares the texts and ignores such a word (see `rank/related-order.ts`), so the item is listed only if it
 * has something else in common with the seed.
 */
function confinedLookups(libraries: Libraries, p: Parameter): TermLookups {
  const { fromFacets, fromWords, hasFacets } = plainLookups(p);
  // A look-up of one term has its hashes twice; the index then reads them once.
  const withHashes = (fromLookups: string): string => `FROM (
     SELECT p.*, ${termInLibraries('p.first', libraries.array)} AS first_hashes,
            ${termInLibraries('coalesce(p.second, p.first)', libraries.array)} AS second_hashes
       ${fromLookups}) AS p`;
  const hasHashes = (hashes: string): string => `${hashes} && p.first_hashes AND ${hashes} && p.second_hashes`;
  return {
    fromFacets: withHashes(fromFacets),
    fromWords: withHashes(fromWords),
    // `IS TRUE` prevents a look-up in the index of facets of all libraries.
    hasFacets: `${hasHashes(facetsByLibrary('c.'))} AND ${isMovieOrSeries('c.')} AND (${hasFacets}) IS TRUE`,
    hasWords: hasHashes(wordsByLibrary('d.')),
  };
}
