import fc from 'fast-check';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';
import { toWatchState } from './watch-progress';

const seconds = fc.integer({ min: 0, max: 2_147_483_647 });
const percent = fc.integer({ min: 1, max: 100 });

describe('toWatchState', () => {
  it.each([
    [0, 0, undefined, 'unwatched'],
    [0, 6000, undefined, 'unwatched'],
    [1, 6000, undefined, 'in_progress'],
    [5399, 6000, undefined, 'in_progress'],
    [5400, 6000, undefined, 'completed'],
    [9000, 6000, undefined, 'completed'],
    [100, 0, undefined, 'in_progress'],
    [0, 0, true, 'completed'],
    [10, 6000, true, 'completed'],
    [6000, 6000, false, 'in_progress'],
    [0, 6000, false, 'unwatched'],
    [5400, 6000, null, 'completed'],
  ])(
    'for position %d of %d seconds and completed %s, returns %s',
    (positionSeconds, durationSeconds, completed, expected) => {
      expect(toWatchState({ positionSeconds, durationSeconds, completed, thresholdPercent: 90 })).toBe(expected);
    },
  );

  it('always returns a state, and never an earlier state for a later position', () => {
    fc.assert(
      fc.property(seconds, seconds, seconds, percent, (first, second, durationSeconds, thresholdPercent) => {
        const rankOf = (positionSeconds: number): number =>
          WATCH_STATES.indexOf(toWatchState({ positionSeconds, durationSeconds, thresholdPercent }));
        expect(rankOf(Math.min(first, second))).toBeGreaterThanOrEqual(0);
        expect(rankOf(Math.min(first, second))).toBeLessThanOrEqual(rankOf(Math.max(first, second)));
      }),
    );
  });

  it('does not return completed for any position if the duration is unknown', () => {
    fc.assert(
      fc.property(seconds, percent, (positionSeconds, thresholdPercent) => {
        expect(toWatchState({ positionSeconds, durationSeconds: 0, thresholdPercent })).not.toBe('completed');
      }),
    );
  });
});
