import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, hashCanonicalJson } from './canonical-json';
import { OpaqueJson } from './opaque-json';

/** Returns the JSON value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe('canonicalJson', () => {
  it('returns the same text for every order of members, and the text parses to the original value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('returns different texts for different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (left, right) => {
        const isEqual = isDeepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)));
        expect(canonicalJson(left) === canonicalJson(right)).toBe(isEqual);
      }),
    );
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });

  it('omits undefined members and writes null for undefined', () => {
    expect(canonicalJson({ b: 1, a: undefined, c: { z: 1, y: 2 } })).toBe('{"b":1,"c":{"y":2,"z":1}}');
    expect(canonicalJson(undefined)).toBe('null');
  });

  it('writes dates as JSON does', () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });
});

test('hashCanonicalJson returns the SHA-256 of the canonical JSON, in hex', () => {
  const digest = createHash('sha256').update('{"a":{"y":1,"x":2},"b":[]}').digest('hex');
  expect(hashCanonicalJson({ b: [], a: new OpaqueJson('{"y":1,"x":2}'), c: undefined })).toBe(digest);
});
