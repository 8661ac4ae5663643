import { isBulk, isDue } from './lexicon-loop';

const counted = { countedRevision: 4, countedDocuments: 1_000 };
const state = { ...counted, catalogRevision: 5, documents: 1_001, ageMs: 10_000, durationMs: 100 };

describe('a count of the lexicon', () => {
  it.each([
    ['is due if the catalog changed and is quiet', state, 0, true],
    ['waits while the catalog changes', state, 59_000, false],
    ['waits for a minute at most', state, 61_000, true],
    ['waits for the end of the first import', { ...state, countedRevision: -1, ageMs: 1e12 }, 59_000, false],
    ['waits for the first import for a minute at most', { ...state, countedRevision: -1, ageMs: 1e12 }, 61_000, true],
    ['is not due if nothing changed', { ...state, catalogRevision: 4, documents: 1_000 }, 0, false],
    ['is due if stale rows became servable again', { ...state, catalogRevision: 4 }, 0, true],
    ['rests after a count', { ...state, ageMs: 2_000 }, 0, false],
    ['rests longer after a long count', { ...state, durationMs: 2_100 }, 0, false],
    ['rests no longer than five times its duration', { ...state, durationMs: 2_000 }, 0, true],
    ['rests less after much growth', { ...state, durationMs: 2_100, documents: 1_200 }, 0, true],
    ['rests less after much shrinkage', { ...state, durationMs: 2_100, documents: 800 }, 0, true],
    ['rests for at least its own duration', { ...state, durationMs: 11_000, documents: 9_000 }, 0, false],
    ['is not due early while the catalog grows', { ...state, durationMs: 1_000, documents: 1_200 }, 10_000, false],
    [
      'rests for the full time while the catalog grows',
      { ...state, durationMs: 2_100, documents: 1_200 },
      61_000,
      false,
    ],
  ])('%s', (_, given, unrestMs, expected) => {
    expect(isDue(given, unrestMs)).toBe(expected);
  });
});

it.each([
  ['a first item', 0, 1, true],
  ['a tenth more', 1_000, 1_100, false],
  ['more than a tenth', 1_000, 1_101, true],
  ['more than a tenth less', 1_000, 899, true],
  ['nothing', 0, 0, false],
])('whether a change is bulk: %s', (_, countedDocuments, documents, expected) => {
  expect(isBulk({ ...state, countedDocuments, documents })).toBe(expected);
});
