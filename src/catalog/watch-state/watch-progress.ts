/** The watch state of a movie or an episode, decided by position and duration. */
import type { WatchStateEntity } from '../../database/entities/catalog/watch-state.entity';

/** A state of watching. */
export type WatchState = WatchStateEntity['state'];

/** What a player or a catalog says about a viewing. */
export interface WatchProgress {
  /** Whole seconds from the start, zero or more. */
  readonly positionSeconds: number;
  /** Whole seconds; zero when unknown. */
  readonly durationSeconds: number;
  /** What the source itself says; null or undefined leaves it to the position. */
  readonly completed?: boolean | null;
  /** Share of the duration from which an item counts as watched, 1 to 100. */
  readonly thresholdPercent: number;
}

/**
 * The state that a viewing is in. The source's own word on completion counts; else the position decides, and while the
 * duration is unknown nothing is completed by position. Never divides.
 */
export function toWatchState(progress: WatchProgress): WatchState {
  const { positionSeconds, durationSeconds, completed, thresholdPercent } = progress;
  if (completed === true) return 'completed';
  const reached = durationSeconds > 0 && positionSeconds * 100 >= durationSeconds * thresholdPercent;
  if (completed !== false && reached) return 'completed';
  return positionSeconds > 0 ? 'in_progress' : 'unwatched';
}
