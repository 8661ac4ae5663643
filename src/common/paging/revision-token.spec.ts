import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { REVISION_TOKEN_MAX_CHARS, RevisionTokens, TOKEN_LIBRARIES_MAX } from './revision-token';

const SECRET = 'a token secret of more than 32 bytes';
const tokens = new RevisionTokens({ secret: SECRET });
const entries = fc.uniqueArray(fc.tuple(fc.uuid(), fc.nat({ max: 2 ** 48 - 1 })), {
  maxLength: TOKEN_LIBRARIES_MAX,
  selector: ([id]) => id,
});

describe('RevisionTokens', () => {
  it('reads back what it wrote, whatever the order of the libraries', () => {
    fc.assert(
      fc.property(entries, (list) => {
        const token = tokens.encode(new Map(list));
        expect(tokens.decode(token)).toEqual(new Map(list));
        expect(new RevisionTokens({ secret: SECRET }).encode(new Map(list.toReversed()))).toBe(token);
      }),
    );
  });

  it('shows neither ids nor revisions', () => {
    const id = randomUUID();
    const token = tokens.encode(new Map([[id, 1]]));
    expect(Buffer.from(token, 'base64url').toString('hex')).not.toContain(id.slice(0, 8));
    const next = tokens.encode(new Map([[id, 2]]));
    // Even the beginning differs, so readers cannot see that two tokens name the same library.
    expect(next.slice(0, 12)).not.toBe(token.slice(0, 12));
    expect(next).toHaveLength(token.length);
  });

  it('encodes at most 64 libraries, in a token of bounded length', () => {
    const most = Array.from({ length: TOKEN_LIBRARIES_MAX }, () => [randomUUID(), 2 ** 48 - 1] as const);
    expect(tokens.encode(new Map(most)).length).toBeLessThanOrEqual(REVISION_TOKEN_MAX_CHARS);
    expect(() => tokens.encode(new Map([...most, [randomUUID(), 1]]))).toThrow(RangeError);
  });

  it.each(['', '1', '999999999', 'x', 'A'.repeat(64), 'A'.repeat(5000), '\u{1f600}'])(
    'decodes %j, which is no token, to null',
    (text) => {
      expect(tokens.decode(text)).toBeNull();
    },
  );
});
