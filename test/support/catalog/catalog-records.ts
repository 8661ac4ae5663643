/** Builds small catalogs with numbered ids. Random lines use few ids, so that several lines concern the same item. */
import fc from 'fast-check';
import type { CatalogRecord } from './catalog';

/** Returns the UUID with the given number in a group. */
export function uuid(group: number, number: number): string {
  return `${String(group).padStart(8, '0')}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

export const libraryId = (number: number): string => uuid(1, number);
export const movieId = (number: number): string => `movie:${uuid(2, number)}`;
export const seriesId = (number: number): string => `series:${uuid(3, number)}`;
export const seasonId = (number: number): string => `season:${uuid(4, number)}`;
export const episodeId = (number: number): string => `episode:${uuid(5, number)}`;

/** A line of an import. */
export type Line = CatalogRecord;

/** Fields of a line that override the defaults. */
type Fields = Record<string, unknown>;

export const library = (number: number, more: Fields = {}): Line => ({
  type: 'library',
  library_id: libraryId(number),
  name: `Library ${number}`,
  library_kind: 'movies',
  ...more,
});

export const movie = (number: number, more: Fields = {}): Line => ({
  type: 'movie',
  media_id: movieId(number),
  library_id: libraryId(1),
  title: `Movie ${number}`,
  ...more,
});

export const series = (number: number, more: Fields = {}): Line => ({
  type: 'series',
  media_id: seriesId(number),
  library_id: libraryId(1),
  title: `Series ${number}`,
  ...more,
});

export const season = (number: number, ofSeries: number, more: Fields = {}): Line => ({
  type: 'season',
  media_id: seasonId(number),
  series_id: seriesId(ofSeries),
  season_number: number,
  ...more,
});

export const episode = (number: number, ofSeason: number, ofSeries: number, more: Fields = {}): Line => ({
  type: 'episode',
  media_id: episodeId(number),
  series_id: seriesId(ofSeries),
  season_id: seasonId(ofSeason),
  season_number: ofSeason,
  episode_number: number,
  ...more,
});

export const watched = (username: string, mediaId: string, more: Fields = {}): Line => ({
  type: 'watch_state',
  username,
  media_id: mediaId,
  position_seconds: 60,
  duration_seconds: 600,
  last_watched_at: '2026-01-01T00:00:00Z',
  ...more,
});

const number = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });

const details: fc.Arbitrary<Fields> = fc.record(
  {
    year: fc.constantFrom(1925, 1931),
    genres: fc.subarray(['Drama', 'Comedy']),
    overview: fc.constantFrom('A man crosses a river.', 'A woman reads a letter.'),
    people: fc.subarray([
      { name: 'Ada', role: 'actor' },
      { name: 'Bo', role: 'director' },
    ]),
    available: fc.boolean(),
  },
  { requiredKeys: [] },
);

const inLibrary: fc.Arbitrary<Fields> = number(2).map((each) => ({ library_id: libraryId(each) }));

/** Generates a line about one of a few libraries, items and users. Some lines are invalid or have no parent. */
export const anyLine: fc.Arbitrary<Line> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(number(2), fc.constantFrom('Films', 'Serials')).map(([n, name]) => library(n, { name })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(number(3), inLibrary, details).map(([n, at, more]) => movie(n, { ...at, ...more })),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(number(2), inLibrary, details).map(([n, at, more]) => series(n, { ...at, ...more })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(number(3), number(2), fc.constantFrom({}, { title: 'Winter' }))
      .map(([n, ofSeries, more]) => season(n, ofSeries, more)),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(number(4), number(3), number(2), fc.constantFrom({}, { title: 'Snow' }))
      .map(([n, ofSeason, ofSeries, more]) => episode(n, ofSeason, ofSeries, more)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('alice', 'BOB', 'carol'),
        fc.constantFrom(...[1, 2].map(movieId), ...[1, 2, 3].map(episodeId)),
        fc.constantFrom(0, 60, 600),
        fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
      )
      .map(([username, mediaId, position, time]) =>
        watched(username, mediaId, { position_seconds: position, last_watched_at: time }),
      ),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...[1, 2].map(movieId), ...[1, 2].map(seriesId), ...[1, 2].map(seasonId), ...[1, 2].map(episodeId))
      .map((mediaId) => ({ type: 'delete', media_id: mediaId })),
  },
  { weight: 1, arbitrary: number(2).map((n) => ({ type: 'delete', library_id: libraryId(n) })) },
  { weight: 1, arbitrary: fc.constant({ type: 'movie', media_id: 'nonsense' }) },
);

/** Generates valid catalogs: each id occurs once, and parents precede their children. */
export const anyCatalog: fc.Arbitrary<Line[]> = fc
  .tuple(
    fc.uniqueArray(fc.tuple(number(20), inLibrary, details), { maxLength: 12, selector: ([n]) => n }),
    fc.uniqueArray(fc.tuple(number(3), inLibrary, details), { maxLength: 3, selector: ([n]) => n }),
    fc.uniqueArray(number(9), { maxLength: 9 }),
  )
  .map(([movies, shows, episodes]) => {
    const [first] = shows;
    const seasons = first === undefined ? [] : [season(1, first[0])];
    return [
      library(1),
      library(2, { library_kind: 'series' }),
      ...movies.map(([n, at, more]) => movie(n, { ...at, ...more })),
      ...shows.map(([n, at, more]) => series(n, { ...at, ...more })),
      ...seasons,
      ...(first === undefined ? [] : episodes.map((n) => episode(n, 1, first[0]))),
      ...movies.slice(0, 2).map(([n]) => watched('alice', movieId(n))),
    ];
  });
