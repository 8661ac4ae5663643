import type { MediaSource } from '../source/media-source';

// Values above these ceilings have no further effect. Sources give a popularity from 0 to about 1,000.
const POPULARITY_CEILING = 1_000;
const PEOPLE_CEILING = 8;
const OVERVIEW_CEILING_CHARS = 500;
const OLDEST_YEAR = 1920;
const YEARS_SPAN = 100;
/** Value for an item of unknown popularity: the same as for a popularity of about 4.6. */
const UNKNOWN_POPULARITY = 0.25;

/** Returns the prominence from 0 to 1: 60 % popularity; 40 % number of people, length of the overview and year. */
export function prominenceOf(source: MediaSource, year: number | null): number {
  const popularityScore =
    source.popularity === null
      ? UNKNOWN_POPULARITY
      : boundedRatio(Math.log1p(Math.max(0, source.popularity)), Math.log1p(POPULARITY_CEILING));
  const detailScore =
    0.4 * boundedRatio(source.people.length, PEOPLE_CEILING) +
    0.3 * boundedRatio(source.overview?.length ?? 0, OVERVIEW_CEILING_CHARS) +
    0.3 * boundedRatio((year ?? OLDEST_YEAR) - OLDEST_YEAR, YEARS_SPAN);
  return Math.round((0.6 * popularityScore + 0.4 * detailScore) * 10_000) / 10_000;
}

function boundedRatio(value: number, ceiling: number): number {
  return Math.max(0, Math.min(1, value / ceiling));
}
