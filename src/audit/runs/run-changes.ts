/** Pure functions that apply requests to runs and their tool calls. */
import { formatMediaId } from '../../common/media-id';
import { requireMediaId } from '../../common/problems/required-ids';
import { requireLine, requireText } from '../../common/problems/required-text';
import { Problem } from '../../common/problems/problem';
import { truncateText } from '../../common/text/summary';
import type { RunEntity, RunSource, RunState } from '../../database/entities/runs/run.entity';
import type { ToolCallEntity } from '../../database/entities/runs/tool-call.entity';
import type { StoredPayload } from '../payloads/payload';
import { redactText } from '../payloads/redaction';
import {
  type PutRunRequest,
  type PutToolCallRequest,
  RUN_SUMMARY_MAX_CHARS,
  type RunSourceRequest,
} from './run-requests.dto';
import {
  allowsToolCallState,
  isFinalRunState,
  isFinalToolCallState,
  canRunChangeTo,
  canToolCallChangeTo,
  timesAfterChange,
} from './run-states';

/** Columns with the summaries of a run or tool call. */
export type SummaryColumn = 'input_summary' | 'output_summary' | 'error_summary';

/** Columns that runs and tool calls have in common. */
type SharedColumn = SummaryColumn | 'sources' | 'started_at' | 'completed_at';

/** The columns that requests set in a run, including the times of its state changes. */
export type RunContent = Readonly<Pick<RunEntity, SharedColumn | 'purpose' | 'status' | 'model' | 'queued_at'>>;

/** Columns with size and hash of the payloads of a tool call. */
export type PayloadColumn = 'arguments_bytes' | 'arguments_sha256' | 'result_bytes' | 'result_sha256';

/**
 * The columns that requests set in a tool call, including the times of its state changes, and sizes and hashes of
 * payloads, but not the payloads.
 */
export type ToolCallContent = Readonly<Pick<ToolCallEntity, SharedColumn | PayloadColumn | 'name' | 'kind' | 'status'>>;

/** Payloads to store with a tool call. If a payload is undefined, the stored payload is kept. */
export interface Payloads {
  readonly arguments?: StoredPayload | undefined;
  readonly result?: StoredPayload | undefined;
}

/** A request whose payloads are redacted and, if necessary, shrunk (see `payload.ts`). */
export type PreparedToolCallRequest = Omit<PutToolCallRequest, keyof Payloads> & Payloads;

/**
 * Returns the content of the run after the request. If a member of the request is absent or null, the earlier value is
 * kept. `before` is null for a new run, `now` is the time of the change. Throws `invalid-request`, or `conflict` for a
 * change that is not allowed.
 */
export function applyToRun(before: RunContent | null, request: PutRunRequest, now: Date): RunContent {
  const purpose = request.purpose ?? before?.purpose ?? reject('purpose', 'is required for a new run');
  if (before !== null && purpose !== before.purpose) throw Problem.conflict('The purpose of a run cannot be changed.');
  const status = request.status ?? before?.status ?? 'queued';
  if (before !== null && status !== before.status && !canRunChangeTo(before.status, status)) {
    throw Problem.conflict(`The state of a run cannot change from ${before.status} to ${status}.`);
  }
  return {
    purpose,
    status,
    model: request.model == null ? (before?.model ?? null) : requireLine(request.model, 'model'),
    queued_at: before?.queued_at ?? now,
    ...applyToSummariesAndSources(before, request),
    ...timesAfterChange(before ?? NO_TIMES, status, isFinalRunState(status), now),
  };
}

/**
 * Returns the content of the tool call after the request, and the payloads of the request. `runState` is the state of
 * the run, `before` is null for a new call. Otherwise like `applyToRun`.
 */
export function applyToToolCall(
  runState: RunState,
  before: ToolCallContent | null,
  request: PreparedToolCallRequest,
  now: Date,
): { call: ToolCallContent; payloads: Payloads } {
  if (before === null && isFinalRunState(runState)) {
    throw Problem.conflict('The run has ended; tool calls can no longer be added.');
  }
  const requestedName = request.name === undefined ? undefined : requireLine(request.name, 'name');
  const name = requestedName ?? before?.name ?? reject('name', 'is required for a new tool call');
  const kind = request.kind ?? before?.kind ?? reject('kind', 'is required for a new tool call');
  if (before !== null && (name !== before.name || kind !== before.kind)) {
    throw Problem.conflict('The name and the kind of a tool call cannot be changed.');
  }
  const status = request.status ?? before?.status ?? 'pending';
  if (before !== null && status !== before.status && !canToolCallChangeTo(before.status, status)) {
    throw Problem.conflict(`The state of a tool call cannot change from ${before.status} to ${status}.`);
  }
  if (status !== before?.status && !allowsToolCallState(runState, status)) {
    throw Problem.conflict(`The run has ended; the state of a tool call can no longer change to ${status}.`);
  }
  const payloads = { arguments: request.arguments, result: request.result };
  const call = {
    name,
    kind,
    status,
    arguments_bytes: payloads.arguments?.bytes ?? before?.arguments_bytes ?? null,
    arguments_sha256: payloads.arguments?.sha256 ?? before?.arguments_sha256 ?? null,
    result_bytes: payloads.result?.bytes ?? before?.result_bytes ?? null,
    result_sha256: payloads.result?.sha256 ?? before?.result_sha256 ?? null,
    ...applyToSummariesAndSources(before, request),
    ...timesAfterChange(before ?? NO_TIMES, status, isFinalToolCallState(status), now),
  };
  return { call, payloads };
}

const NO_TIMES = { started_at: null, completed_at: null };

type SummariesAndSources = Pick<RunContent, SummaryColumn | 'sources'>;

function applyToSummariesAndSources(
  before: SummariesAndSources | null,
  request: PutRunRequest | PreparedToolCallRequest,
): SummariesAndSources {
  const summary = (column: SummaryColumn): string | null => {
    const value = request[column];
    if (value == null) return before?.[column] ?? null;
    const text = requireText(value, column, RUN_SUMMARY_MAX_CHARS);
    // Redaction can lengthen the text, because a secret may be shorter than its replacement.
    return truncateText(redactText(text), RUN_SUMMARY_MAX_CHARS);
  };
  return {
    input_summary: summary('input_summary'),
    output_summary: summary('output_summary'),
    error_summary: summary('error_summary'),
    sources: request.sources?.map(toSource) ?? before?.sources ?? [],
  };
}

function toSource({ media_id, artifact_id, field }: RunSourceRequest, index: number): RunSource {
  if ((media_id === undefined) === (artifact_id === undefined)) {
    return reject(`sources[${index}]`, 'must have exactly one of media_id and artifact_id');
  }
  const fieldColumn = field === undefined ? {} : { field: requireLine(field, `sources[${index}].field`) };
  if (media_id === undefined) return { artifact_id: artifact_id?.toLowerCase(), ...fieldColumn };
  const { kind, uuid } = requireMediaId(media_id, `sources[${index}].media_id`);
  return { media_id: formatMediaId(kind, uuid), ...fieldColumn };
}

function reject(field: string, message: string): never {
  throw Problem.invalidField(field, message);
}
