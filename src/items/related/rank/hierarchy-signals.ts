/** Signals from the position of a candidate in the series of the seed, the item whose related items are requested. */
import type { SeedRow } from '../related-seed';
import type { CandidateRow, Place, Signal } from './ranked-candidate';
import { HEAVIEST, rounded } from './signal-weights';

/** The weight of `watch_next` if the seed is an episode that is not adjacent to the next episode to watch. */
const WATCH_NEXT_DISTANT = 0.2;
/** The weight of `same_series` for the most distant items of the series. */
const FARTHEST_RELATIVE = rounded(HEAVIEST.same_series * 0.3);

/** Returns `same_series` if the row is in the seed's series, and also `watch_next` if it is the next episode to watch. */
export function hierarchySignals(row: CandidateRow, seed: SeedRow): Signal[] {
  const places = row.places ?? [];
  const relatives = places.filter(([place]) => place !== 'near' && place !== 'watch_next');
  const nearest = Math.max(0, ...relatives.map(([place, distance]) => nearness(place, distance)));
  const own = rounded(HEAVIEST.same_series * nearest);
  if (!places.some(([place]) => place === 'watch_next')) {
    return own > 0 ? [{ kind: 'same_series', weight: own, terms: [] }] : [];
  }
  // For an episode, the previous and the next episode rank before the next episode to watch, unless one of them is the
  // next episode to watch.
  const steps = relatives.filter(([place]) => place === 'next' || place === 'previous').map(([, distance]) => distance);
  const isDistant = seed.media_kind === 'episode' && !steps.includes(1);
  return [
    { kind: 'watch_next', weight: isDistant ? WATCH_NEXT_DISTANT : HEAVIEST.watch_next, terms: [] },
    { kind: 'same_series', weight: isDistant ? FARTHEST_RELATIVE : Math.max(own, FARTHEST_RELATIVE), terms: [] },
  ];
}

/**
 * The nearness decreases with the distance, from 1 towards 0.3. It is 0.02 lower for previous items. Specials and parents
 * are always below 0.3.
 */
function nearness(place: Place, distance: number): number {
  const byDistance = 0.3 + 0.7 / (1 + 0.1 * (distance - 1));
  if (place === 'next' || place === 'child') return byDistance;
  if (place === 'previous') return byDistance - 0.02;
  if (place === 'special') return 0.3 / (1 + 0.01 * distance);
  return 0.25 / distance;
}
