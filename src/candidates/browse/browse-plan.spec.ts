import { NARROW_WALK_MAX, planBrowse, WALK_MAX } from './browse-plan';
import type { BrowseFilters } from './browse.dto';
import type { BrowseSort } from './browse-sorts';

const LIMIT = 25;
const COMEDIES_OF_THE_NINETIES: BrowseFilters = { year: { gte: 1990, lte: 1999 }, genres: { any: ['Comedy'] } };
const SHORT_ONES: BrowseFilters = { ...COMEDIES_OF_THE_NINETIES, runtime_minutes: { lte: 90 } };

/**
 * Plans a list of films in a catalog in which half of the items are films, a fifth comedies, and 6 % of the nineties.
 */
function plan(items: number, sort: BrowseSort, filters: BrowseFilters): [driver: string, walkMax: number] {
  const years = Array.from({ length: 10 }, (_, index) => [`y${1990 + index}`, items * 0.006] as const);
  const counts = {
    streams: [{ library_id: 'any', media_kind: 'movie' as const, documents: items / 2 }],
    total: items,
    documents: new Map([['Gcomedy', items / 5], ['Gwar', items / 1_000], ...years]),
  };
  const { driver, walkMax } = planBrowse({ filters, media_kinds: ['movie'] }, sort, counts, LIMIT);
  return [driver, walkMax];
}

describe('a list of films is read', () => {
  it.each<[string, number, BrowseSort, BrowseFilters, string, number]>([
    ['by a walk if there is no filter', 1e6, 'added', {}, 'walk', WALK_MAX],
    ['by a walk if many films match', 1e6, 'popularity', { genres: { any: ['Comedy'] } }, 'walk', WALK_MAX],
    ['by its matches if few films match', 1e6, 'popularity', { genres: { any: ['War'] } }, 'matches', WALK_MAX],
    ['by a long walk if the index excludes most films', 1e6, 'popularity', SHORT_ONES, 'walk', NARROW_WALK_MAX],
    ['by its matches if a long walk takes more time', 72_000, 'popularity', SHORT_ONES, 'matches', NARROW_WALK_MAX],
    ['by its matches if the index does not contain the years', 6e5, 'title', SHORT_ONES, 'matches', WALK_MAX],
    ['by a walk from the last year if it is sorted by year', 1e6, 'year', COMEDIES_OF_THE_NINETIES, 'walk', WALK_MAX],
    [
      'by the watch states if only watched films match',
      1e6,
      'year',
      { watch_states: ['completed'] },
      'watched',
      WALK_MAX,
    ],
    ['by the watch states if it is sorted by them', 1e6, 'last_watched', SHORT_ONES, 'walk', WALK_MAX],
  ])('%s', (_, items, sort, filters, ...expected) => {
    expect(plan(items, sort, filters)).toEqual(expected);
  });
});
