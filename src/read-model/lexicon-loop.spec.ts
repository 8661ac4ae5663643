import { isDue } from './lexicon-loop';

const counted = { countedRevision: 4, countedDocuments: 1_000 };
const state = { ...counted, catalogRevision: 5, documents: 1_001, ageMs: 10_000, durationMs: 100 };

describe('a count of the lexicon', () => {
  it.each([
    ['is due when the catalog changed and is quiet', state, true, true],
    ['waits while the catalog changes', state, false, false],
    ['does not wait for ever', { ...state, ageMs: 61_000 }, false, true],
    ['waits for the end of the first import', { ...state, countedRevision: -1, ageMs: 1e12 }, false, false],
    ['is not due when nothing changed', { ...state, catalogRevision: 4 }, true, false],
    ['rests after a count', { ...state, ageMs: 2_000 }, true, false],
    ['rests longer after a long count', { ...state, durationMs: 1_000 }, true, false],
    ['rests less when much has come since', { ...state, durationMs: 1_000, documents: 1_200 }, true, true],
    ['rests less when much has gone since', { ...state, durationMs: 1_000, documents: 800 }, true, true],
    ['rests as long as it took at the least', { ...state, durationMs: 11_000, documents: 9_000 }, true, false],
    ['does not follow a catalog that still grows', { ...state, durationMs: 1_000, documents: 1_200 }, false, false],
  ])('%s', (_, given, quiet, expected) => {
    expect(isDue(given, quiet)).toBe(expected);
  });
});
