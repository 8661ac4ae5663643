/** Computes signals from the position of a candidate in the series of the seed. */
import type { SeedRow } from '../seed/seed-row';
import type { Signal } from './ranked-candidate';
import type { CandidateRow, Position } from '../related-rows';
import { MAX_WEIGHTS, roundWeight } from './signal-weights';

/** The weight of `watch_next` if the seed is an episode and not adjacent to the next episode to watch. */
const DISTANT_WATCH_NEXT_WEIGHT = 0.2;
/** The minimum weight of `same_series` for the next episode to watch. */
const SAME_SERIES_MIN = roundWeight(MAX_WEIGHTS.same_series * 0.3);

/** Returns the signals `same_series` and `watch_next`, if they apply to the row. */
export function hierarchySignals(row: CandidateRow, seed: SeedRow): Signal[] {
  const positions = row.positions ?? [];
  // `near` is a nearness in time, not a position in the series.
  const positionsInSeries = positions.filter(([position]) => position !== 'near' && position !== 'watch_next');
  const maxProximity = Math.max(0, ...positionsInSeries.map(([position, distance]) => proximityOf(position, distance)));
  const sameSeriesWeight = roundWeight(MAX_WEIGHTS.same_series * maxProximity);
  if (!positions.some(([position]) => position === 'watch_next')) {
    return sameSeriesWeight > 0 ? [{ kind: 'same_series', weight: sameSeriesWeight, terms: [] }] : [];
  }
  // The episodes before and after the seed rank before a distant next episode to watch.
  const isAdjacent = positionsInSeries.some(
    ([position, distance]) => distance === 1 && (position === 'next' || position === 'previous'),
  );
  const isDistant = seed.media_kind === 'episode' && !isAdjacent;
  return [
    { kind: 'watch_next', weight: isDistant ? DISTANT_WATCH_NEXT_WEIGHT : MAX_WEIGHTS.watch_next, terms: [] },
    {
      kind: 'same_series',
      weight: isDistant ? SAME_SERIES_MIN : Math.max(sameSeriesWeight, SAME_SERIES_MIN),
      terms: [],
    },
  ];
}

/**
 * Returns the proximity of an item. A next item and an episode of the seed get 1 at distance 1, and less with more
 * distance, but more than 0.3. A previous item gets 0.02 less than a next one. The specials of a series get less than
 * 0.3, and parents at most 0.25. The distance of an episode of the seed is its place in the order of the episodes, from
 * 1. Of the parents of the seed, the season has the distance 1, and the series 2.
 */
function proximityOf(position: Position, distance: number): number {
  const byDistance = 0.3 + 0.7 / (1 + 0.1 * (distance - 1));
  if (position === 'next' || position === 'child') return byDistance;
  if (position === 'previous') return byDistance - 0.02;
  if (position === 'special') return 0.3 / (1 + 0.01 * distance);
  return 0.25 / distance;
}
