/** Signals from the position of a candidate in the seed's series. */
import type { SeedRow } from '../related-seed';
import type { CandidateRow, Place, Signal } from './ranked-candidate';
import { HEAVIEST, rounded } from './signal-weights';

/** The weight of the next episode to watch if it is no neighbour of an episode seed. */
const WATCH_NEXT_APART = 0.2;
const FARTHEST_RELATIVE = rounded(HEAVIEST.same_series * 0.3);

/** The signals `same_series` and `watch_next`, as far as the row has them. */
export function hierarchySignals(row: CandidateRow, seed: SeedRow): Signal[] {
  const places = row.places ?? [];
  const relatives = places.filter(([place]) => place !== 'near' && place !== 'watch_next');
  const nearest = Math.max(0, ...relatives.map(([place, distance]) => nearness(place, distance)));
  const own = rounded(HEAVIEST.same_series * nearest);
  if (!places.some(([place]) => place === 'watch_next')) {
    return own > 0 ? [{ kind: 'same_series', weight: own, terms: [] }] : [];
  }
  // The neighbours of an episode come before the next one to watch, unless that is a neighbour.
  const steps = relatives.filter(([place]) => place === 'next' || place === 'previous').map(([, distance]) => distance);
  const isApart = seed.media_kind === 'episode' && !steps.includes(1);
  return [
    { kind: 'watch_next', weight: isApart ? WATCH_NEXT_APART : HEAVIEST.watch_next, terms: [] },
    { kind: 'same_series', weight: isApart ? FARTHEST_RELATIVE : Math.max(own, FARTHEST_RELATIVE), terms: [] },
  ];
}

/** From 1 for the nearest relative to 0.3 for the farthest; falls with the distance. Specials and parents are below. */
function nearness(place: Place, distance: number): number {
  const far = 0.3 + 0.7 / (1 + 0.1 * (distance - 1));
  if (place === 'next' || place === 'child') return far;
  if (place === 'previous') return far - 0.02;
  if (place === 'special') return 0.3 / (1 + 0.01 * distance);
  return 0.25 / distance;
}
