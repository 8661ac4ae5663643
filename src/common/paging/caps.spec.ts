import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CAP_NAMES, CAP_TABLE, PAGE_LIMIT, type CapName } from './cap-table';
import { clampToCap, resolveCaps, resolvePagedCaps, resolvePageLimit } from './caps';

const capName = fc.constantFrom(...CAP_NAMES);
const anyInteger = fc.oneof(fc.integer({ min: -5, max: 900 }), fc.maxSafeInteger());
const anyCaps = fc.dictionary(capName, anyInteger) as fc.Arbitrary<Partial<Record<CapName, number>>>;

describe('caps', () => {
  it('have the documented defaults and maxima', () => {
    expect(PAGE_LIMIT).toEqual({ default: 20, max: 50 });
    expect(CAP_TABLE).toEqual({
      candidate_limit: { default: 12, max: 50 },
      artifact_limit: { default: 8, max: 24 },
      related_limit: { default: 8, max: 24 },
      facet_limit: { default: 12, max: 32 },
      grounding_limit: { default: 12, max: 48 },
      tool_call_limit: { default: 16, max: 64 },
      summary_max_chars: { default: 400, max: 800 },
    });
  });

  it('match docs/caps.md', () => {
    const page = readFileSync(resolve(__dirname, '../../../docs/caps.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z._]+)` +\| (\d+) +\| (\d+) /gm)].map(([, ...cells]) => cells.join(' '));
    const caps = CAP_NAMES.map((name) => `caps.${name} ${CAP_TABLE[name].default} ${CAP_TABLE[name].max}`);
    expect(rows.sort()).toEqual([...caps, `pagination.limit ${PAGE_LIMIT.default} ${PAGE_LIMIT.max}`].sort());
  });

  it('are between 1 and their maximum, for any input', () => {
    fc.assert(
      fc.property(anyCaps, (input) => {
        const caps = resolveCaps(input);
        expect(Object.keys(caps)).toEqual(CAP_NAMES);
        for (const name of CAP_NAMES) {
          expect(caps[name]).toBeGreaterThanOrEqual(1);
          expect(caps[name]).toBeLessThanOrEqual(CAP_TABLE[name].max);
        }
      }),
    );
  });

  it('do not change when they are clamped again', () => {
    fc.assert(
      fc.property(anyCaps, (input) => {
        expect(resolveCaps(resolveCaps(input))).toEqual(resolveCaps(input));
      }),
    );
  });

  it('do not decrease when a positive request increases', () => {
    const positive = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(capName, positive, positive, (name, left, right) => {
        const [low, high] = [Math.min(left, right), Math.max(left, right)];
        expect(clampToCap(low, CAP_TABLE[name])).toBeLessThanOrEqual(clampToCap(high, CAP_TABLE[name]));
      }),
    );
  });

  it('are the requested value if it is between 1 and their maximum', () => {
    fc.assert(
      fc.property(
        capName.chain((name) => fc.tuple(fc.constant(name), fc.integer({ min: 1, max: CAP_TABLE[name].max }))),
        ([name, value]) => {
          expect(resolveCaps({ [name]: value })[name]).toBe(value);
        },
      ),
    );
  });

  it('have the default for absent, zero and negative values', () => {
    fc.assert(
      fc.property(capName, fc.maxSafeInteger(), (name, value) => {
        expect(resolveCaps({ [name]: -Math.abs(value) })[name]).toBe(CAP_TABLE[name].default);
        expect(resolveCaps()[name]).toBe(CAP_TABLE[name].default);
      }),
    );
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])(
    'are refused if they are %p, with the name of the field',
    (value) => {
      expect(() => resolveCaps({ related_limit: value })).toThrow(
        expect.objectContaining({
          code: 'invalid-request',
          errors: [expect.objectContaining({ field: 'caps.related_limit' })],
        }),
      );
      expect(() => resolvePageLimit({ limit: value })).toThrow(
        expect.objectContaining({ errors: [expect.objectContaining({ field: 'pagination.limit' })] }),
      );
    },
  );

  it('are not lowered by the page limit, except the cap of the paged list', () => {
    fc.assert(
      fc.property(anyInteger, anyCaps, capName, (limit, requested, name) => {
        const caps = resolveCaps(requested);
        const page = limit > 0 ? Math.min(limit, PAGE_LIMIT.max, caps[name]) : caps[name];
        expect(resolvePagedCaps({ caps: requested, pagination: { limit } }, name)).toEqual({ ...caps, [name]: page });
      }),
    );
  });

  it('are not lowered without a page limit', () => {
    fc.assert(
      fc.property(anyCaps, capName, fc.constantFrom({}, { pagination: {} }), (caps, name, absent) => {
        expect(resolvePagedCaps({ caps, ...absent }, name)).toEqual(resolveCaps(caps));
      }),
    );
    expect(resolvePagedCaps({ caps: { tool_call_limit: 64 } }, 'tool_call_limit').tool_call_limit).toBe(64);
  });
});

describe('resolvePageLimit', () => {
  it('returns 20 by default, and at most 50', () => {
    expect(resolvePageLimit(undefined)).toBe(20);
    expect(resolvePageLimit({ limit: 51 })).toBe(50);
  });
});
