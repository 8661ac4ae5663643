import { byMediaKind, type MediaKind } from '../../common/media-id';
import { allLibraries, type Libraries, perLibrary } from '../../database/distribution/per-library';
import { isTitleIn } from '../../database/entities/read-model/title-library';
import type { Statement } from '../../database/read-scope';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { visible } from '../../read-model/visibility';
import { TITLE_PROBE } from './related-rows';
import { type Parameter, positionsQuery } from './related-positions.sql';

/**
 * Maximum number of other items with the title of the seed or, if the seed is in a series, of the series. If there are
 * more, the list counts as cut.
 */
export const SAME_TITLE_MAX = 24;
/** Row limit of the look-up of the title, which also finds the seed itself or its series. */
export const TITLE_PROBE_MAX_ROWS = SAME_TITLE_MAX + 2;

/**
 * Query for the rows that the index look-ups find. Parameters: 3 visible libraries, 7 and 8 facet keys (the element of
 * 8 is null for a look-up of one key), 9 their weights, 10 `tsquery` texts, 11 their weights, 12 maximum number of rows
 * of each look-up except that of the title, 13 `has:` and `names:` keys (see `read-model/media/related-keys.ts`), 14
 * UUIDs that the seed's source lists as related, 17 compact title of the seed, or of its series if the seed is a season
 * or an episode. A term weighs at most 1.4, a title 10 and an id 100. So if the row limit drops items, they are usually
 * those that only share terms. If `isConfined`, the look-ups of facets and words find the library in their index, so
 * they read no items of hidden libraries. On a distributed database, each row also has the number of its look-up,
 * because the two look-ups of ids both have the probe 0.
 */
const hitsQuery = (libraries: Libraries, p: Parameter, isConfined = false): string => {
  const lookup = (number: number): string => (libraries.isSingle ? `, ${number} AS lookup` : '');
  // Only the `facet_keys` of movies and series contain genres and people, so a look-up of all libraries needs no
  // condition on the kind.
  const contextCondition = isConfined ? `${isTitleIn('c', libraries.array)} AND ` : '';
  const isMovieOrSeries = isConfined ? isTitleIn('d', libraries.array) : `d.media_kind IN ('movie', 'series')`;
  return `
  SELECT c.library_id, c.media_id, p.probe, p.weight${lookup(1)}
    FROM unnest(${p(7)}::text[], ${p(8)}::text[], ${p(9)}::float8[]) WITH ORDINALITY AS p(first, second, weight, probe)
   CROSS JOIN LATERAL (
     SELECT c.library_id, c.media_id FROM served_media_context c
      WHERE c.facet_keys @> array_remove(ARRAY[p.first, p.second], NULL)
        AND ${contextCondition}${libraries.has('c.library_id')}
      ORDER BY c.media_id LIMIT ${p(12)}) AS c
  UNION ALL
  SELECT d.library_id, d.media_id, -p.probe, p.weight${lookup(1)}
    FROM unnest(${p(10)}::text[], ${p(11)}::float8[]) WITH ORDINALITY AS p(query, weight, probe)
   CROSS JOIN LATERAL (
     SELECT d.library_id, d.media_id FROM served_search_documents d
      WHERE d.lexemes @@ p.query::tsquery AND ${isMovieOrSeries} AND ${libraries.has('d.library_id')}
      ORDER BY d.media_id LIMIT ${p(12)}) AS d
  UNION ALL
  (SELECT d.library_id, d.media_id, ${TITLE_PROBE}, 10${lookup(4)} FROM served_search_documents d
    WHERE d.title_key = ${p(17)} AND d.media_kind IN ('movie', 'series') AND ${libraries.has('d.library_id')}
    ORDER BY d.media_id LIMIT ${TITLE_PROBE_MAX_ROWS})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${lookup(2)} FROM served_media_context c
    WHERE c.provider_keys && ${p(13)}::text[] AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})
  UNION ALL
  (SELECT c.library_id, c.media_id, 0, 100${lookup(3)} FROM served_media_context c
    WHERE c.media_id = ANY (${p(14)}::uuid[]) AND ${libraries.has('c.library_id')}
    ORDER BY c.media_id LIMIT ${p(12)})`;
};

/** The numbers of the parameters of `hitsQuery`. */
const HIT_PARAMETERS = [7, 8, 9, 10, 11, 12, 13, 14, 17];
/** The numbers of the parameters of `positionsQuery`. */
const POSITION_PARAMETERS = [1, 2, 4, 5, 6, 18, 19, 20, 21, 22, 23];

/** Returns the placeholders of a statement that has only the parameters in `numbers`, in this order. */
function placeholdersOf(numbers: readonly number[]): Parameter {
  return (number) => `$${numbers.indexOf(number) + 1}`;
}

function pickValues(numbers: readonly number[], values: readonly unknown[]): unknown[] {
  return numbers.filter((number) => number <= values.length).map((number) => values[number - 1]);
}

/** Picks the values of `CANDIDATE_HITS` from the values of the candidates' statement. */
export const hitValues = (values: readonly unknown[]): unknown[] => [...pickValues(HIT_PARAMETERS, values), values[2]];

/** Picks the values of `CANDIDATE_POSITIONS` from the values of the candidates' statement. */
export const positionValues = (values: readonly unknown[]): unknown[] => pickValues(POSITION_PARAMETERS, values);

/** Maximum number of code points of a candidate's overview that are compared with the seed's overview. */
const COMPARED_MAX_CHARS = 2_000;
/**
 * Maximum number of facets of a candidate that are compared with the seed's. Genres come first; the people follow
 * after a few others, in billing order. So, of the genres and people, those with the least weight are left out.
 */
const COMPARED_FACETS_MAX = 100;

/** The first characters of a text. `left` alone would count the characters of texts that are short enough. */
const firstCharacters = (text: string, max: number): string =>
  `CASE WHEN octet_length(${text}) <= ${max} THEN ${text} ELSE left(${text}, ${max}) END`;

/**
 * The columns of the candidate `c` that come from its row. The arguments are SQL expressions: whether the overview is
 * compared, the facet keys of the seed, and the provider keys that relate an item to the seed.
 */
const candidateColumns = (comparesOverview: string, facetKeys: string, providerKeys: string): string => `
       c.library_id, c.media_id, c.media_kind, c.series_id, c.title, c.year, c.franchise_keys,
       CASE WHEN ${comparesOverview} AND NOT 'overview' = ANY (c.missing_fields)
            THEN ${firstCharacters('c.summary_text', COMPARED_MAX_CHARS)} ELSE '' END AS overview,
       CASE WHEN c.facet_keys && ${facetKeys}::text[]
            THEN array_to_string(c.facet_keys[1:${COMPARED_FACETS_MAX}], E'\\n') ELSE '' END AS facet_keys,
       c.missing_fields && ARRAY['people', 'overview'] AS sparse,
       CASE WHEN c.provider_keys && ${providerKeys}::text[] THEN c.provider_keys END AS provider_keys`;

/**
 * The statement for all candidates, unsorted. Parameter 15 is the maximum number of rows from look-ups; `cut` is
 * whether there are more, or more than `SAME_TITLE_MAX` with the seed's title. Parameter 16 has the facet keys of the
 * seed. `isConfined`: see `hitsQuery`.
 */
function candidatesStatement(kind: MediaKind, isConfined: boolean): Statement {
  const p: Parameter = (number) => `$${number}`;
  return {
    name: `related-candidates-${kind}${isConfined ? '-confined' : ''}`,
    text: `
WITH hits AS (
  SELECT library_id, media_id, json_agg(probe) AS probes, bool_or(probe < 0 OR probe = ${TITLE_PROBE}) AS by_words,
         count(*) OVER () > $15
           OR sum(count(*) FILTER (WHERE probe = ${TITLE_PROBE})) OVER () > ${SAME_TITLE_MAX} AS cut
    FROM (${hitsQuery(allLibraries(3), p, isConfined)}) AS hit
   WHERE media_id NOT IN ($2::uuid, $4::uuid)
   GROUP BY media_id, library_id ORDER BY sum(weight) DESC, media_id LIMIT $15
), positions AS (${positionsQuery(kind, p)}
), candidate AS (
  SELECT coalesce(h.library_id, $1::uuid) AS library_id, media_id, h.probes, h.by_words, h.cut, p.positions
    FROM hits h FULL JOIN positions p USING (media_id)
)
SELECT k.probes, k.positions, k.cut,${candidateColumns('k.by_words', '$16', '$13')}
  FROM candidate k
  JOIN served_media_context c ON c.library_id = k.library_id AND c.media_id = k.media_id
 WHERE ${visible('c', '$3')}`,
  };
}

/** On a distributed database: the rows that look-ups find in one library. Parameters: result of `hitValues`. */
export const CANDIDATE_HITS: Statement = perLibrary(
  { name: 'related-candidate-hits', library: HIT_PARAMETERS.length + 1, parameters: HIT_PARAMETERS.length + 1 },
  (libraries) => hitsQuery(libraries, placeholdersOf(HIT_PARAMETERS)),
);

/** On a distributed database: the positions of candidates. Parameters: result of `positionValues`. */
export const CANDIDATE_POSITIONS = byMediaKind((kind): Statement => ({
  name: `related-candidate-positions-${kind}`,
  text: positionsQuery(kind, placeholdersOf(POSITION_PARAMETERS)),
}));

/**
 * On a distributed database: the fields of candidates. Parameters: $1 libraries, $2 media UUIDs, $3 visible libraries,
 * $4 provider keys that relate an item to the seed, $5 facet keys of the seed, $6 UUIDs of the candidates whose
 * overviews are compared with the seed's.
 */
export const CANDIDATE_ROWS: Statement = perLibrary(
  { name: 'related-candidate-rows', library: 3, parameters: 6, requested: 1, onlyOnNodes: true },
  (libraries) => `
SELECT ${candidateColumns('c.media_id = ANY ($6::uuid[])', '$5', '$4')}
  FROM unnest($1::uuid[], $2::uuid[]) AS k(library_id, media_id)
  JOIN served_media_context c ON c.library_id = k.library_id AND c.media_id = k.media_id
 WHERE c.library_id = ANY($1::uuid[]) AND ${libraries.has('c.library_id')}`,
);

/** The statements for the candidates, by the kind of the seed. */
export const RELATED_CANDIDATES = byMediaKind((kind) => candidatesStatement(kind, false));

/** `RELATED_CANDIDATES` for a caller who sees few libraries (see `seesFewLibraries`), with the same parameters. */
export const CONFINED_CANDIDATES = byMediaKind((kind) => candidatesStatement(kind, true));

/**
 * The details of the rows of a page. Parameters: $1 media UUIDs, $2 the libraries that have them, $3 facet keys whose
 * labels are returned, $4 result of `visibleOwnerKeys`, $5 maximum number of artifact ids per row.
 */
export const RELATED_DETAILS: Statement = perLibrary(
  { name: 'related-details', library: 2, parameters: 5 },
  (libraries) => `
SELECT c.media_id, c.media, l.name AS library_name,
       CASE WHEN 'overview' = ANY (c.missing_fields) THEN '' ELSE c.summary_text END AS overview,
       (SELECT coalesce(json_object_agg(f.kind || ':' || f.key, f.label), '{}')
          FROM json_to_recordset(c.facets) AS f(kind text, key text, label text)
         WHERE f.kind || ':' || f.key = ANY ($3::text[])) AS labels,
       ${artifactIdsOf('c', '$4', libraries, '$5')} AS artifact_ids
  FROM served_media_context c
  JOIN libraries l ON ${libraries.sameLibrary('l.library_id', 'c.library_id')}
 WHERE c.media_id = ANY ($1::uuid[]) AND ${libraries.has('c.library_id')}`,
);
