import fc from 'fast-check';
import { estimateIntersection, fitIntoBudget } from './retrieval-cost';

const count = fc.integer({ min: 1, max: 1_000_000 });

describe('estimateIntersection', () => {
  it('is the number of documents expected for independent terms, times the affinity for each further term', () => {
    expect(estimateIntersection([1_000, 2_000], 1_000_000, 4)).toBe(8);
    expect(estimateIntersection([10_000, 20_000, 30_000], 1_000_000, 4)).toBe(96);
    expect(estimateIntersection([700], 1_000_000, 4)).toBe(700);
  });

  it('is at most the number of documents with the rarest term, for any size of the catalog', () => {
    fc.assert(
      fc.property(fc.array(count, { minLength: 1, maxLength: 8 }), fc.nat(), (counts, total) => {
        expect(estimateIntersection(counts, total, 4)).toBeLessThanOrEqual(Math.min(...counts));
      }),
    );
  });
});

describe('fitIntoBudget', () => {
  const rows = (expected: number): number => expected;

  it('takes elements in order and skips those that do not fit', () => {
    expect(fitIntoBudget([50, 70, 20], rows, { maxRows: 100 })).toEqual({ taken: [50, 20], skipped: [70], rows: 70 });
    expect(fitIntoBudget([1, 1, 1], rows, { maxRows: 100, maxLookups: 2 }).skipped).toEqual([1]);
    expect(fitIntoBudget([60, 10], rows, { maxRows: 100, maxRowsPerLookup: 50 }).taken).toEqual([10]);
  });

  it('never exceeds the budget, and returns each element as taken or skipped', () => {
    fc.assert(
      fc.property(fc.array(count), count, fc.nat(20), count, (elements, maxRows, maxLookups, maxRowsPerLookup) => {
        const fit = fitIntoBudget(elements, rows, { maxRows, maxLookups, maxRowsPerLookup });
        expect(fit.rows).toBeLessThanOrEqual(maxRows);
        expect(fit.taken.length).toBeLessThanOrEqual(maxLookups);
        expect(Math.max(0, ...fit.taken)).toBeLessThanOrEqual(maxRowsPerLookup);
        expect([...fit.taken, ...fit.skipped].sort()).toEqual([...elements].sort());
      }),
    );
  });
});
