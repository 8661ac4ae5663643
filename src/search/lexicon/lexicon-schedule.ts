/** Decides which libraries to count now. */
import type { LexiconState, UncountedLibrary } from './lexicon.store';

/** A library without changes for this long is quiet. On a slow machine, batches of one import are seconds apart. */
const QUIET_MS = 5_000;
/** A count waits until the library is quiet, but no longer than this. */
const LONGEST_WAIT_MS = 60_000;
/** After a run the loop rests for this multiple of its duration; less for a library that grew or shrank by a tenth. */
const REST_FACTOR = 5;
const REST_FACTOR_AFTER_BULK = 1;
const BULK_SHARE = 0.1;
const SHORTEST_REST_MS = 3_000;

/** The times at which an uncounted library was last seen to change and was last quiet, in milliseconds. */
interface Unrest {
  readonly seen: string;
  readonly changedAt: number;
  readonly quietAt: number;
}

/** Watches the libraries that are behind. */
export class LexiconSchedule {
  private unrest = new Map<string, Unrest>();
  private aheadSince: number | null = null;

  /**
   * Updates the schedule with the state at `now`, in milliseconds of any clock. Returns the ids of the libraries to
   * count.
   */
  due(state: LexiconState, now: number): string[] {
    this.aheadSince = state.behind.length === 0 ? null : (this.aheadSince ?? now);
    // Removes libraries that were counted, so that the map is no larger than the state.
    this.unrest = new Map(state.behind.map((library) => [library.libraryId, this.unrestOf(library, now)]));
    return state.behind
      .filter((library) => isDue(state, library, now - (this.unrest.get(library.libraryId)?.quietAt ?? now)))
      .map(({ libraryId }) => libraryId);
  }

  /** Milliseconds since changes were first seen that are not counted; 0 if all are counted. */
  aheadMs(now: number): number {
    return this.aheadSince === null ? 0 : now - this.aheadSince;
  }

  private unrestOf({ libraryId, revision, documents }: UncountedLibrary, now: number): Unrest {
    const seen = `${revision}/${documents}`;
    const before = this.unrest.get(libraryId) ?? { seen, changedAt: now, quietAt: now - 1 };
    const changedAt = seen === before.seen ? before.changedAt : now;
    return { seen, changedAt, quietAt: now - changedAt >= QUIET_MS ? now : before.quietAt };
  }
}

/** Whether to count a library now. `unrestMs` is the time since it was quiet, 0 if it is quiet. */
export function isDue(
  { ageMs, durationMs }: Pick<LexiconState, 'ageMs' | 'durationMs'>,
  library: UncountedLibrary,
  unrestMs: number,
): boolean {
  const factor = unrestMs === 0 && isBulk(library) ? REST_FACTOR_AFTER_BULK : REST_FACTOR;
  if (ageMs < Math.max(SHORTEST_REST_MS, durationMs * factor)) return false;
  return unrestMs === 0 || unrestMs > LONGEST_WAIT_MS;
}

/** Whether the library grew or shrank by more than a tenth since the last count. */
export function isBulk({ documents, countedDocuments }: UncountedLibrary): boolean {
  return Math.abs(documents - countedDocuments) > countedDocuments * BULK_SHARE;
}
