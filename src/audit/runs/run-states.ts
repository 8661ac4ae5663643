/** Moves between the states of a run (a piece of work that an application reports) and of its tool calls. Pure. */

import type { RunState } from '../../database/entities/runs/run.entity';
import type { ToolCallState } from '../../database/entities/runs/tool-call.entity';

const RUN_MOVES: Readonly<Record<RunState, readonly RunState[]>> = {
  queued: ['running', 'failed', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

const TOOL_CALL_MOVES: Readonly<Record<ToolCallState, readonly ToolCallState[]>> = {
  pending: ['running', 'failed', 'skipped', 'cancelled'],
  running: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  skipped: [],
  cancelled: [],
};

/** Whether a run may go from one state to another; staying is no move. */
export function mayRunMove(from: RunState, to: RunState): boolean {
  return RUN_MOVES[from].includes(to);
}

/** Whether a tool call may go from one state to another while its run goes on; staying is no move. */
export function mayToolCallMove(from: ToolCallState, to: ToolCallState): boolean {
  return TOOL_CALL_MOVES[from].includes(to);
}

/** Whether a tool call can still go to the state: once its run has ended it may end, but not start. */
export function mayToolCallEnter(to: ToolCallState, run: RunState): boolean {
  return !isRunOver(run) || isToolCallOver(to);
}

/** Whether nothing comes after the state, so that nothing of the run changes any more. */
export function isRunOver(state: RunState): boolean {
  return RUN_MOVES[state].length === 0;
}

/** Whether nothing comes after the state, so that nothing of the tool call changes any more. */
export function isToolCallOver(state: ToolCallState): boolean {
  return TOOL_CALL_MOVES[state].length === 0;
}

/** When work began and ended, as far as it was reported; both null before. */
export interface Times {
  readonly started_at: Date | null;
  readonly completed_at: Date | null;
}

/**
 * The times after reaching a state at `now`: `running` starts the work, a last state ends it. Work that was never
 * reported as running has no start, so that no duration is made up. Time never runs backwards.
 */
export function timesAfter(times: Times, state: RunState | ToolCallState, isOver: boolean, now: Date): Times {
  const started_at = state === 'running' ? (times.started_at ?? now) : times.started_at;
  if (!isOver) return { started_at, completed_at: null };
  const end = started_at !== null && started_at > now ? started_at : now;
  return { started_at, completed_at: times.completed_at ?? end };
}
