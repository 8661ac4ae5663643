/**
 * Reads the candidates of a seed on a distributed database. The first round trip reads the hits of the look-ups in each
 * library, and the items with a `Position` relative to the seed. The second round trip reads the rows of the hit items
 * with the highest weights, and of all items with a position.
 */
import { groupBy } from '../../common/group-by';
import type { ReadScope } from '../../database/read-scope';
import type { SeedRow } from './seed/seed-row';
import { SAME_TITLE_MAX, TITLE_PROBE_MAX_ROWS } from './related-hits.sql';
import { type CandidateRow, TITLE_PROBE } from './related-rows';
import { CANDIDATE_HITS, CANDIDATE_POSITIONS, CANDIDATE_ROWS, hitValues, positionValues } from './related.sql';

/** An item that a look-up found. */
interface ProbeHit {
  readonly library_id: string;
  readonly media_id: string;
  /** Number of the look-up, as in the `probes` of a `CandidateRow`. */
  readonly probe: number;
  /** Distinguishes the two look-ups of related ids, which both have the number 0. */
  readonly lookup: number;
  readonly weight: number;
}

interface PositionRow {
  readonly media_id: string;
  readonly positions: CandidateRow['positions'];
}

/** An item with the look-ups that found it, and the sum of their weights. */
interface HitItem {
  readonly library_id: string;
  readonly probes: number[];
  weight: number;
}

/**
 * `cut`: whether the look-ups found more than `maxCandidates` items, or more than `SAME_TITLE_MAX` with the seed's
 * title; null for a row without `probes`.
 */
type DistributedCandidateRow = CandidateRow & { cut: boolean | null };

/**
 * Returns the same rows as `RELATED_CANDIDATES`, whose parameter values are `values`, in two round trips.
 * `maxRowsPerProbe` is the row limit of each look-up, except that of the title (`TITLE_PROBE_MAX_ROWS`).
 * `maxCandidates` is the maximum number of items from all look-ups together.
 */
export async function listDistributedCandidates(
  scope: ReadScope,
  seed: SeedRow,
  values: readonly unknown[],
  { maxRowsPerProbe, maxCandidates }: { readonly maxRowsPerProbe: number; readonly maxCandidates: number },
): Promise<DistributedCandidateRow[]> {
  const [hits, positionRows] = await Promise.all([
    scope.rows<ProbeHit>(CANDIDATE_HITS, hitValues(values)),
    scope.rows<PositionRow>(CANDIDATE_POSITIONS[seed.media_kind], positionValues(values), seed.library_id),
  ]);
  const allItems = groupByItem(limitEachProbe(hits, maxRowsPerProbe), seed);
  const foundByTitle = [...allItems.values()].filter(({ probes }) => probes.includes(TITLE_PROBE));
  const isCut = allItems.size > maxCandidates || foundByTitle.length > SAME_TITLE_MAX;
  const heaviest = [...allItems]
    .sort(([a, left], [b, right]) => right.weight - left.weight || (a < b ? -1 : 1))
    .slice(0, maxCandidates);
  const items = new Map(heaviest);
  const positions = new Map(positionRows.map((row) => [row.media_id, row.positions]));
  const libraryOf = new Map([
    ...[...positions.keys()].map((id) => [id, seed.library_id] as const),
    ...heaviest.map(([id, { library_id }]) => [id, library_id] as const),
  ]);
  const comparedByOverview = heaviest
    .filter(([, { probes }]) => probes.some((probe) => probe < 0 || probe === TITLE_PROBE))
    .map(([id]) => id);
  const rows = await scope.rows<CandidateRow>(CANDIDATE_ROWS, [
    [...libraryOf.values()],
    [...libraryOf.keys()],
    scope.libraryIds,
    // The parameters 13 (provider keys) and 16 (facet keys) of `RELATED_CANDIDATES`.
    values[12],
    values[15],
    comparedByOverview,
  ]);
  return rows.map((row) => ({
    ...row,
    probes: items.get(row.media_id)?.probes ?? null,
    positions: positions.get(row.media_id) ?? null,
    cut: items.has(row.media_id) ? isCut : null,
  }));
}

/** Applies the row limit to each look-up. Keeps the first rows by id. */
function limitEachProbe(hits: readonly ProbeHit[], limit: number): ProbeHit[] {
  const hitsByProbe = groupBy(hits, ({ lookup, probe }) => `${lookup} ${probe}`);
  return [...hitsByProbe.values()].flatMap((rows) =>
    rows
      .sort((a, b) => (a.media_id < b.media_id ? -1 : 1))
      .slice(0, rows[0]?.probe === TITLE_PROBE ? TITLE_PROBE_MAX_ROWS : limit),
  );
}

/** Groups the hits by item. Leaves out the seed and, if the seed is a season or an episode, its series. */
function groupByItem(hits: readonly ProbeHit[], seed: SeedRow): Map<string, HitItem> {
  const items = new Map<string, HitItem>();
  for (const { media_id, library_id, probe, weight } of hits) {
    if (media_id === seed.media_id || media_id === seed.base_id) continue;
    const item = items.get(media_id) ?? { library_id, probes: [], weight: 0 };
    item.probes.push(Number(probe));
    item.weight += weight;
    items.set(media_id, item);
  }
  return items;
}
