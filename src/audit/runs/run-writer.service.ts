import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { CAP_TABLE } from '../../common/paging/caps';
import { canonicalJson } from '../../common/json/canonical-json';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { IdempotentWrites, type WriteAnswer } from '../idempotency/idempotent-writes.service';
import { PayloadPreparer } from '../payloads/payload-preparer.service';
import { toRun, toToolCall } from './run-answers';
import {
  nextRun,
  nextToolCall,
  type PreparedToolCallRequest,
  type RunContent,
  type ToolCallContent,
} from './run-changes';
import { HISTORY_GENESIS, nextRecord } from './run-history';
import { isRunOver, isToolCallOver } from './run-states';
import { type LockedRun, type RunKey, RunStore } from './run.store';
import type { PutRunRequest, PutToolCallRequest } from './run-requests.dto';
import type { IntelligenceRun, IntelligenceToolCall } from '../audit.dto';
import { ToolCallStore } from './tool-call.store';

const SUMMARY_MAX_CHARS = CAP_TABLE.summary_max_chars.default;

/** A write that is not yet known to be the first with its key. */
type Answer<Body extends object> = Omit<WriteAnswer<Body>, 'replayed'>;

/** Makes and moves runs and tool calls; each change is appended to the run's history in its own transaction. */
@Injectable()
export class RunWriter {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly runs: RunStore,
    private readonly calls: ToolCallStore,
    private readonly payloads: PayloadPreparer,
  ) {}

  /**
   * Makes the caller's run of this id, or moves it; one that is as requested already stays untouched. Throws
   * `invalid-request`, and `conflict` for an illegal move and for a change of a run that is over.
   */
  putRun(
    principal: Principal,
    runId: string,
    request: PutRunRequest,
    idempotencyKey: string | undefined,
  ): Promise<WriteAnswer<IntelligenceRun>> {
    const key = { userId: principal.userId, runId };
    const repeatable = { userId: key.userId, route: 'runs', key: idempotencyKey, content: { runId, request } };
    return this.writes.run(repeatable, (manager) => this.writeRun(manager, key, request));
  }

  /**
   * As `putRun`, for a call of the caller's run. Throws `not-found` without the run, `conflict` for a call that is added
   * or started after the run has ended.
   */
  async putToolCall(
    principal: Principal,
    runId: string,
    sequence: number,
    request: PutToolCallRequest,
    idempotencyKey: string | undefined,
  ): Promise<WriteAnswer<IntelligenceToolCall>> {
    const key = { userId: principal.userId, runId };
    const content = { runId, sequence, request };
    const repeatable = { userId: key.userId, route: 'tool-calls', key: idempotencyKey, content };
    const prepared = await this.payloads.prepare(request);
    return this.writes.run(repeatable, (manager) => this.writeToolCall(manager, key, sequence, prepared));
  }

  private async writeRun(
    manager: EntityManager,
    key: RunKey,
    request: PutRunRequest,
  ): Promise<Answer<IntelligenceRun>> {
    const { now, run: before } = await this.runs.lock(manager, key);
    const run = nextRun(before, request, now);
    const answer = (revision: number): IntelligenceRun =>
      toRun(
        { ...run, run_id: key.runId, revision, tool_call_count: before?.tool_call_count ?? 0 },
        key.userId,
        SUMMARY_MAX_CHARS,
      );
    if (before === null) {
      const record = nextRecord({ history_length: 0, history_head: HISTORY_GENESIS }, describeRun(key, run, now));
      await this.runs.insert(manager, key, run, record);
      return { status: 201, body: answer(1) };
    }
    if (canonicalJson(run) === canonicalJson(contentOf(before))) return { status: 200, body: answer(before.revision) };
    if (isRunOver(before.status)) throw Problem.conflict(`A run that has ${before.status} does not change any more.`);
    await this.runs.replace(manager, key, run, nextRecord(before, describeRun(key, run, now)));
    return { status: 200, body: answer(before.revision + 1) };
  }

  private async writeToolCall(
    manager: EntityManager,
    key: RunKey,
    sequence: number,
    request: PreparedToolCallRequest,
  ): Promise<Answer<IntelligenceToolCall>> {
    const { now, run } = await this.runs.lock(manager, key);
    if (run === null) throw Problem.notFound();
    const stored = await this.calls.find(manager, key, sequence);
    const { tool_call_id: toolCallId = randomUUID(), ...before } = stored ?? {};
    const { call, payloads } = nextToolCall(run.status, stored, request, now);
    const body = toToolCall({ ...call, tool_call_id: toolCallId, sequence }, SUMMARY_MAX_CHARS);
    if (stored !== null && canonicalJson(call) === canonicalJson(before)) return { status: 200, body };
    if (stored !== null && isToolCallOver(stored.status)) {
      throw Problem.conflict(`A tool call that is ${stored.status} does not change any more.`);
    }
    await this.calls.write(manager, key, sequence, toolCallId, call, payloads);
    const change = describeToolCall(key, { ...call, sequence, tool_call_id: toolCallId }, now);
    await this.runs.extendHistory(manager, key, stored === null ? 1 : 0, nextRecord(run, change));
    return { status: stored === null ? 201 : 200, body };
  }
}

function contentOf(run: LockedRun): RunContent {
  const { purpose, status, model, input_summary, output_summary, error_summary, sources } = run;
  const { queued_at, started_at, completed_at } = run;
  const texts = { input_summary, output_summary, error_summary };
  return { purpose, status, model, ...texts, sources, queued_at, started_at, completed_at };
}

function describeRun(key: RunKey, run: RunContent, now: Date): object {
  return { at: now, run_id: key.runId, run };
}

function describeToolCall(
  key: RunKey,
  call: ToolCallContent & { sequence: number; tool_call_id: string },
  now: Date,
): object {
  return { at: now, run_id: key.runId, tool_call: call };
}
