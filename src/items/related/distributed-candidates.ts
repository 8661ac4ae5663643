/**
 * Reads the candidates of a seed on a distributed database: first what look-ups find in each library, then the rows.
 */
import type { ReadScope } from '../../database/read-scope';
import type { SeedRow } from './seed/related-seed';
import { type CandidateRow, TITLE_PROBE } from './candidate-row';
import {
  CANDIDATE_HITS,
  CANDIDATE_POSITIONS,
  CANDIDATE_ROWS,
  hitValues,
  positionValues,
  SAME_TITLE_MAX,
} from './related.sql';

/** A row that a look-up found. */
interface LookUpHit {
  readonly library_id: string;
  readonly media_id: string;
  /** The look-up, as in `CandidateRow`. Look-ups with the same number differ in `source`. */
  readonly probe: number;
  readonly source: number;
  readonly weight: number;
}

interface PositionRow {
  readonly media_id: string;
  readonly places: CandidateRow['places'];
}

interface FoundItem {
  readonly library_id: string;
  readonly probes: number[];
  weight: number;
}

type DistributedCandidateRow = CandidateRow & { cut: boolean | null };

/**
 * Returns the rows of the statement over all libraries, in two round trips. `values` are the values of that statement.
 * They contain `maxRowsPerProbe`, the row limit of a look-up, and `maxCandidates`, the row limit of all look-ups
 * together.
 */
export async function listDistributedCandidates(
  scope: ReadScope,
  seed: SeedRow,
  values: readonly unknown[],
  { perProbe: maxRowsPerProbe, kept: maxCandidates }: { readonly perProbe: number; readonly kept: number },
): Promise<DistributedCandidateRow[]> {
  const [hits, placed] = await Promise.all([
    scope.rows<LookUpHit>(CANDIDATE_HITS, hitValues(values)),
    scope.rows<PositionRow>(CANDIDATE_POSITIONS[seed.media_kind], positionValues(values)),
  ]);
  const found = groupByItem(limitEachLookUp(hits, maxRowsPerProbe), seed);
  const best = [...found]
    .sort(([a, left], [b, right]) => right.weight - left.weight || (a < b ? -1 : 1))
    .slice(0, maxCandidates);
  const finds = new Map(best);
  const places = new Map(placed.map((row) => [row.media_id, row.places]));
  const libraryOf = new Map<string, string>();
  for (const id of places.keys()) libraryOf.set(id, seed.library_id);
  for (const [id, { library_id }] of finds) libraryOf.set(id, library_id);
  const byWords = best
    .filter(([, { probes }]) => probes.some((probe) => probe < 0 || probe === TITLE_PROBE))
    .map(([id]) => id);
  const rows = await scope.rows<CandidateRow>(CANDIDATE_ROWS, [
    [...libraryOf.values()],
    [...libraryOf.keys()],
    scope.libraryIds,
    values[12],
    values[15],
    byWords,
  ]);
  return rows.map((row) => ({
    ...row,
    probes: finds.get(row.media_id)?.probes ?? null,
    places: places.get(row.media_id) ?? null,
    cut: finds.has(row.media_id) ? found.size > maxCandidates : null,
  }));
}

/** Applies the row limit to each look-up. Keeps the first rows by id. */
function limitEachLookUp(hits: readonly LookUpHit[], limit: number): LookUpHit[] {
  const lookUps = new Map<string, LookUpHit[]>();
  for (const hit of hits) {
    const key = `${hit.source} ${hit.probe}`;
    const rows = lookUps.get(key);
    if (rows === undefined) lookUps.set(key, [hit]);
    else rows.push(hit);
  }
  return [...lookUps.values()].flatMap((rows) =>
    rows
      .sort((a, b) => (a.media_id < b.media_id ? -1 : 1))
      .slice(0, rows[0]?.probe === TITLE_PROBE ? SAME_TITLE_MAX : limit),
  );
}

/** Groups the hits by item, without the seed and its series. */
function groupByItem(hits: readonly LookUpHit[], seed: SeedRow): Map<string, FoundItem> {
  const found = new Map<string, FoundItem>();
  for (const { media_id, library_id, probe, weight } of hits) {
    if (media_id === seed.media_id || media_id === seed.base_id) continue;
    const item = found.get(media_id) ?? { library_id, probes: [], weight: 0 };
    item.probes.push(Number(probe));
    item.weight += weight;
    found.set(media_id, item);
  }
  return found;
}
