import { INDEX_FILTERED_SCAN_MAX, planBrowse, SCAN_MAX } from './browse-plan';
import type { BrowseFilters } from './browse.dto';
import type { BrowseSort } from './browse-sorts';

const LIMIT = 25;
const COMEDIES_OF_THE_NINETIES: BrowseFilters = { year: { gte: 1990, lte: 1999 }, genres: { any: ['Comedy'] } };
const SHORT_COMEDIES: BrowseFilters = { ...COMEDIES_OF_THE_NINETIES, runtime_minutes: { lte: 90 } };

/**
 * Plans a list of films. In the catalog, half of the items are films, a fifth are comedies, one in a thousand is about
 * war, and 6 % are from the nineties.
 */
function plan(items: number, sort: BrowseSort, filters: BrowseFilters): [driver: string, scanMax: number] {
  const years = Array.from({ length: 10 }, (_, index) => [`y${1990 + index}`, items * 0.006] as const);
  const counts = {
    kindCounts: [{ library_id: 'any', media_kind: 'movie' as const, documents: items / 2 }],
    total: items,
    documents: new Map([['Gcomedy', items / 5], ['Gwar', items / 1_000], ...years]),
  };
  const { driver, scanMax } = planBrowse({ filters, media_kinds: ['movie'] }, sort, counts, LIMIT);
  return [driver, scanMax];
}

describe('a list of films is read', () => {
  it.each<[string, number, BrowseSort, BrowseFilters, string, number]>([
    ['in index order if there is no filter', 1e6, 'added', {}, 'ordered_scan', SCAN_MAX],
    [
      'in index order if many films match',
      1e6,
      'popularity',
      { genres: { any: ['Comedy'] } },
      'ordered_scan',
      SCAN_MAX,
    ],
    ['with the lexeme index if few films match', 1e6, 'popularity', { genres: { any: ['War'] } }, 'matches', SCAN_MAX],
    [
      'in index order, with the higher row limit, if the years in the index exclude most rows',
      6e5,
      'popularity',
      SHORT_COMEDIES,
      'ordered_scan',
      INDEX_FILTERED_SCAN_MAX,
    ],
    [
      'with the lexeme index if that takes less time than a scan with the higher row limit',
      72_000,
      'popularity',
      SHORT_COMEDIES,
      'matches',
      INDEX_FILTERED_SCAN_MAX,
    ],
    [
      'with the lexeme index if the index of the sort does not contain years',
      6e5,
      'title',
      SHORT_COMEDIES,
      'matches',
      SCAN_MAX,
    ],
    [
      'in index order if it is sorted by year, because the scan reads only the years of the filter',
      36_000,
      'year',
      COMEDIES_OF_THE_NINETIES,
      'ordered_scan',
      SCAN_MAX,
    ],
    [
      'from the watch states if only watched films match',
      1e6,
      'year',
      { watch_states: ['completed'] },
      'watched',
      SCAN_MAX,
    ],
    [
      'in the order of the index of watch states if it is sorted by the time of watching',
      1e6,
      'last_watched',
      SHORT_COMEDIES,
      'ordered_scan',
      SCAN_MAX,
    ],
  ])('%s', (_, items, sort, filters, ...expected) => {
    expect(plan(items, sort, filters)).toEqual(expected);
  });
});
