import type { MediaRecord } from './catalog-record';
import {
  columnsOf,
  episode,
  library,
  movie,
  season,
  series,
  watched,
} from '../../../../test/support/catalog/record-lines';
import { readRecord } from './record-reader';

describe('readRecord', () => {
  it('treats null, empty lists, invisible texts and zero numbers as absent', () => {
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
    expect(columnsOf({ ...movie, available: true })).toEqual(columnsOf(movie));
    expect(columnsOf({ ...episode, absolute_number: 0, title: null })).toEqual(columnsOf(episode));
  });

  it('gives records the same hash if and only if they are equal after cleaning, in any member order', () => {
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

  it('computes the same hash of a record as the previous release', () => {
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
    expect(columnsOf({ ...movie, ...texts(dirty), overview: `${dirty}\r\n2` })).toEqual({
      ...texts(clean),
      overview: `${clean}\n2`,
    });
    expect(columnsOf({ ...series, ...texts(dirty), status: dirty })).toEqual({ ...texts(clean), series_status: clean });
    for (const child of [season, episode]) {
      expect(columnsOf({ ...child, title: dirty, overview: `${dirty}\r\n2` })).toMatchObject({
        title: clean,
        overview: `${clean}\n2`,
      });
    }
    expect(columnsOf({ ...episode, people: texts(dirty)['people'] })).toMatchObject({ people: texts(clean)['people'] });
    expect(readRecord(JSON.stringify({ ...library, name: dirty }), 1)).toMatchObject({ name: clean });
    expect(readRecord(JSON.stringify({ ...watched, username: dirty }), 1)).toMatchObject({ usernameKey: clean });
  });

  it('cuts an overview at its maximum length and accepts the record', () => {
    const { overview } = columnsOf({ ...movie, overview: '👩‍👩‍👧‍👧'.repeat(30_000) }) as { overview: string };
    expect([...overview].length).toBeLessThanOrEqual(20_000);
    expect([...overview].length).toBeGreaterThan(19_990);
    expect(overview.endsWith('👩‍👩‍👧‍👧')).toBe(true);
    expect(columnsOf({ ...movie, overview })).toMatchObject({ overview });
  });

  it('takes the year from the date if the record has no year', () => {
    expect(columnsOf({ ...movie, release_date: '1999-12-31' })).toMatchObject({
      year: 1999,
      release_date: '1999-12-31',
    });
    expect(
      columnsOf({ ...series, year: 2001, first_air_date: '2000-01-01', last_air_date: '2004-02-29', status: 'Ended' }),
    ).toMatchObject({ year: 2001, release_date: '2000-01-01', last_air_date: '2004-02-29', series_status: 'Ended' });
    expect(columnsOf({ ...movie })).not.toHaveProperty('year');
  });

  it('does not change a path', () => {
    const path = 'Cafe\u0301  (1999)/a\u200bb.mkv';
    expect(columnsOf({ ...movie, files: [{ path, size_bytes: 0 }] })).toMatchObject({
      files: [{ path, size_bytes: 0 }],
    });
  });

  it('converts times with any offset to UTC', () => {
    const record = readRecord(JSON.stringify({ ...watched, last_watched_at: '2026-01-02t03:04:05.6789+02:00' }), 1);
    expect(record).toMatchObject({ lastWatchedAt: '2026-01-02T01:04:05.678Z', usernameKey: 'alice', completed: null });
  });
});
