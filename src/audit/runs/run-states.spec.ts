import fc from 'fast-check';
import { RUN_STATES, type RunState } from '../../database/entities/runs/run.entity';
import { TOOL_CALL_STATES } from '../../database/entities/runs/tool-call.entity';
import {
  isFinalRunState,
  isFinalToolCallState,
  canRunChangeTo,
  canToolCallChangeTo,
  timesAfterChange,
} from './run-states';

const LEGAL_RUN_MOVES = [
  'queued>running',
  'queued>failed',
  'queued>cancelled',
  'running>succeeded',
  'running>failed',
  'running>cancelled',
];
const LEGAL_TOOL_CALL_MOVES = [
  'pending>running',
  'pending>failed',
  'pending>skipped',
  'pending>cancelled',
  'running>succeeded',
  'running>failed',
  'running>cancelled',
];

describe('the states of runs and tool calls', () => {
  it('allow exactly the documented changes', () => {
    const runs = RUN_STATES.flatMap((from) =>
      RUN_STATES.filter((to) => canRunChangeTo(from, to)).map((to) => `${from}>${to}`),
    );
    expect(runs).toEqual(LEGAL_RUN_MOVES);
    const calls = TOOL_CALL_STATES.flatMap((from) =>
      TOOL_CALL_STATES.filter((to) => canToolCallChangeTo(from, to)).map((to) => `${from}>${to}`),
    );
    expect(calls).toEqual(LEGAL_TOOL_CALL_MOVES);
  });

  it('are final if the work has ended', () => {
    expect(RUN_STATES.filter(isFinalRunState)).toEqual(['succeeded', 'failed', 'cancelled']);
    expect(TOOL_CALL_STATES.filter(isFinalToolCallState)).toEqual(['succeeded', 'failed', 'skipped', 'cancelled']);
  });

  it('never lead to an end time before the start time, even if the clock is set back', () => {
    const walk = fc.array(fc.tuple(fc.constantFrom(...RUN_STATES), fc.date({ noInvalidDate: true })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(walk, (steps) => {
        let state: RunState = 'queued';
        let times = timesAfterChange({ started_at: null, completed_at: null }, state, false, new Date());
        for (const [to, now] of steps) {
          if (!canRunChangeTo(state, to)) continue;
          state = to;
          times = timesAfterChange(times, state, isFinalRunState(state), now);
        }
        expect(times.completed_at !== null).toBe(isFinalRunState(state));
        if (state === 'running' || state === 'succeeded') expect(times.started_at).not.toBeNull();
        if (times.started_at && times.completed_at) {
          expect(times.completed_at.getTime()).toBeGreaterThanOrEqual(times.started_at.getTime());
        }
      }),
    );
  });
});
