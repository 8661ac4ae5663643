import {
  episode,
  itRefuses,
  library,
  LIBRARY,
  movie,
  refusalOf,
  season,
  series,
  UUID,
  watched,
  type RefusedLine,
} from '../../../../test/support/catalog/record-lines';

const inTenMinutes = new Date(Date.now() + 600_000).toISOString();

const REFUSED: readonly RefusedLine[] = [
  ['a title that is null', { ...movie, title: null }, 'invalid-type', 'title'],
  ['a season number that is null', { ...season, season_number: null }, 'invalid-type', 'season_number'],
  ['a title that is a number', { ...movie, title: 1984 }, 'invalid-type', 'title'],
  ['a year that is a text', { ...movie, year: '1984' }, 'invalid-type', 'year'],
  ['a year that is a fraction', { ...movie, year: 1984.5 }, 'invalid-type', 'year'],
  ['a year that is a boolean', { ...movie, year: true }, 'invalid-type', 'year'],
  ['genres that are a text', { ...movie, genres: 'Drama' }, 'invalid-type', 'genres'],
  ['a genre that is a list', { ...movie, genres: [['Drama']] }, 'invalid-type', 'genres[0]'],
  ['a genre that is null', { ...movie, genres: ['Drama', null] }, 'invalid-type', 'genres[1]'],
  ['people given as names', { ...movie, people: ['A'] }, 'invalid-type', 'people[0]'],
  ['external ids in a list', { ...movie, external_ids: [] }, 'invalid-type', 'external_ids'],
  ['an external id that is an object', { ...movie, external_ids: { imdb: {} } }, 'invalid-type', 'external_ids.imdb'],
  [
    'a popularity beyond the range of a double',
    `${JSON.stringify(movie).slice(0, -1)},"popularity":1e400}`,
    'invalid-type',
    'popularity',
  ],
  ['an availability that is a text', { ...movie, available: 'yes' }, 'invalid-type', 'available'],
  ['a completion that is a number', { ...watched, completed: 1 }, 'invalid-type', 'completed'],
  ['a deletion with a number as id', { type: 'delete', media_id: 5 }, 'invalid-type', 'media_id'],
  ['an unknown library kind', { ...library, library_kind: 'music' }, 'invalid-value', 'library_kind'],
  ['an unknown role', { ...movie, people: [{ name: 'A', role: 'gaffer' }] }, 'invalid-value', 'people[0].role'],
  [
    'a deletion of an item and a library',
    { type: 'delete', media_id: `movie:${UUID}`, library_id: LIBRARY },
    'invalid-value',
    'media_id',
  ],
  [
    'two external ids with the same name after cleaning',
    { ...movie, external_ids: { 'imdb ': '1', imdb: '2' } },
    'invalid-value',
    'external_ids',
  ],
  [
    'an external id after a null one with the same name',
    { ...movie, external_ids: { imdb: null, 'imdb ': '1' } },
    'invalid-value',
    'external_ids',
  ],
  [
    'an external id before a null one with the same name',
    { ...movie, external_ids: { imdb: '1', 'imdb ': null } },
    'invalid-value',
    'external_ids',
  ],
  ['NUL in a path', { ...movie, files: [{ path: 'a\0b', size_bytes: 1 }] }, 'invalid-value', 'files[0].path'],
  [
    'a lone surrogate in a path',
    { ...movie, files: [{ path: 'a\ud83d', size_bytes: 1 }] },
    'invalid-value',
    'files[0].path',
  ],
  ['U+FFFF in a path', { ...movie, files: [{ path: 'a\uffff', size_bytes: 1 }] }, 'invalid-value', 'U+FFFF.'],
  ['a negative year', { ...movie, year: -1 }, 'out-of-range', 'year'],
  ['a year of five digits', { ...movie, year: 10_000 }, 'out-of-range', 'year'],
  ['a negative runtime', { ...movie, runtime_minutes: -1 }, 'out-of-range', 'runtime_minutes'],
  ['a negative popularity', { ...movie, popularity: -0.1 }, 'out-of-range', 'popularity'],
  ['a negative season number', { ...season, season_number: -1 }, 'out-of-range', 'season_number'],
  [
    'an episode number that is too large for the column',
    { ...episode, episode_number: 2 ** 31 },
    'out-of-range',
    'episode_number',
  ],
  [
    'a size beyond safe integers',
    { ...movie, files: [{ path: 'a', size_bytes: 2 ** 53 }] },
    'out-of-range',
    'files[0].size_bytes',
  ],
  ['a negative position', { ...watched, position_seconds: -1 }, 'out-of-range', 'position_seconds'],
  ['a title of 513 characters', { ...movie, title: 'x'.repeat(513) }, 'too-long', 'title'],
  ['a title of 513 emoji', { ...movie, title: '😀'.repeat(513) }, 'too-long', 'title'],
  ['a genre of 257 characters', { ...movie, genres: ['x'.repeat(257)] }, 'too-long', 'genres[0]'],
  ['a long external id', { ...movie, external_ids: { imdb: 'x'.repeat(513) } }, 'too-long', 'external_ids'],
  ['a long path', { ...movie, files: [{ path: 'x'.repeat(4097), size_bytes: 1 }] }, 'too-long', 'files[0].path'],
  [
    'a long name of a person',
    { ...movie, people: [{ name: 'x'.repeat(257), role: 'actor' }] },
    'too-long',
    'people[0].name',
  ],
  [
    '1,001 people',
    { ...movie, people: Array.from({ length: 1001 }, (_, order) => ({ name: `P${order}`, role: 'actor' })) },
    'too-many',
    'people',
  ],
  ['101 genres', { ...movie, genres: Array.from({ length: 101 }, (_, index) => `G${index}`) }, 'too-many', 'genres'],
  [
    '65 external ids',
    { ...movie, external_ids: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`n${i}`, 'v'])) },
    'too-many',
    'external_ids',
  ],
  ['a day that does not exist', { ...movie, release_date: '2023-02-29' }, 'invalid-date', 'release_date'],
  ['a date in the wrong order', { ...movie, release_date: '31.12.1999' }, 'invalid-date', 'release_date'],
  ['a date with a time', { ...series, first_air_date: '1999-12-31T00:00:00Z' }, 'invalid-date', 'first_air_date'],
  ['a date in the year 0', { ...season, air_date: '0000-01-01' }, 'invalid-date', 'air_date'],
  ['a date in the year 275760', { ...episode, air_date: '+275760-09-13' }, 'invalid-date', 'air_date'],
  [
    'a viewing in the year 2090',
    { ...watched, last_watched_at: '2090-01-01T00:00:00Z' },
    'invalid-date',
    'last_watched_at',
  ],
  ['a viewing in ten minutes', { ...watched, last_watched_at: inTenMinutes }, 'invalid-date', 'last_watched_at'],
  ['a viewing of 1899', { ...watched, last_watched_at: '1899-12-31T23:59:59Z' }, 'invalid-date', 'last_watched_at'],
  ['a time without offset', { ...watched, last_watched_at: '2026-01-02T03:04:05' }, 'invalid-date', 'last_watched_at'],
  ['a time that is a date', { ...watched, last_watched_at: '2026-01-02' }, 'invalid-date', 'last_watched_at'],
  ['a time at 24:00', { ...watched, last_watched_at: '2026-01-02T24:00:00Z' }, 'invalid-date', 'last_watched_at'],
  [
    'a time on a day that does not exist',
    { ...watched, last_watched_at: '2026-02-30T00:00:00Z' },
    'invalid-date',
    'last_watched_at',
  ],
];

describe('readRecord, for wrong values', () => {
  itRefuses(REFUSED);

  it('does not quote an invalid value in the message', () => {
    const canary = 'Zqx7canary';
    const fields = Object.keys({ ...movie, year: 1, people: [], genres: [], external_ids: {}, available: true });
    for (const field of fields.filter((name) => name !== 'title')) {
      expect(refusalOf(JSON.stringify({ ...movie, [field]: canary })).message).not.toContain(canary);
    }
    expect(refusalOf(JSON.stringify({ ...movie, title: canary.repeat(100) })).message).not.toContain(canary);
  });
});
