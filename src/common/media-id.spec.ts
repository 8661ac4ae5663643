import fc from 'fast-check';
import { findMediaId, findUuid, formatMediaId, isUuid, MEDIA_KINDS, type MediaKind } from './media-id';
import { requireMediaId } from './problems/required-ids';
import { Problem } from './problems/problem';

const UUID = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const WORDS: Record<MediaKind, string[]> = {
  movie: ['movie', 'movies'],
  series: ['series', 'show', 'shows'],
  season: ['season', 'seasons'],
  episode: ['episode', 'episodes'],
};

const kind = fc.constantFrom(...MEDIA_KINDS);

/** Generates the text in any combination of upper and lower case. */
const anyCase = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((char, index) => (upper[index] ? char.toUpperCase() : char)).join(''));

/** Generates a media id and one of its accepted spellings. */
const spelling = fc
  .tuple(kind, fc.uuid())
  .chain(([mediaKind, uuid]) =>
    fc
      .tuple(
        fc.constantFrom(...WORDS[mediaKind]).chain(anyCase),
        anyCase(uuid),
        fc.constantFrom([':', ''], ['%3A', ''], ['%3a', ''], ['(', ')'], ['%28', '%29'], ['(', '%29'], ['%28', ')']),
      )
      .map(([word, id, [open, close]]) => ({ mediaKind, uuid, text: `${word}${open}${id}${close}` })),
  );

describe('the parser of media ids', () => {
  it('reads all accepted spellings as the same id', () => {
    fc.assert(
      fc.property(spelling, ({ mediaKind, uuid, text }) => {
        expect(findMediaId(text)).toEqual({ kind: mediaKind, uuid });
      }),
    );
  });

  it('reads the canonical form that `formatMediaId` writes', () => {
    fc.assert(
      fc.property(kind, fc.uuid().chain(anyCase), (mediaKind, uuid) => {
        const text = formatMediaId(mediaKind, uuid);
        expect(text).toBe(`${mediaKind}:${uuid.toLowerCase()}`);
        expect(findMediaId(text)).toEqual({ kind: mediaKind, uuid: uuid.toLowerCase() });
      }),
    );
  });

  it('returns null for random texts, and throws no error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(findMediaId(text)).toBeNull();
        expect(isUuid(text)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('refuses an id with any character removed or replaced by a wrong one', () => {
    const strange = fc.constantFrom('\u200b', '\u202e', 'о', '０', '\u017f', ' ', '\n', '\0', '{', '-', 'g', '');
    fc.assert(
      fc.property(fc.nat({ max: 41 }), strange, (index, char) => {
        const text = `movie:${UUID}`;
        const damaged = text.slice(0, index) + char + text.slice(index + 1);
        fc.pre(damaged !== text);
        expect(findMediaId(damaged)).toBeNull();
      }),
    );
  });

  it.each([
    `movie(${UUID}`,
    `movie ${UUID})`,
    `movie:${UUID})`,
    `movie:(${UUID})`,
    `movie((${UUID}))`,
    `movie()${UUID}`,
    UUID,
    `:${UUID}`,
    `album:${UUID}`,
    `moviess:${UUID}`,
    `constructor:${UUID}`,
    `toString:${UUID}`,
    'movie:',
    'movie',
    '',
    `movie:movie:${UUID}`,
    `movie:${UUID} `,
    `movie:${UUID}\n`,
    ` movie:${UUID}`,
    `movie:${UUID.slice(0, -1)}`,
    `movie:${UUID}1`,
    `movie:{${UUID}}`,
    `movie:${UUID.replaceAll('-', '')}`,
    `movie:a0ee-bc99-9c0b4ef8-bb6d-6bb9bd380a11`,
    `mоvie:${UUID}`,
    `movie：${UUID}`,
    `movie:${UUID.replace('a', 'ａ')}`,
    `moviе(${UUID})`,
    `serie\u017f:${UUID}`,
    `movie:${UUID}\0`,
    `movie:%00${UUID}`,
    `movie%253A${UUID}`,
    `movie:%2e%2e%2f`,
    `movie:${'a'.repeat(10_240)}`,
    `movie/${UUID}`,
  ])('refuses %j', (text) => {
    expect(findMediaId(text)).toBeNull();
    expect(() => requireMediaId(text, 'media_id')).toThrow(Problem);
  });

  it('throws a problem that names the field and not the text', () => {
    try {
      requireMediaId('album:<script>', 'media_ids[2]');
      throw new Error('not refused');
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid-media-id', status: 400, errors: [{ field: 'media_ids[2]' }] });
      expect(JSON.stringify(error)).not.toContain('script');
    }
  });

  it('accepts UUIDs of every version, including nil and max', () => {
    for (const uuid of ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', UUID]) {
      expect(requireMediaId(`movie:${uuid}`)).toEqual({ kind: 'movie', uuid });
      expect(findUuid(uuid.toUpperCase())).toBe(uuid);
    }
    expect(findUuid(`{${UUID}}`)).toBeNull();
  });
});
