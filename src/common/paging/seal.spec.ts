import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { Seal, SEALED_MAX_BYTES, SEALED_MAX_CHARS } from './seal';

const SECRET = 'a seal secret of more than 32 bytes';
const seal = new Seal({ secret: SECRET }, 'test/1');
const content = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

describe('Seal', () => {
  it('opens what it sealed, on every instance, and gives equal texts for equal content', () => {
    const other = new Seal({ secret: Buffer.from(SECRET) }, 'test/1');
    fc.assert(
      fc.property(content, fc.string({ unit: 'binary' }), (bytes, context) => {
        const text = seal.seal(bytes, context);
        expect(other.open(text, context)).toEqual(bytes);
        expect(other.seal(bytes, context)).toBe(text);
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('gives texts without a common part for similar content', () => {
    const texts = Array.from({ length: 500 }, (_, index) => seal.seal(Buffer.from(`{"place":${1000 + index}}`)));
    const positions = Array.from({ length: texts[0]?.length ?? 0 }, (_, at) => new Set(texts.map((text) => text[at])));
    // The last character of base64url may hold unused bits.
    for (const characters of positions.slice(0, -1)) expect(characters.size).toBeGreaterThan(40);
  });

  it('gives different texts for different contents, contexts, purposes and secrets', () => {
    const bytes = Buffer.from('content');
    const texts = [
      seal.seal(bytes),
      seal.seal(bytes, 'context'),
      seal.seal(Buffer.from('ontent'), 'c'),
      new Seal({ secret: SECRET }, 'test/2').seal(bytes),
      new Seal({ secret: randomBytes(32) }, 'test/1').seal(bytes),
    ];
    expect(new Set(texts.map((text) => text.slice(0, 16))).size).toBe(texts.length);
  });

  it('does not open what belongs to another context, purpose or secret', () => {
    fc.assert(
      fc.property(content, fc.string(), fc.string(), (bytes, context, other) => {
        fc.pre(context !== other);
        expect(seal.open(seal.seal(bytes, context), other)).toBeNull();
      }),
    );
    const text = seal.seal(Buffer.from('content'));
    expect(new Seal({ secret: SECRET }, 'test/2').open(text)).toBeNull();
    expect(new Seal({ secret: randomBytes(32) }, 'test/1').open(text)).toBeNull();
  });

  it('opens texts of accepted secrets, and seals with the current secret', () => {
    const [old, next] = [randomBytes(32), randomBytes(32)];
    const both = new Seal({ secret: next, accepted: [randomBytes(32), old] }, 'test/1');
    const bytes = Buffer.from('content');
    expect(both.open(new Seal({ secret: old }, 'test/1').seal(bytes))).toEqual(bytes);
    expect(new Seal({ secret: next }, 'test/1').open(both.seal(bytes))).toEqual(bytes);
    expect(new Seal({ secret: old }, 'test/1').open(both.seal(bytes))).toBeNull();
  });

  it('does not open any changed, shortened or lengthened text', () => {
    const bytes = Buffer.from(seal.seal(Buffer.from('some content')), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(seal.open(flipped.toString('base64url'))).toBeNull();
    }
    for (let length = 0; length < bytes.length; length += 1) {
      expect(seal.open(bytes.subarray(0, length).toString('base64url'))).toBeNull();
    }
    expect(seal.open(Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url'))).toBeNull();
  });

  it('refuses content and texts that are too long, and secrets that are too short', () => {
    const longest = seal.seal(Buffer.alloc(SEALED_MAX_BYTES));
    expect(longest.length).toBeLessThanOrEqual(SEALED_MAX_CHARS);
    expect(seal.open(longest)).toHaveLength(SEALED_MAX_BYTES);
    expect(() => seal.seal(Buffer.alloc(SEALED_MAX_BYTES + 1))).toThrow(RangeError);
    expect(seal.open('A'.repeat(SEALED_MAX_CHARS + 1))).toBeNull();
    expect(() => new Seal({ secret: 'short' }, 'test/1')).toThrow('32 bytes');
    expect(() => new Seal({ secret: SECRET, accepted: ['short'] }, 'test/1')).toThrow('32 bytes');
  });
});
