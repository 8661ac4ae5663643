import fc from 'fast-check';
import {
  columnsOf,
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
import { LINE_ERROR_CODES, type LineError } from '../lines/line-error';
import { readRecord } from './record-reader';

const REFUSED: readonly RefusedLine[] = [
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
  ['a field of another record type', { ...movie, first_air_date: '2020-01-01' }, 'unknown-field', 'first_air_date'],
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
];

describe('readRecord, for lines of a wrong form', () => {
  itRefuses(REFUSED);

  it('cleans and shortens the name of an unknown field', () => {
    const { message } = refusalOf(JSON.stringify({ ...movie, [`\u202e${'x'.repeat(5000)}`]: 1 }));
    expect(message.length).toBeLessThan(120);
    expect(message).not.toContain('\u202e');
  });

  it('throws only a `LineError` for any line', () => {
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

  it('refuses a line with too many values before parsing it', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const manyPeople = (count: number): string => `{"type":"movie","people":[${Array(count).fill('[]').join(',')}]}`;
    const unclosed = `{"type":"movie","people":[${'[,'.repeat(20_000)}"`;
    for (const text of [manyPeople(20_000), manyPeople(340_000), unclosed])
      expect(refusalOf(text).code).toBe('too-many');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('does not count punctuation inside strings as values', () => {
    const overview = `${'"[,]{,}\\'.repeat(2_500)}`;
    expect(columnsOf({ ...movie, overview: overview.repeat(4) })).toMatchObject({ title: movie.title });
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
