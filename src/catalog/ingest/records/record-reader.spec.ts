import fc from 'fast-check';
import type { MediaRecord } from './catalog-record';
import { LINE_ERROR_CODES, LineError, type LineErrorCode } from '../lines/line-error';
import { readRecord } from './record-reader';

const LIBRARY = '0b1c2d3e-0000-4000-8000-000000000001';
const UUID = '0b1c2d3e-0000-4000-8000-000000000002';
const OTHER = '0b1c2d3e-0000-4000-8000-000000000003';
const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const library = { type: 'library', library_id: LIBRARY, name: 'Films', library_kind: 'movies' };
const movie = { type: 'movie', media_id: `movie:${UUID}`, library_id: LIBRARY, title: 'A Film' };
const series = { type: 'series', media_id: `series:${UUID}`, library_id: LIBRARY, title: 'A Series' };
const season = { type: 'season', media_id: `season:${UUID}`, series_id: `series:${OTHER}`, season_number: 1 };
const episode = {
  type: 'episode',
  media_id: `episode:${UUID}`,
  series_id: `series:${OTHER}`,
  season_id: `season:${LIBRARY}`,
  season_number: 1,
  episode_number: 2,
};
const inTenMinutes = new Date(Date.now() + 600_000).toISOString();
const watched = {
  type: 'watch_state',
  username: 'alice',
  media_id: `movie:${UUID}`,
  position_seconds: 10,
  duration_seconds: 100,
  last_watched_at: '2026-01-02T03:04:05Z',
};

function refusal(text: string): LineError {
  try {
    readRecord(text, 7);
  } catch (error) {
    if (error instanceof LineError) return error;
    throw error;
  }
  throw new Error(`The line was accepted: ${text.slice(0, 200)}`);
}

function columns(record: object): Record<string, unknown> {
  const { values } = readRecord(JSON.stringify(record), 1) as MediaRecord;
  return JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
}

/**
 * Name of the case; the line, as a text or as an object; the expected code; and a text in the message, usually the name
 * of a field.
 */
type BadLine = [string, string | object, LineErrorCode, string];

const BAD_LINES: BadLine[] = [
  ['a text that is not JSON', 'movie', 'malformed-json', 'JSON'],
  ['a truncated document', '{"type":"movie"', 'malformed-json', 'JSON'],
  ['two documents', '{"type":"delete"}{"type":"delete"}', 'malformed-json', 'JSON'],
  ['a trailing comma', '{"type":"delete",}', 'malformed-json', 'JSON'],
  ['NaN', '{"type":"movie","year":NaN}', 'malformed-json', 'JSON'],
  ['a byte order mark inside the file', `\ufeff${JSON.stringify(movie)}`, 'malformed-json', 'JSON'],
  [
    'a repeated member',
    `{"type":"library","library_id":"${LIBRARY}","name":"a","name":"b","library_kind":"movies"}`,
    'malformed-json',
    'repeats',
  ],
  [
    'a repeated member with an escaped name',
    `{"type":"library","library_id":"${LIBRARY}","name":"a","n\\u0061me":"b","library_kind":"movies"}`,
    'malformed-json',
    'repeats',
  ],
  [
    'a repeated member in a nested object',
    `${JSON.stringify(movie).slice(0, -1)},"external_ids":{"imdb":"1","imdb":"2"}}`,
    'malformed-json',
    'repeats',
  ],
  ['a list', '[]', 'not-an-object', 'object'],
  ['a number', '5', 'not-an-object', 'object'],
  ['null', 'null', 'not-an-object', 'object'],
  ['a text', '"movie"', 'not-an-object', 'object'],
  ['10,000 nested lists', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 'not-an-object', 'object'],
  ['100,000 unclosed objects', '{'.repeat(100_000), 'too-many', 'line'],
  ['100,000 nested lists', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'too-many', 'line'],
  ['an object without type', '{}', 'unknown-type', 'type'],
  ['an unknown type', '{"type":"album"}', 'unknown-type', 'type'],
  ['a type in another case', '{"type":"Movie"}', 'unknown-type', 'type'],
  ['a type that is a property of every JavaScript object', '{"type":"constructor"}', 'unknown-type', 'type'],
  ['a type that is a list', '{"type":["movie"]}', 'unknown-type', 'type'],
  ['an unknown field', { ...movie, rating: 5 }, 'unknown-field', 'rating'],
  ['a field of another type', { ...movie, first_air_date: '2020-01-01' }, 'unknown-field', 'first_air_date'],
  ['the field `__proto__`', `${JSON.stringify(movie).slice(0, -1)},"__proto__":{}}`, 'unknown-field', '__proto__'],
  [
    'an unknown field of a person',
    { ...movie, people: [{ name: 'A', role: 'actor', age: 5 }] },
    'unknown-field',
    'people[0].age',
  ],
  [
    'an unknown field of a file',
    { ...movie, files: [{ path: 'a', size_bytes: 1, hash: '' }] },
    'unknown-field',
    'files[0].hash',
  ],
  ['files without size', { ...movie, files: [{ path: 'a' }] }, 'missing-field', 'files[0].size_bytes'],
  ['a movie without id', { ...movie, media_id: undefined }, 'missing-field', 'media_id'],
  ['a movie without library', { ...movie, library_id: undefined }, 'missing-field', 'library_id'],
  ['a movie without title', { ...movie, title: undefined }, 'missing-field', 'title'],
  ['a movie with an empty title', { ...movie, title: '' }, 'missing-field', 'title'],
  ['a title of invisible characters', { ...movie, title: '\u200b\u202e\u0007 \u{e0041}' }, 'missing-field', 'title'],
  ['a series without title', { ...series, title: ' ' }, 'missing-field', 'title'],
  ['a season without number', { ...season, season_number: undefined }, 'missing-field', 'season_number'],
  ['a season without series', { ...season, series_id: undefined }, 'missing-field', 'series_id'],
  ['an episode without season', { ...episode, season_id: undefined }, 'missing-field', 'season_id'],
  ['an episode without number', { ...episode, episode_number: undefined }, 'missing-field', 'episode_number'],
  ['a library without name', { ...library, name: '' }, 'missing-field', 'name'],
  ['a library without kind', { ...library, library_kind: undefined }, 'missing-field', 'library_kind'],
  ['a watch state without user', { ...watched, username: '' }, 'missing-field', 'username'],
  ['a watch state without time', { ...watched, last_watched_at: undefined }, 'missing-field', 'last_watched_at'],
  ['a deletion without id', { type: 'delete' }, 'missing-field', 'media_id'],
  ['a deletion whose ids are null', { type: 'delete', media_id: null, library_id: null }, 'missing-field', 'media_id'],
  ['a person without name', { ...movie, people: [{ name: '', role: 'actor' }] }, 'missing-field', 'people[0].name'],
  ['a person without role', { ...movie, people: [{ name: 'A' }] }, 'missing-field', 'people[0].role'],
  ['an external id without name', { ...movie, external_ids: { '': '1' } }, 'missing-field', 'external_ids'],
  ['an empty path', { ...movie, files: [{ path: '', size_bytes: 1 }] }, 'missing-field', 'files[0].path'],
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
    'a popularity beyond double range',
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
  ['the year 0', { ...season, air_date: '0000-01-01' }, 'invalid-date', 'air_date'],
  ['a year 275760', { ...episode, air_date: '+275760-09-13' }, 'invalid-date', 'air_date'],
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
  ['an id without kind', { ...movie, media_id: UUID }, 'invalid-media-id', 'media_id'],
  ['an id of another kind', { ...movie, media_id: `series:${UUID}` }, 'invalid-media-id', 'media_id'],
  ['an id in braces', { ...movie, media_id: `movie:{${UUID}}` }, 'invalid-media-id', 'media_id'],
  ['an id with white space', { ...movie, media_id: `movie:${UUID} ` }, 'invalid-media-id', 'media_id'],
  ['a movie id as series id', { ...season, series_id: `movie:${OTHER}` }, 'invalid-media-id', 'series_id'],
  ['a series id as season id', { ...episode, season_id: `series:${OTHER}` }, 'invalid-media-id', 'season_id'],
  ['a watch state of a series', { ...watched, media_id: `series:${UUID}` }, 'invalid-media-id', 'media_id'],
  ['a watch state of a season', { ...watched, media_id: `season:${UUID}` }, 'invalid-media-id', 'media_id'],
  ['a deletion with an invalid id', { type: 'delete', media_id: 'everything' }, 'invalid-media-id', 'media_id'],
  ...[NIL, MAX.toUpperCase()].flatMap((id): BadLine[] => [
    [`the movie ${id}`, { ...movie, media_id: `movie:${id}` }, 'invalid-media-id', 'media_id'],
    [`the series ${id}`, { ...series, media_id: `Series(${id})` }, 'invalid-media-id', 'media_id'],
    [`the season ${id}`, { ...season, media_id: `season:${id}` }, 'invalid-media-id', 'media_id'],
    [`a season of the series ${id}`, { ...season, series_id: `series:${id}` }, 'invalid-media-id', 'series_id'],
    [`the episode ${id}`, { ...episode, media_id: `episode:${id}` }, 'invalid-media-id', 'media_id'],
    [`an episode of the series ${id}`, { ...episode, series_id: `series:${id}` }, 'invalid-media-id', 'series_id'],
    [`an episode of the season ${id}`, { ...episode, season_id: `season:${id}` }, 'invalid-media-id', 'season_id'],
    [`a watch state of the movie ${id}`, { ...watched, media_id: `movie:${id}` }, 'invalid-media-id', 'media_id'],
    [`a movie of the library ${id}`, { ...movie, library_id: id }, 'invalid-library-id', 'library_id'],
  ]),
  ['a library id that is not a UUID', { ...movie, library_id: 'films' }, 'invalid-library-id', 'library_id'],
  ['the nil UUID as a library id', { ...library, library_id: NIL }, 'invalid-library-id', 'library_id'],
  [
    'a deletion of a library with the max UUID',
    { type: 'delete', library_id: MAX.toUpperCase() },
    'invalid-library-id',
    'library_id',
  ],
];

describe('readRecord', () => {
  it.each([NIL, MAX])('accepts the deletion of the item %s, which an earlier version may have stored', (id) => {
    const record = readRecord(JSON.stringify({ type: 'delete', media_id: `movie:${id}` }), 3);
    expect(record).toEqual({ type: 'delete_media', line: 3, kind: 'movie', mediaId: id });
  });

  it.each(BAD_LINES)('refuses %s', (_name, bad, code, field) => {
    const error = refusal(typeof bad === 'string' ? bad : JSON.stringify(bad));
    expect([error.code, error.message.includes(field)]).toEqual([code, true]);
  });

  it('does not quote an invalid value in the message', () => {
    const canary = 'Zqx7canary';
    const fields = Object.keys({ ...movie, year: 1, people: [], genres: [], external_ids: {}, available: true });
    for (const field of fields.filter((name) => name !== 'title')) {
      expect(refusal(JSON.stringify({ ...movie, [field]: canary })).message).not.toContain(canary);
    }
    expect(refusal(JSON.stringify({ ...movie, title: canary.repeat(100) })).message).not.toContain(canary);
  });

  it('cleans and shortens the name of an unknown field', () => {
    const { message } = refusal(JSON.stringify({ ...movie, [`\u202e${'x'.repeat(5000)}`]: 1 }));
    expect(message.length).toBeLessThan(120);
    expect(message).not.toContain('\u202e');
  });

  it('throws nothing but a `LineError`, for any line', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.object().map((o) => JSON.stringify({ ...movie, ...o })),
        ),
        (text) => {
          try {
            readRecord(text, 1);
          } catch (error) {
            expect(Object.keys(LINE_ERROR_CODES)).toContain((error as LineError).code);
          }
        },
      ),
    );
  });

  it.each(['movie:', 'movies:', 'Movie(', 'MOVIES('])('accepts ids spelt as %s', (prefix) => {
    const mediaId = prefix.endsWith('(') ? `${prefix}${UUID.toUpperCase()})` : `${prefix}${UUID.toUpperCase()}`;
    const record = readRecord(JSON.stringify({ ...movie, media_id: mediaId, library_id: LIBRARY.toUpperCase() }), 3);
    expect(record).toMatchObject({ line: 3, kind: 'movie', mediaId: UUID, libraryId: LIBRARY });
  });

  it('treats null, 0, empty lists and texts without visible characters as absent', () => {
    const bare = readRecord(JSON.stringify(movie), 1) as MediaRecord;
    const empty = {
      ...movie,
      original_title: '',
      sort_title: null,
      aliases: ['', '\u200b'],
      year: 0,
      release_date: '',
      runtime_minutes: 0,
      overview: ' \n ',
      tagline: null,
      genres: [],
      keywords: null,
      people: [],
      studios: [''],
      countries: null,
      original_language: '',
      content_rating: '\t',
      popularity: null,
      external_ids: { imdb: '' },
      provider_related: [],
      available: null,
      files: null,
    };
    expect((readRecord(JSON.stringify(empty), 1) as MediaRecord).contentHash).toBe(bare.contentHash);
    expect(columns({ ...movie, available: true })).toEqual(columns(movie));
    expect(columns({ ...episode, absolute_number: 0, title: null })).toEqual(columns(episode));
  });

  it('gives the same hash to records that cleaning makes equal, in any member order, not to a changed record', () => {
    const genres = ['Drama', 'Drama', 'War'];
    const original = { ...movie, genres, external_ids: { b: '2', a: 1 }, title: ' Cafe\u0301 ' };
    const { type, ...untyped } = movie;
    const reordered = { genres: ['Drama', 'War'], external_ids: { a: '1', b: '2' }, ...untyped, title: 'Café', type };
    const hashes = [original, reordered].map(
      (each) => (readRecord(JSON.stringify(each), 1) as MediaRecord).contentHash,
    );
    expect(hashes[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(hashes[1]).toBe(hashes[0]);
    const changed = readRecord(JSON.stringify({ ...original, year: 1999 }), 1) as MediaRecord;
    expect(changed.contentHash).not.toBe(hashes[0]);
  });

  it('computes the same hash of a record as the previous release, so that an upgrade changes no item', () => {
    const records = [movie, episode].map((each) => readRecord(JSON.stringify(each), 1) as MediaRecord);
    expect(records.map(({ contentHash }) => contentHash)).toEqual([
      'ae65c241885e5d1804f92b7dc984fd0f',
      'b2e7c7b33c46d70de6cc698e954cb10a',
    ]);
  });

  it('cleans every text', () => {
    const texts = (text: string): Record<string, unknown> => ({
      title: text,
      original_title: text,
      sort_title: text,
      aliases: [text],
      tagline: text,
      genres: [text],
      keywords: [text],
      studios: [text],
      countries: [text],
      original_language: text,
      content_rating: text,
      collection: text,
      people: [{ name: text, role: 'actor', character: text, order: 1 }],
      external_ids: { [text]: text },
      provider_related: [text],
    });
    const dirty = 'a\u202eb\u0000c\u{e0041}d\u200b\ud83d';
    const clean = 'abcd\ufffd';
    expect(columns({ ...movie, ...texts(dirty), overview: `${dirty}\r\n2` })).toEqual({
      ...texts(clean),
      overview: `${clean}\n2`,
    });
    expect(columns({ ...series, ...texts(dirty), status: dirty })).toEqual({ ...texts(clean), series_status: clean });
    for (const child of [season, episode]) {
      expect(columns({ ...child, title: dirty, overview: `${dirty}\r\n2` })).toMatchObject({
        title: clean,
        overview: `${clean}\n2`,
      });
    }
    expect(columns({ ...episode, people: texts(dirty)['people'] })).toMatchObject({ people: texts(clean)['people'] });
    expect(readRecord(JSON.stringify({ ...library, name: dirty }), 1)).toMatchObject({ name: clean });
    expect(readRecord(JSON.stringify({ ...watched, username: dirty }), 1)).toMatchObject({ usernameKey: clean });
  });

  it('cuts an overview at its maximum length and accepts the record', () => {
    const { overview } = columns({ ...movie, overview: '👩‍👩‍👧‍👧'.repeat(30_000) }) as { overview: string };
    expect([...overview].length).toBeLessThanOrEqual(20_000);
    expect([...overview].length).toBeGreaterThan(19_990);
    expect(overview.endsWith('👩‍👩‍👧‍👧')).toBe(true);
    expect(columns({ ...movie, overview })).toMatchObject({ overview });
  });

  it('takes the year from the date if the record has no year', () => {
    expect(columns({ ...movie, release_date: '1999-12-31' })).toMatchObject({ year: 1999, release_date: '1999-12-31' });
    expect(
      columns({ ...series, year: 2001, first_air_date: '2000-01-01', last_air_date: '2004-02-29', status: 'Ended' }),
    ).toMatchObject({ year: 2001, release_date: '2000-01-01', last_air_date: '2004-02-29', series_status: 'Ended' });
    expect(columns({ ...movie })).not.toHaveProperty('year');
  });

  it('converts related media ids to the canonical form and leaves other ids as they are', () => {
    const related = [`Movies(${UUID.toUpperCase()})`, `movie:${UUID}`, 'tmdb:603'];
    expect(columns({ ...movie, provider_related: related })).toMatchObject({
      provider_related: [`movie:${UUID}`, 'tmdb:603'],
    });
  });

  it('does not change a path', () => {
    const path = 'Cafe\u0301  (1999)/a\u200bb.mkv';
    expect(columns({ ...movie, files: [{ path, size_bytes: 0 }] })).toMatchObject({ files: [{ path, size_bytes: 0 }] });
  });

  it('converts times with any offset to UTC', () => {
    const record = readRecord(JSON.stringify({ ...watched, last_watched_at: '2026-01-02t03:04:05.6789+02:00' }), 1);
    expect(record).toMatchObject({ lastWatchedAt: '2026-01-02T01:04:05.678Z', usernameKey: 'alice', completed: null });
  });

  it('refuses a line with too many values before parsing it', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const manyPeople = (count: number): string => `{"type":"movie","people":[${Array(count).fill('[]').join(',')}]}`;
    const unclosed = `{"type":"movie","people":[${'[,'.repeat(20_000)}"`;
    for (const text of [manyPeople(20_000), manyPeople(340_000), unclosed]) expect(refusal(text).code).toBe('too-many');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('does not count punctuation inside strings as values', () => {
    const overview = `${'"[,]{,}\\'.repeat(2_500)}`;
    expect(columns({ ...movie, overview: overview.repeat(4) })).toMatchObject({ title: movie.title });
  });

  it('accepts any member names that are not repeated', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ minLength: 1 }).filter((name) => /^[\w"\\:, ]*\w$/.test(name)),
          fc.string({ maxLength: 9 }),
          { maxKeys: 9 },
        ),
        (externalIds) => {
          const names = Object.keys(externalIds).map((name) => name.trim().replace(/\s+/g, ' '));
          fc.pre(new Set(names).size === names.length && !names.includes(''));
          const text = JSON.stringify({ ...movie, external_ids: externalIds }, null, 1);
          expect(readRecord(text.replaceAll('\n', ' '), 1)).toMatchObject({ mediaId: UUID });
        },
      ),
    );
  });
});
