import { byMediaKind, type MediaKind } from '../../common/media-id';
import { allLibraries, perLibrary } from '../../database/distribution/per-library';
import type { Statement } from '../../database/read-scope';
import { artifactIdsOf } from '../../read-model/artifacts/artifact-ids';
import { visible } from '../../read-model/visibility';
import { TITLE_PROBE } from './related-rows';
import { hitsQuery, SAME_TITLE_MAX } from './related-hits.sql';
import { type Parameter, positionsQuery } from './related-positions.sql';

/** The numbers of the parameters of `hitsQuery`, without the libraries. */
const HIT_PARAMETERS = [7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19];
/** The numbers of the parameters of `positionsQuery`. Only some kinds of seeds have values for 20 to 25. */
const POSITION_PARAMETERS = [1, 2, 4, 5, 6, 20, 21, 22, 23, 24, 25];

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
 * Maximum number of facets of a candidate that are compared with the seed's. `facet_keys` begins with the genres.
 * People are near its end, in billing order (see `toFacets`), so the maximum leaves out those that are billed last.
 */
const COMPARED_FACETS_MAX = 100;

/** The first characters of a text. The length in bytes is tested first, because it is cheaper than `left`. */
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
 * The statement for all candidates, unsorted. Parameter 15 is the maximum number of items from look-ups; `cut` is
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
  (libraries) => hitsQuery(libraries, placeholdersOf(HIT_PARAMETERS), true),
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
