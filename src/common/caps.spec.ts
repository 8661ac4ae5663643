import fc from 'fast-check';
import {
  CAP_NAMES,
  CAP_TABLE,
  clampToCap,
  effectiveCaps,
  effectivePageLimit,
  PAGE_LIMIT,
  pageLimit,
  type CapName,
} from './caps';

const capName = fc.constantFrom(...CAP_NAMES);
const anyInteger = fc.oneof(fc.integer({ min: -5, max: 900 }), fc.maxSafeInteger());
const anyCaps = fc.dictionary(capName, anyInteger) as fc.Arbitrary<Partial<Record<CapName, number>>>;

describe('caps', () => {
  it('has the defaults and maxima of the contract', () => {
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

  it('gives every cap a value between 1 and its maximum, whatever was asked', () => {
    fc.assert(
      fc.property(anyCaps, (input) => {
        const caps = effectiveCaps(input);
        expect(Object.keys(caps)).toEqual(CAP_NAMES);
        for (const name of CAP_NAMES) {
          expect(caps[name]).toBeGreaterThanOrEqual(1);
          expect(caps[name]).toBeLessThanOrEqual(CAP_TABLE[name].max);
        }
      }),
    );
  });

  it('clamps idempotently', () => {
    fc.assert(
      fc.property(anyCaps, (input) => {
        expect(effectiveCaps(effectiveCaps(input))).toEqual(effectiveCaps(input));
      }),
    );
  });

  it('clamps monotonically over the positive integers, and keeps what is within bounds', () => {
    fc.assert(
      fc.property(capName, fc.maxSafeNat(), fc.maxSafeNat(), (name, left, right) => {
        const [low, high] = left < right ? [left + 1, right] : [right + 1, left + 1];
        fc.pre(low <= high);
        expect(clampToCap(low, CAP_TABLE[name])).toBeLessThanOrEqual(clampToCap(high, CAP_TABLE[name]));
      }),
    );
    fc.assert(
      fc.property(
        capName.chain((name) => fc.tuple(fc.constant(name), fc.integer({ min: 1, max: CAP_TABLE[name].max }))),
        ([name, value]) => {
          expect(effectiveCaps({ [name]: value })[name]).toBe(value);
        },
      ),
    );
  });

  it('takes the default for absent, zero and negative values', () => {
    fc.assert(
      fc.property(capName, fc.maxSafeInteger(), (name, value) => {
        expect(effectiveCaps({ [name]: -Math.abs(value) })[name]).toBe(CAP_TABLE[name].default);
        expect(effectiveCaps()[name]).toBe(CAP_TABLE[name].default);
      }),
    );
  });

  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)])('refuses %p, naming the field', (value) => {
    expect(() => effectiveCaps({ related_limit: value })).toThrow(
      expect.objectContaining({
        code: 'invalid-request',
        errors: [expect.objectContaining({ field: 'caps.related_limit' })],
      }),
    );
    expect(() => pageLimit({ limit: value })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field: 'pagination.limit' })] }),
    );
  });

  it('applies the smaller of page limit and cap', () => {
    fc.assert(
      fc.property(anyInteger, anyCaps, capName, (limit, input, name) => {
        const caps = effectiveCaps(input);
        expect(effectivePageLimit({ limit }, caps, name)).toBe(Math.min(pageLimit({ limit }), caps[name]));
      }),
    );
    expect(effectivePageLimit(undefined, effectiveCaps(), 'candidate_limit')).toBe(12);
    expect(effectivePageLimit({}, effectiveCaps({ candidate_limit: 50 }), 'candidate_limit')).toBe(20);
    expect(pageLimit(undefined)).toBe(20);
    expect(pageLimit({ limit: 51 })).toBe(50);
  });
});
