/** The candidates of a seed on a distributed database: finds of each library, put together, and then their rows. */
import type { ReadScope } from '../../database/read-pool';
import type { SeedRow } from './related-seed';
import { type CandidateRow, TITLE_PROBE } from './rank/ranked-candidate';
import {
  CANDIDATE_HITS,
  CANDIDATE_PLACES,
  CANDIDATE_ROWS,
  hitValues,
  placeValues,
  SAME_TITLE_MAX,
} from './related.sql';

/** A find of one look-up. */
interface Hit {
  readonly library_id: string;
  readonly media_id: string;
  /** As in `CandidateRow`. `source` tells look-ups with the same number apart. */
  readonly probe: number;
  readonly source: number;
  readonly weight: number;
}

interface Place {
  readonly media_id: string;
  readonly places: CandidateRow['places'];
}

interface Found {
  readonly library_id: string;
  readonly probes: number[];
  weight: number;
}

type Row = CandidateRow & { cut: boolean | null };

/**
 * The rows of the statement over all libraries. `values` are its parameters, of which `perProbe` is the row limit of a
 * look-up and `kept` the number of finds kept. Two round trips.
 */
export async function listFromEach(
  scope: ReadScope,
  seed: SeedRow,
  values: readonly unknown[],
  { perProbe, kept }: { readonly perProbe: number; readonly kept: number },
): Promise<Row[]> {
  const [hits, placed] = await Promise.all([
    scope.rows<Hit>(CANDIDATE_HITS, hitValues(values)),
    scope.rows<Place>(CANDIDATE_PLACES[seed.media_kind], placeValues(values)),
  ]);
  const found = join(firstOfEach(hits, perProbe), seed);
  const best = [...found]
    .sort(([a, left], [b, right]) => right.weight - left.weight || (a < b ? -1 : 1))
    .slice(0, kept);
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
    cut: finds.has(row.media_id) ? found.size > kept : null,
  }));
}

/** The first rows of each look-up, by id. */
function firstOfEach(hits: readonly Hit[], limit: number): Hit[] {
  const lookUps = new Map<string, Hit[]>();
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

/** The finds by item, without the seed and its series. */
function join(hits: readonly Hit[], seed: SeedRow): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const { media_id, library_id, probe, weight } of hits) {
    if (media_id === seed.media_id || media_id === seed.base_id) continue;
    const item = found.get(media_id) ?? { library_id, probes: [], weight: 0 };
    item.probes.push(Number(probe));
    item.weight += weight;
    found.set(media_id, item);
  }
  return found;
}
