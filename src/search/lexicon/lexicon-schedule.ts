/** Decides when the words of each library are counted. */
import type { LexiconState, OutdatedLibrary } from './lexicon.store';

/** A library is quiet after this time without changes. On a slow machine, batches of one import are seconds apart. */
const QUIET_MS = 5_000;
/** Maximum time that a count waits for the library to become quiet. */
const MAX_WAIT_MS = 60_000;
/** The loop waits after a run for this multiple of the duration of the run. */
const REST_FACTOR = 5;
/** The multiple for a quiet library that grew or shrank by more than a tenth since its last count. */
const REST_FACTOR_AFTER_BULK = 1;
const BULK_SHARE = 0.1;
/** Minimum time that the loop waits after a run. */
const MIN_REST_MS = 3_000;
/** The wait after a failed count. It doubles with each further failure of the same library, up to the maximum. */
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** When an outdated library last changed and was last quiet, in milliseconds. */
interface ChangeTimes {
  /** Differs after every change of the library. */
  readonly version: string;
  readonly changedAt: number;
  readonly lastQuietAt: number;
}

/** When the words of a library are counted again after its count has failed. Times are in milliseconds. */
interface Retry {
  readonly waitMs: number;
  readonly dueAt: number;
}

/** Schedules the counts of libraries whose counts are outdated. */
export class LexiconSchedule {
  private changeTimes = new Map<string, ChangeTimes>();
  private retries = new Map<string, Retry>();
  private uncountedSince: number | null = null;

  /**
   * Updates the schedule with the current state and returns the ids of the libraries to count. `now` is the time in
   * milliseconds of any clock.
   */
  update(state: LexiconState, now: number): string[] {
    this.uncountedSince = state.outdated.length === 0 ? null : (this.uncountedSince ?? now);
    // Removes libraries that were counted, so that the map is no larger than the state.
    this.changeTimes = new Map(
      state.outdated.map((library) => [library.libraryId, this.updateChangeTimes(library, now)]),
    );
    this.retries = new Map([...this.retries].filter(([libraryId]) => this.changeTimes.has(libraryId)));
    return state.outdated
      .filter(({ libraryId }) => now >= (this.retries.get(libraryId)?.dueAt ?? now))
      .filter((library) => isDue(state, library, now - (this.changeTimes.get(library.libraryId)?.lastQuietAt ?? now)))
      .map(({ libraryId }) => libraryId);
  }

  /**
   * Delays the next count of a library after a failed count. `now` is the time of the failure on the clock of `update`.
   */
  noteFailure(libraryId: string, now: number): void {
    const before = this.retries.get(libraryId)?.waitMs;
    const waitMs = before === undefined ? FIRST_RETRY_MS : Math.min(2 * before, MAX_RETRY_MS);
    this.retries.set(libraryId, { waitMs, dueAt: now + waitMs });
  }

  /** Ends the delays of a library whose counts are current, so that a later failure starts with the first delay. */
  noteCounted(libraryId: string): void {
    this.retries.delete(libraryId);
  }

  /**
   * Whether there is a library whose last count failed. Includes libraries that another process has counted since the
   * last `update`.
   */
  get hasFailures(): boolean {
    return this.retries.size > 0;
  }

  /** Returns for how many milliseconds there have been uncounted changes; 0 if all changes are counted. */
  uncountedMs(now: number): number {
    return this.uncountedSince === null ? 0 : now - this.uncountedSince;
  }

  private updateChangeTimes({ libraryId, revision, documents }: OutdatedLibrary, now: number): ChangeTimes {
    const version = `${revision}/${documents}`;
    // A newly outdated library is treated as just changed, so it is not quiet. With `lastQuietAt: now`, it would be
    // quiet (see `isDue`), so the time is one millisecond earlier.
    const before = this.changeTimes.get(libraryId) ?? { version, changedAt: now, lastQuietAt: now - 1 };
    const changedAt = version === before.version ? before.changedAt : now;
    return { version, changedAt, lastQuietAt: now - changedAt >= QUIET_MS ? now : before.lastQuietAt };
  }
}

/**
 * Returns whether to count a library now. `ageMs` is the time since the last count of any library, `durationMs` how
 * long the run of that count took. `busyMs` is the time since this library was last quiet; 0 if it is quiet now.
 */
export function isDue(
  { ageMs, durationMs }: Pick<LexiconState, 'ageMs' | 'durationMs'>,
  library: OutdatedLibrary,
  busyMs: number,
): boolean {
  const factor = busyMs === 0 && isBulk(library) ? REST_FACTOR_AFTER_BULK : REST_FACTOR;
  if (ageMs < Math.max(MIN_REST_MS, durationMs * factor)) return false;
  return busyMs === 0 || busyMs > MAX_WAIT_MS;
}

/** Returns whether the library grew or shrank by more than a tenth since the last count. */
export function isBulk({ documents, countedDocuments }: OutdatedLibrary): boolean {
  return Math.abs(documents - countedDocuments) > countedDocuments * BULK_SHARE;
}
