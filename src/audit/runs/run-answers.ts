/** Pure functions that convert stored runs and tool calls to API responses. */
import type { IntelligenceSummary } from '../../common/dto/summary.dto';
import { summarize } from '../../common/text/summary';
import type { RunEntity } from '../../database/entities/runs/run.entity';
import type { ToolCallEntity } from '../../database/entities/runs/tool-call.entity';
import type { PayloadColumn, RunContent, SummaryColumn, ToolCallContent } from './run-changes';
import type { IntelligenceToolCall } from './tool-call.dto';
import type { IntelligenceRun } from './run.dto';

/** The columns of a run that a response contains. */
type AnsweredRun = Omit<RunContent, 'sources'> &
  Readonly<Pick<RunEntity, 'run_id' | 'revision' | 'tool_call_count' | 'requested_by_service_id'>>;

/** The columns of a tool call that a response contains. */
type AnsweredToolCall = Omit<ToolCallContent, 'sources' | PayloadColumn> &
  Readonly<Pick<ToolCallEntity, 'tool_call_id' | 'sequence' | 'requested_by_service_id'>>;

/** Converts a run that belongs to the user `userId`. Cuts its summaries to `summaryMaxChars` code points. */
export function toRun(run: AnsweredRun, userId: string, summaryMaxChars: number): IntelligenceRun {
  return {
    run_id: run.run_id,
    purpose: run.purpose,
    status: run.status,
    requested_by_user_id: userId,
    requested_by_service_id: run.requested_by_service_id,
    model: run.model,
    queued_at: run.queued_at.toISOString(),
    started_at: toIsoTime(run.started_at),
    completed_at: toIsoTime(run.completed_at),
    ...toSummaries(run, summaryMaxChars),
    tool_call_count: run.tool_call_count,
    revision: run.revision,
  };
}

/** Converts a tool call. Cuts its summaries to `summaryMaxChars` code points. */
export function toToolCall(call: AnsweredToolCall, summaryMaxChars: number): IntelligenceToolCall {
  const { started_at: start, completed_at: end } = call;
  return {
    tool_call_id: call.tool_call_id,
    sequence: call.sequence,
    name: call.name,
    kind: call.kind,
    status: call.status,
    requested_by_service_id: call.requested_by_service_id,
    started_at: toIsoTime(start),
    completed_at: toIsoTime(end),
    duration_ms: start === null || end === null ? null : end.getTime() - start.getTime(),
    ...toSummaries(call, summaryMaxChars),
  };
}

function toSummaries(
  row: Readonly<Record<SummaryColumn, string | null>>,
  maxChars: number,
): Record<SummaryColumn, IntelligenceSummary | null> {
  const toSummary = (text: string | null): IntelligenceSummary | null =>
    text === null ? null : summarize(text, maxChars);
  return {
    input_summary: toSummary(row.input_summary),
    output_summary: toSummary(row.output_summary),
    error_summary: toSummary(row.error_summary),
  };
}

function toIsoTime(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
