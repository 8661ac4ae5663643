/** Pure functions that decide which changes of the states of runs and tool calls are allowed. */
import type { RunState } from '../../database/entities/runs/run.entity';
import type { ToolCallState } from '../../database/entities/runs/tool-call.entity';

const RUN_TRANSITIONS: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ['running', 'failed', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

const TOOL_CALL_TRANSITIONS: Readonly<Record<ToolCallState, readonly ToolCallState[]>> = {
  pending: ['running', 'failed', 'skipped', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  skipped: [],
  cancelled: [],
};

/** Returns whether the state of a run may change from `from` to `to`. False if both states are equal. */
export function canRunChangeTo(from: RunState, to: RunState): boolean {
  return RUN_TRANSITIONS[from].includes(to);
}

/** Like `canRunChangeTo`, for a tool call. `allowsToolCallState` must allow the new state, too. */
export function canToolCallChangeTo(from: ToolCallState, to: ToolCallState): boolean {
  return TOOL_CALL_TRANSITIONS[from].includes(to);
}

/**
 * Returns whether the state of the run allows the new state of a tool call. After a run has ended, its tool calls can
 * change only to a final state.
 */
export function allowsToolCallState(runState: RunState, to: ToolCallState): boolean {
  return !isFinalRunState(runState) || isFinalToolCallState(to);
}

/** Whether the state is final. A run in a final state cannot be changed. */
export function isFinalRunState(state: RunState): boolean {
  return RUN_TRANSITIONS[state].length === 0;
}

/** Whether the state is final. A tool call in a final state cannot be changed. */
export function isFinalToolCallState(state: ToolCallState): boolean {
  return TOOL_CALL_TRANSITIONS[state].length === 0;
}

/** Reported start and end of a run or tool call. A time is null until the start or the end is reported. */
export interface Times {
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
}

/**
 * Returns the times after a change to `state` at `now`. The state `running` sets the start, and a final state sets the
 * end. If the state never was `running`, the start stays null, so the duration counts as unknown. The end is never
 * before the start.
 */
export function timesAfterChange(times: Times, state: RunState | ToolCallState, isFinal: boolean, now: Date): Times {
  const started_at = state === 'running' ? (times.started_at ?? now) : times.started_at;
  if (!isFinal) return { started_at, completed_at: null };
  const end = started_at !== null && started_at > now ? started_at : now;
  return { started_at, completed_at: times.completed_at ?? end };
}
