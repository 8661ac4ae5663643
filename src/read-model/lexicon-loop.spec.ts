import { isDue } from './lexicon-loop';

const state = { countedRevision: 4, catalogRevision: 5, ageMs: 10_000, durationMs: 100 };

describe('a count of the lexicon', () => {
  it.each([
    ['is due when the catalog changed and is quiet', state, true, true],
    ['waits while the catalog changes', state, false, false],
    ['does not wait for ever', { ...state, ageMs: 61_000 }, false, true],
    ['waits for the end of the first import', { ...state, countedRevision: -1, ageMs: 1e12 }, false, false],
    ['is not due when nothing changed', { ...state, catalogRevision: 4 }, true, false],
    ['rests after a count', { ...state, ageMs: 2_000 }, true, false],
    ['rests longer after a long count', { ...state, durationMs: 1_000 }, true, false],
  ])('%s', (_, given, quiet, expected) => {
    expect(isDue(given, quiet)).toBe(expected);
  });
});
