import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { CursorCodec, CURSOR_MAX_CHARS, type CursorBinding } from './cursor';
import { Problem } from '../problems/problem';
import { Seal } from './seal';

const SECRET = 'a cursor secret of more than 32 bytes';
const NOW = Date.UTC(2030, 0, 1, 12, 30);
const HOUR = 3_600_000;
const codec = new CursorCodec({ secret: SECRET }, () => NOW);
const binding: CursorBinding = {
  userId: 'user-1',
  route: 'candidates',
  filters: { genres: { any: ['a', 'b'] }, year: 1 },
};

const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Adding 0 turns -0, which JSON cannot represent, into 0.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.integer(),
  fc.constant(null),
);
const key = fc.array(part, { maxLength: 5 });

/** Returns the problem with which the decoder refuses a cursor. */
function refusalOf(cursor: string, requestBinding = binding, decoder = codec): object {
  try {
    decoder.decode(requestBinding, cursor);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { code: error.code, status: error.status, detail: error.detail, errors: error.errors };
  }
  throw new Error('The cursor was accepted.');
}
const REFUSED = { code: 'invalid-cursor', status: 400, detail: undefined, errors: undefined };

describe('CursorCodec', () => {
  it('reads back what it wrote and uses only URL-safe characters', () => {
    fc.assert(
      fc.property(key, (value) => {
        const cursor = codec.encode(binding, value);
        expect(codec.decode(binding, cursor)).toEqual(value);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(codec.encode(binding, value)).toBe(cursor);
      }),
    );
  });

  it('ignores the order of filter members and undefined members', () => {
    const cursor = codec.encode(binding, [1]);
    const equalBinding = {
      filters: { year: 1, query: undefined, genres: { any: ['a', 'b'] } },
      route: 'candidates',
      userId: 'user-1',
    };
    expect(codec.decode(equalBinding, cursor)).toEqual([1]);
    expect(codec.decode({ ...binding, filters: null }, codec.encode({ ...binding, filters: undefined }, [1]))).toEqual([
      1,
    ]);
  });

  it('refuses a cursor with any flipped bit', () => {
    const bytes = Buffer.from(codec.encode(binding, [0.5, 'title', null]), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(refusalOf(flipped.toString('base64url'))).toEqual(REFUSED);
    }
  });

  it('refuses every truncated cursor and every cursor with a changed character', () => {
    const cursor = codec.encode(binding, [0.5, 'title']);
    for (let length = 0; length < cursor.length; length += 1) {
      expect(refusalOf(cursor.slice(0, length))).toEqual(REFUSED);
    }
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), fc.string({ unit: 'binary', maxLength: 2 }), (index, char) => {
        const changed = cursor.slice(0, index) + char + cursor.slice(index + 1);
        fc.pre(changed !== cursor);
        expect(refusalOf(changed)).toEqual(REFUSED);
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses other spellings of the same bytes', () => {
    fc.assert(
      fc.property(key, (value) => {
        const cursor = codec.encode(binding, value);
        const variants = [`${cursor}=`, `${cursor}==`, ` ${cursor}`, `${cursor}\n`, `${cursor}A`, `${cursor}!`];
        const standard = Buffer.from(cursor, 'base64url').toString('base64');
        if (standard !== cursor) variants.push(standard);
        for (const variant of variants) expect(refusalOf(variant)).toEqual(REFUSED);
      }),
    );
  });

  it('refuses every other last character, even if only its unused bits differ', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const value of [[1], [12], [123]]) {
      const cursor = codec.encode(binding, value);
      for (const char of alphabet) {
        const changed = cursor.slice(0, -1) + char;
        if (changed !== cursor) expect(refusalOf(changed)).toEqual(REFUSED);
      }
    }
  });

  it('refuses random text with the problem invalid-cursor', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String({ maxLength: 400 })), (text) => {
        expect(refusalOf(text)).toEqual(REFUSED);
      }),
      { numRuns: 1000 },
    );
    expect(refusalOf('A'.repeat(10_240))).toEqual(REFUSED);
    expect(refusalOf('')).toEqual(REFUSED);
  });

  it.each<[string, Partial<CursorBinding>]>([
    ['another user', { userId: 'user-2' }],
    ['another route', { route: 'related' }],
    ['a changed filter', { filters: { genres: { any: ['a', 'c'] }, year: 1 } }],
    ['the values of a filter in another order', { filters: { genres: { any: ['b', 'a'] }, year: 1 } }],
    ['one filter less', { filters: { genres: { any: ['a', 'b'] } } }],
    ['no filters', { filters: null }],
    ['another user and route whose names, if joined, are the same text', { userId: 'user-1c', route: 'andidates' }],
  ])('refuses a cursor with the problem invalid-cursor if the request has %s', (_name, change) => {
    const cursor = codec.encode(binding, [1, 'x']);
    expect(refusalOf(cursor, { ...binding, ...change })).toEqual(REFUSED);
  });

  it('refuses the cursor of another secret', () => {
    const other = new CursorCodec({ secret: Buffer.alloc(32, 7) }, () => NOW);
    expect(refusalOf(other.encode(binding, [1]))).toEqual(REFUSED);
  });

  it('refuses a text that the same secret sealed for another purpose', () => {
    const expiry = Buffer.from([0xff, 0xff, 0xff, 0xff]);
    const context = JSON.stringify([binding.userId, binding.route, { genres: { any: ['a', 'b'] }, year: 1 }]);
    const sealFor = (purpose: string): string =>
      new Seal({ secret: SECRET }, purpose).seal(Buffer.concat([expiry, Buffer.from('[1]')]), context);
    expect(codec.decode(binding, sealFor('cursor/2'))).toEqual([1]);
    expect(refusalOf(sealFor('cursor/1'))).toEqual(REFUSED);
    expect(refusalOf(sealFor('revisions/1'))).toEqual(REFUSED);
  });

  it('accepts the cursors of instances that run at the same time during a change of the secret', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const codecOf = (secret: Buffer, ...accepted: Buffer[]): CursorCodec =>
      new CursorCodec({ secret, accepted }, () => NOW);
    // The steps of docs/operations.md: instances of two neighbouring steps run at the same time.
    const steps = [codecOf(old), codecOf(old, next), codecOf(next, old), codecOf(next)];
    for (const [index, step] of steps.entries()) {
      for (const other of steps.slice(Math.max(0, index - 1), index + 2)) {
        // Instances that run at the same time must accept each other's cursors.
        expect(other.decode(binding, step.encode(binding, [index]))).toEqual([index]);
      }
    }
    expect(refusalOf(codecOf(old).encode(binding, [1]), binding, codecOf(next))).toEqual(REFUSED);
  });

  it('writes no cursor that contains its sort key in readable form', () => {
    const text = 'A Trip to the Moon, directed by nobody in particular';
    const bytes = Buffer.from(codec.encode(binding, [text, 0.75]), 'base64url').toString('latin1');
    for (let at = 0; at + 3 <= text.length; at += 1) expect(bytes).not.toContain(text.slice(at, at + 3));
  });

  it('accepts a cursor after 24 hours but not after 25', () => {
    let now = NOW;
    const clocked = new CursorCodec({ secret: SECRET }, () => now);
    const cursor = clocked.encode(binding, [1]);
    now = NOW + 24 * HOUR;
    expect(clocked.decode(binding, cursor)).toEqual([1]);
    now = NOW + 25 * HOUR;
    expect(refusalOf(cursor, binding, clocked)).toEqual(REFUSED);
  });

  it('does not encode sort keys that are too long or not finite, and needs a secret of at least 32 bytes', () => {
    expect(() => codec.encode(binding, ['x'.repeat(CURSOR_MAX_CHARS)])).toThrow(RangeError);
    expect(() => codec.encode(binding, [Number.NaN])).toThrow(RangeError);
    expect(() => new CursorCodec({ secret: 'short' })).toThrow('32 bytes');
    const long = 'x'.repeat(1490);
    expect(codec.decode(binding, codec.encode(binding, [long]))).toEqual([long]);
  });
});
