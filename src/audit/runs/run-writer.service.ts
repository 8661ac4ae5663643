import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { CAP_TABLE } from '../../common/paging/cap-table';
import { canonicalJson } from '../../common/json/canonical-json';
import { findActingServiceId, type Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { IdempotentWrites, type WriteAnswer } from '../idempotency/idempotent-writes.service';
import { PayloadPreparer } from '../payloads/payload-preparer.service';
import { toRun, toToolCall } from './run-answers';
import {
  applyToRun,
  applyToToolCall,
  type PreparedToolCallRequest,
  type RunContent,
  type ToolCallContent,
} from './run-changes';
import { createRecord, EMPTY_HISTORY, type RunKey } from './run-history';
import { isFinalRunState, isFinalToolCallState } from './run-states';
import { RunStore } from './run.store';
import type { PutRunRequest, PutToolCallRequest } from './run-requests.dto';
import type { IntelligenceToolCall } from './tool-call.dto';
import type { IntelligenceRun } from './run.dto';
import { type ToolCallKey, ToolCallStore } from './tool-call.store';

const SUMMARY_MAX_CHARS = CAP_TABLE.summary_max_chars.default;

/** The response of a write that was executed, not replayed. */
type FreshAnswer<Body extends object> = Omit<WriteAnswer<Body>, 'replayed'>;

/** Creates and changes runs and tool calls. Each change is also appended to the run's history. */
@Injectable()
export class RunWriter {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly runs: RunStore,
    private readonly calls: ToolCallStore,
    private readonly payloads: PayloadPreparer,
  ) {}

  /**
   * Creates or changes the run of the caller with this id. A run that already has the requested content stays as it is.
   * Throws `invalid-request`, `invalid-media-id`, the errors of `IdempotentWrites`, and `conflict` for a state change
   * that is not allowed, another purpose, or a change of a run that has ended.
   */
  putRun(
    principal: Principal,
    runId: string,
    request: PutRunRequest,
    idempotencyKey: string | undefined,
  ): Promise<WriteAnswer<IntelligenceRun>> {
    const key = { owner_user_id: principal.userId, run_id: runId };
    const repeatable = { userId: principal.userId, route: 'runs', key: idempotencyKey, content: { runId, request } };
    const serviceId = findActingServiceId(principal);
    return this.writes.run(repeatable, (manager) => this.writeRun(manager, key, request, serviceId));
  }

  /**
   * Like `putRun`, for a tool call of the caller's run. Throws `not-found` if the caller has no such run. Also throws
   * `conflict` for a change of the name or the kind, and for a call that is added or started after its run has ended.
   */
  async putToolCall(
    principal: Principal,
    runId: string,
    sequence: number,
    request: PutToolCallRequest,
    idempotencyKey: string | undefined,
  ): Promise<WriteAnswer<IntelligenceToolCall>> {
    const key = { owner_user_id: principal.userId, run_id: runId, sequence };
    const content = { runId, sequence, request };
    const repeatable = { userId: principal.userId, route: 'tool-calls', key: idempotencyKey, content };
    const prepared = await this.payloads.prepare(request);
    const serviceId = findActingServiceId(principal);
    return this.writes.run(repeatable, (manager) => this.writeToolCall(manager, key, prepared, serviceId));
  }

  private async writeRun(
    manager: EntityManager,
    key: RunKey,
    request: PutRunRequest,
    serviceId: string | null,
  ): Promise<FreshAnswer<IntelligenceRun>> {
    const { owner_user_id, run_id } = key;
    const { now, run: before } = await this.runs.lock(manager, key);
    const run = applyToRun(before, request, now);
    const creator = { requested_by_service_id: before === null ? serviceId : before.requested_by_service_id };
    const answer = (revision: number): IntelligenceRun =>
      toRun(
        { ...run, ...creator, run_id, revision, tool_call_count: before?.tool_call_count ?? 0 },
        owner_user_id,
        SUMMARY_MAX_CHARS,
      );
    const change = toChange(run_id, now, serviceId, { run });
    if (before === null) {
      const record = createRecord(EMPTY_HISTORY, change);
      await this.runs.insert(manager, key, { ...run, ...creator }, record);
      return { status: 201, body: answer(1) };
    }
    if (equalsContent(before, run)) return { status: 200, body: answer(before.revision) };
    if (isFinalRunState(before.status)) {
      throw Problem.conflict(`The state ${before.status} is final, so the run cannot be changed.`);
    }
    const revision = before.revision + 1;
    await this.runs.update(manager, key, { ...run, revision }, createRecord(before, change));
    return { status: 200, body: answer(revision) };
  }

  private async writeToolCall(
    manager: EntityManager,
    key: ToolCallKey,
    request: PreparedToolCallRequest,
    serviceId: string | null,
  ): Promise<FreshAnswer<IntelligenceToolCall>> {
    const { owner_user_id, run_id, sequence } = key;
    const runKey = { owner_user_id, run_id };
    const { now, run } = await this.runs.lock(manager, runKey);
    if (run === null) throw Problem.notFound();
    const before = await this.calls.find(manager, key);
    const { call, payloads } = applyToToolCall(run.status, before, request, now);
    const callWithId = { ...call, sequence, tool_call_id: before?.tool_call_id ?? randomUUID() };
    const creator = { requested_by_service_id: before === null ? serviceId : before.requested_by_service_id };
    const body = toToolCall({ ...callWithId, ...creator }, SUMMARY_MAX_CHARS);
    if (before !== null && equalsContent(before, call)) return { status: 200, body };
    if (before !== null && isFinalToolCallState(before.status)) {
      throw Problem.conflict(`The state ${before.status} is final, so the tool call cannot be changed.`);
    }
    const record = createRecord(run, toChange(run_id, now, serviceId, { tool_call: callWithId }));
    if (before === null) {
      await this.calls.insert(manager, key, { ...callWithId, ...creator }, payloads);
      await this.runs.update(manager, runKey, { tool_call_count: run.tool_call_count + 1 }, record);
      return { status: 201, body };
    }
    await this.calls.replace(manager, key, { ...call, revision: before.revision + 1 }, payloads);
    await this.runs.update(manager, runKey, {}, record);
    return { status: 200, body };
  }
}

/** Returns whether the row already has all values of `content`. */
function equalsContent<Content extends object>(row: Content, content: Content): boolean {
  const stored = Object.keys(content).map((column) => [column, row[column as keyof Content]]);
  return canonicalJson(Object.fromEntries(stored)) === canonicalJson(content);
}

/**
 * Returns the change for the history. `serviceId` is the service account that made the change; null if the owner made
 * it.
 */
function toChange(
  runId: string,
  now: Date,
  serviceId: string | null,
  content: { readonly run: RunContent } | { readonly tool_call: ToolCallContent },
): object {
  return { at: now, run_id: runId, ...content, ...(serviceId === null ? {} : { service_id: serviceId }) };
}
