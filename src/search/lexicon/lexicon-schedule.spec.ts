import { isBulk, isDue, LexiconSchedule } from './lexicon-schedule';
import type { LexiconState, OutdatedLibrary } from './lexicon.store';

const LIBRARY: OutdatedLibrary = {
  ...{ libraryId: 'films', countedRevision: 4, revision: 5, countedDocuments: 1_000, documents: 1_001 },
};
const RUN = { ageMs: 10_000, durationMs: 100 };

describe('the count of a library', () => {
  it.each<[string, Partial<LexiconState>, Partial<OutdatedLibrary>, number, boolean]>([
    ['is due if the library is quiet', {}, {}, 0, true],
    ['waits while the library changes', {}, {}, 59_000, false],
    ['waits for a minute at most', {}, {}, 61_000, true],
    ['waits for the end of the first import', { ageMs: Infinity }, { countedRevision: -1 }, 59_000, false],
    ['waits for the first import for a minute at most', { ageMs: Infinity }, { countedRevision: -1 }, 61_000, true],
    ['waits after a run of the loop', { ageMs: 2_000 }, {}, 0, false],
    ['waits longer after a long run of the loop', { durationMs: 2_100 }, {}, 0, false],
    ['waits at most five times the duration of the last run', { durationMs: 2_000 }, {}, 0, true],
    ['waits less after much growth', { durationMs: 2_100 }, { documents: 1_200 }, 0, true],
    ['waits less after much shrinkage', { durationMs: 2_100 }, { documents: 800 }, 0, true],
    ['waits at least for the duration of the last run', { durationMs: 11_000 }, { documents: 9_000 }, 0, false],
    ['is not due early while the library grows', { durationMs: 1_000 }, { documents: 1_200 }, 10_000, false],
    ['waits for the full time while the library grows', { durationMs: 2_100 }, { documents: 1_200 }, 61_000, false],
  ])('%s', (_, run, library, busyMs, expected) => {
    expect(isDue({ ...RUN, ...run }, { ...LIBRARY, ...library }, busyMs)).toBe(expected);
  });
});

it.each([
  ['the first document', 0, 1, true],
  ['growth by a tenth', 1_000, 1_100, false],
  ['growth by more than a tenth', 1_000, 1_101, true],
  ['shrinkage by more than a tenth', 1_000, 899, true],
  ['no change', 0, 0, false],
])('%s, from %i to %i documents, is a bulk change: %j', (_, countedDocuments, documents, expected) => {
  expect(isBulk({ ...LIBRARY, countedDocuments, documents })).toBe(expected);
});

describe('the schedule', () => {
  const stateOf = (...libraries: Partial<OutdatedLibrary>[]): LexiconState => ({
    ...{ ...RUN, catalog: '' },
    outdated: libraries.map((library) => ({ ...LIBRARY, ...library })),
  });

  it('counts a quiet library while another one is imported', () => {
    const schedule = new LexiconSchedule();
    const due = [0, 1, 2, 3, 4, 5, 6].map((second) =>
      schedule.update(stateOf({}, { libraryId: 'series', revision: second }), second * 1_000),
    );
    expect(due).toEqual([[], [], [], [], [], ['films'], ['films']]);
  });

  it('counts a library after a minute if it is never quiet', () => {
    const schedule = new LexiconSchedule();
    const due = Array.from(
      { length: 63 },
      (_, second) => schedule.update(stateOf({ revision: second }), second * 1_000).length,
    );
    expect(due.indexOf(1)).toBe(60);
  });

  it('counts a library again after its count failed, and doubles the wait after each failure, up to a minute', () => {
    const schedule = new LexiconSchedule();
    const failing = stateOf({}, { libraryId: 'series' });
    const failedAt: number[] = [];
    let others = 0;
    for (let second = 0; second < 200; second += 1) {
      const due = schedule.update(failing, second * 1_000);
      if (due.includes('series')) others += 1;
      if (!due.includes('films')) continue;
      schedule.noteFailure('films', second * 1_000);
      failedAt.push(second);
    }
    expect(failedAt).toEqual([5, 7, 11, 19, 35, 67, 127, 187]);
    expect(others).toBe(195);
    expect(schedule.hasFailures).toBe(true);
    schedule.update(stateOf(), 200_000);
    expect(schedule.hasFailures).toBe(false);
    for (let second = 201; second < 206; second += 1) expect(schedule.update(failing, second * 1_000)).toEqual([]);
    expect(schedule.update(failing, 206_000)).toEqual(['films', 'series']);
  });

  it('forgets the failures of a library that was counted, even if it is outdated again at once', () => {
    const schedule = new LexiconSchedule();
    for (const second of [0, 2]) {
      schedule.update(stateOf({}), second * 1_000);
      schedule.noteFailure('films', second * 1_000);
    }
    schedule.noteCounted('films');
    expect(schedule.hasFailures).toBe(false);
    schedule.update(stateOf({}), 6_000);
    schedule.noteFailure('films', 6_000);
    expect(schedule.update(stateOf({}), 7_999)).toEqual([]);
    expect(schedule.update(stateOf({}), 8_000)).toEqual(['films']);
  });

  it('returns for how long there have been uncounted changes', () => {
    const schedule = new LexiconSchedule();
    expect(schedule.uncountedMs(500)).toBe(0);
    schedule.update(stateOf({}), 1_000);
    schedule.update(stateOf({ libraryId: 'series' }), 2_000);
    expect(schedule.uncountedMs(2_500)).toBe(1_500);
    schedule.update(stateOf(), 3_000);
    expect(schedule.uncountedMs(3_500)).toBe(0);
  });
});
