/** Computes the watch state of a movie or an episode from the reported progress. */
import type { WatchStateEntity } from '../../database/entities/catalog/watch-state.entity';

/** `unwatched`, `in_progress` or `completed`. */
export type WatchState = WatchStateEntity['state'];

/** A watch state with the numbers of the progress from which it was computed. */
export interface WatchStateValues {
  readonly state: WatchState;
  /** Whole seconds from the start, zero or more. */
  readonly positionSeconds: number;
  /** Whole seconds; zero when unknown. */
  readonly durationSeconds: number;
  /** Percentage of the duration from which an item counts as completed, 1 to 100. */
  readonly thresholdPercent: number;
}

/** The progress that a player or an import reports for one user and one item. */
interface WatchProgress extends Omit<WatchStateValues, 'state'> {
  /** Whether the source reports the item as completed. If null or undefined, the position decides. */
  readonly completed?: boolean | null;
}

/** Computes the watch state from the reported progress. If the duration is unknown, no position completes the item. */
export function toWatchState(progress: WatchProgress): WatchState {
  const { positionSeconds, durationSeconds, completed, thresholdPercent } = progress;
  if (completed === true) return 'completed';
  const isThresholdReached = durationSeconds > 0 && positionSeconds * 100 >= durationSeconds * thresholdPercent;
  if (completed !== false && isThresholdReached) return 'completed';
  return positionSeconds > 0 ? 'in_progress' : 'unwatched';
}
