import type { FacetCounts } from '../read-model/facets/facet-counts';
import { sumCounts } from './facet-groups';
import type { LibraryOverview } from './overview.dto';

/** Returns the counts of a library. `values` are the values of its facet `media_kind`. */
export function toLibraryCounts(
  values: FacetCounts['values'] | undefined,
  artifacts: number,
): LibraryOverview['counts'] {
  return {
    movies: sumCounts(values, 'movie'),
    series: sumCounts(values, 'series'),
    seasons: sumCounts(values, 'season'),
    episodes: sumCounts(values, 'episode'),
    artifacts,
  };
}

/** Returns a text with the item counts of a library and its three most frequent genres. */
export function describeLibrary(
  name: string,
  counts: LibraryOverview['counts'],
  genres: FacetCounts | undefined,
): string {
  const parts = [
    formatCount(counts.movies, 'movie', 'movies'),
    formatCount(counts.series, 'series', 'series'),
    formatCount(counts.seasons, 'season', 'seasons'),
    formatCount(counts.episodes, 'episode', 'episodes'),
  ].filter((part) => part !== null);
  const contents = parts.length === 0 ? 'nothing yet' : parts.join(', ');
  const labels = (genres?.values ?? []).slice(0, 3).map((value) => value.label);
  const frequentGenres = labels.length === 0 ? '' : ` Most frequent genres: ${labels.join(', ')}.`;
  return `${name} holds ${contents}.${frequentGenres}`;
}

function formatCount(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}
