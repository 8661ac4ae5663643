/** The rules of an import and the changes of a batch. */
import { groupBy } from '../../common/group-by';
import type { KnownWatchState } from './known-catalog';
import type { RefusedLine } from './lines/line-error';
import type { LibraryRecord, MediaRecord } from './records/catalog-record';

/** The watch states that an import may write. */
export interface WatchStateRules {
  /** Ids of the libraries whose items may get watch states, or null for all. Other items are treated as absent. */
  readonly libraryIds: readonly string[] | null;
  /** Username key (see `toUsernameKey`) of the one user whose watch states may be written, or null for all users. */
  readonly usernameKey: string | null;
}

export interface ImportRules {
  /**
   * Ids of the libraries that may be written, together with their items, or null for all. Records for other libraries
   * are refused. Watch states have their own rules.
   */
  readonly libraryIds: readonly string[] | null;
  /** Percentage of the duration from which an item counts as completed, 1 to 100. */
  readonly thresholdPercent: number;
  readonly watchStateRules: WatchStateRules;
}

/** An item to be written. */
export interface PlannedMedia {
  readonly record: MediaRecord;
  readonly libraryId: string;
}

export interface PlannedWatchState extends KnownWatchState {
  readonly userId: string;
  readonly libraryId: string;
  readonly mediaId: string;
}

/** What a batch of lines will change, and which of its lines are accepted, unchanged or refused. */
export interface BatchPlan {
  /** The last record of each changed library, by library id. */
  readonly libraries: ReadonlyMap<string, LibraryRecord>;
  /** The last record of each changed item, by the UUID of the item. */
  readonly media: ReadonlyMap<string, PlannedMedia>;
  /** The changed watch states, by `watchKey`: for each user and item, the last one with the latest `lastWatchedAt`. */
  readonly watchStates: ReadonlyMap<string, PlannedWatchState>;
  /** Number of lines that change something. */
  readonly accepted: number;
  /** Number of lines that change nothing. */
  readonly unchanged: number;
  readonly refused: readonly RefusedLine[];
}

/** Returns the ids of the libraries that a plan writes to. */
export function changedLibraryIds(plan: BatchPlan): Set<string> {
  const libraryIds = new Set(plan.libraries.keys());
  for (const { libraryId } of plan.media.values()) libraryIds.add(libraryId);
  for (const { libraryId } of plan.watchStates.values()) libraryIds.add(libraryId);
  return libraryIds;
}

/** Whether the plan changes nothing. */
export function isEmpty(plan: BatchPlan): boolean {
  return plan.libraries.size + plan.media.size + plan.watchStates.size === 0;
}

/**
 * Returns items in the order in which they are written: by id, because B-trees accept sorted keys in up to a quarter
 * less time. Seasons and episodes are sorted by the id of their series, because reads list them together.
 */
export function toWriteOrder(media: Iterable<PlannedMedia>): PlannedMedia[] {
  const keyOf = ({ record }: PlannedMedia): string => record.seriesId ?? record.mediaId;
  // The keys are UUIDs, which the operators of JavaScript compare as PostgreSQL does.
  return [...media].sort((left, right) => {
    const [a, b] = [keyOf(left), keyOf(right)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}

/**
 * Returns the ids of changed items by library, in the order of `toWriteOrder`. Includes libraries whose own row
 * changes, even without items.
 */
export function changedMediaIds(plan: BatchPlan): Map<string, string[]> {
  const changed = new Map<string, string[]>([...plan.libraries.keys()].map((libraryId) => [libraryId, []]));
  for (const [libraryId, media] of groupBy(toWriteOrder(plan.media.values()), (planned) => planned.libraryId)) {
    changed.set(
      libraryId,
      media.map(({ record }) => record.mediaId),
    );
  }
  return changed;
}
