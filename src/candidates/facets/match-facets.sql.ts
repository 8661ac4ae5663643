import { perLibrary } from '../../database/distribution/per-library';
import type { Statement } from '../../database/read-scope';
import { byFrequency } from '../../read-model/facets/facet-counts';

/** Maximum length of `places`. */
const SAMPLES = 3;
/**
 * Maximum number of values of a kind that one library of a distributed database returns, unless the request asks for
 * more. It is high, because a value that is rare in each library can be frequent in all libraries together. If a
 * library has more values, the merged `cardinality` can be too low.
 */
const VALUES_OF_LIBRARY_MAX = 20_000;

/** A row of `MATCH_FACETS`: a value of a kind, or the totals of the kind if `facet_key` is empty. */
export interface MatchFacetRow {
  readonly facet_kind: string;
  readonly facet_key: string;
  readonly label: string | null;
  /** Number of matches with the value. In totals, number of matches with any value of the kind. */
  readonly item_count: number;
  /** Positions of the best matches with the value, from 1, best first; empty in totals. */
  readonly places: number[];
  /** In totals, the number of distinct values of the kind; otherwise 0. */
  readonly cardinality: number;
  /** In totals, the sum of the counts of all values of the kind; otherwise 0. */
  readonly value_total: number;
}

/**
 * Facets of items. Parameters: $1 library ids and $2 media ids of the items, best match first; $3 visible libraries; $4
 * kinds; $5 maximum number of values of each kind; $6 user. A kind without values has no rows. Reads each item once.
 */
export const MATCH_FACETS: Statement = perLibrary(
  { name: 'candidates_match_facets', library: 3, parameters: 6, requested: 1, merge: mergeFacets },
  (libraries) => `
WITH matched AS MATERIALIZED (
  SELECT row.place::integer AS place, c.library_id, c.media_id, c.facets
    FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS row(library_id, media_id, place)
    JOIN served_media_context c ON ${libraries.sameLibrary('c.library_id', 'row.library_id')} AND c.media_id = row.media_id
   WHERE ${libraries.has('c.library_id')}
),
found AS MATERIALIZED (
  SELECT f.kind, f.key, f.label, m.place
    FROM matched m CROSS JOIN LATERAL json_to_recordset(m.facets) AS f(kind text, key text, label text)
   WHERE f.kind = ANY($4::text[])
  UNION ALL
  SELECT 'watch_state', coalesce(w.state, 'unwatched'), NULL, m.place
    FROM matched m
    LEFT JOIN LATERAL (
      SELECT w.state FROM watch_states w
       WHERE ${libraries.sameLibrary('w.library_id', 'm.library_id')} AND w.user_id = $6::uuid AND w.media_id = m.media_id
    ) AS w ON true
   WHERE 'watch_state' = ANY($4::text[])
  UNION ALL
  SELECT 'library', m.library_id::text, l.name, m.place
    FROM matched m JOIN libraries l ON ${libraries.sameLibrary('l.library_id', 'm.library_id')}
   WHERE 'library' = ANY($4::text[])
),
valued AS MATERIALIZED (
  SELECT kind, key, count(*)::integer AS item_count, (array_agg(label ORDER BY place))[1] AS label,
         (array_agg(place ORDER BY place))[1:${SAMPLES}] AS places
    FROM found GROUP BY kind, key
)
SELECT v.kind AS facet_kind, '' AS facet_key, NULL AS label, h.item_count, ARRAY[]::integer[] AS places,
       count(*)::integer AS cardinality, sum(v.item_count)::integer AS value_total
  FROM valued v
  JOIN (SELECT kind, count(DISTINCT place)::integer AS item_count FROM found GROUP BY kind) AS h ON h.kind = v.kind
 GROUP BY v.kind, h.item_count
UNION ALL
SELECT r.kind, r.key, r.label, r.item_count, r.places, 0, 0
  FROM (SELECT v.*, row_number() OVER (PARTITION BY v.kind ORDER BY v.item_count DESC, v.key COLLATE "C") AS rank
          FROM valued v) AS r
 WHERE r.rank <= ${libraries.isSingle ? `greatest($5::integer, ${VALUES_OF_LIBRARY_MAX})` : '$5::integer'}`,
);

/** Adds up the rows of several libraries. */
function mergeFacets(rows: readonly MatchFacetRow[], [, , , , limit]: readonly unknown[]): MatchFacetRow[] {
  const kinds = new Map<string, { totals: MatchFacetRow | undefined; values: Map<string, MatchFacetRow> }>();
  for (const row of rows) {
    const { facet_kind: kind, facet_key: key } = row;
    const facet = kinds.get(kind) ?? { totals: undefined, values: new Map<string, MatchFacetRow>() };
    kinds.set(kind, facet);
    if (key === '') facet.totals = sumOf(facet.totals, row);
    else facet.values.set(key, sumOf(facet.values.get(key), row));
  }
  return [...kinds.values()].flatMap(({ totals, values }) => {
    const sorted = [...values.values()].sort(byFrequency);
    const total = totals === undefined ? [] : [{ ...totals, cardinality: sorted.length }];
    return [...total, ...sorted.slice(0, Number(limit))];
  });
}

function sumOf(a: MatchFacetRow | undefined, b: MatchFacetRow): MatchFacetRow {
  if (a === undefined) return b;
  return {
    ...b,
    item_count: a.item_count + b.item_count,
    value_total: a.value_total + b.value_total,
    label: (a.places[0] ?? Infinity) < (b.places[0] ?? Infinity) ? a.label : b.label,
    places: [...a.places, ...b.places].sort((one, other) => one - other).slice(0, SAMPLES),
  };
}
