import { Injectable } from '@nestjs/common';
import { AuditKeys, type KeyedHashState } from '../common/hash-chain/audit-keys';
import { checkHead, findMismatchWithHead } from '../common/hash-chain/chain-walk';
import { CHAIN_GENESIS } from '../common/hash-chain/hash-chain';
import { resolveCaps, resolvePagedCaps, resolvePageLimit } from '../common/paging/caps';
import { CursorCodec } from '../common/paging/cursor';
import { findPageStart, type PageCursor, toPage } from '../common/paging/paging';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { ReadPool } from '../database/read-pool';
import { toRun, toToolCall } from './runs/run-answers';
import { RunGroundingRepository } from './runs/run-grounding.repository';
import { chainHeadOf } from './runs/run-history';
import type { RunAuditRequest, RunListQuery } from './runs/run-requests.dto';
import {
  RUN_AUDIT_ORIGINS,
  type RunAuditResponse,
  type RunListResponse,
  type RunVerification,
  RUNS_ORIGINS,
} from './audit.dto';
import { type RunRow, AuditRepository, type ToolCallRow } from './audit.repository';

/** Reads runs. Each user can read only their own runs. */
@Injectable()
export class AuditService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: AuditRepository,
    private readonly grounding: RunGroundingRepository,
    private readonly cursors: CursorCodec,
    private readonly keys: AuditKeys,
  ) {}

  /** Returns a page of the caller's runs, newest first. Throws `invalid-cursor`. */
  listRuns(principal: Principal, query: RunListQuery): Promise<RunListResponse> {
    const caps = resolveCaps({}, query.detail);
    const limit = resolvePageLimit(query);
    const cursor: PageCursor<RunRow> = {
      codec: this.cursors,
      binding: { userId: principal.userId, route: 'runs', filters: null },
      keyOf: (run) => [run.created_at.toISOString(), run.run_id],
    };
    const after = findPageStart(query, cursor.codec, cursor.binding) as [string, string] | null;
    return this.reads.readAs(principal, async (scope) => {
      const { rows, page } = toPage(await this.repository.listRuns(scope, limit + 1, after), limit, cursor);
      const runs = rows.map((run) => toRun(run, principal.userId, caps.summary_max_chars));
      return { runs, page, caps, origins: RUNS_ORIGINS };
    });
  }

  /** Returns a run with a page of its tool calls. Throws `not-found` or `invalid-cursor`. */
  auditRun(principal: Principal, runId: string, request: RunAuditRequest): Promise<RunAuditResponse> {
    const caps = resolvePagedCaps(request, 'tool_call_limit');
    const limit = caps.tool_call_limit;
    const cursor: PageCursor<ToolCallRow> = {
      codec: this.cursors,
      binding: { userId: principal.userId, route: 'run-audit', filters: runId },
      keyOf: (call) => [call.sequence],
    };
    // Sequence numbers start at 0, so the first page is the page after -1.
    const after = findPageStart(request.pagination, cursor.codec, cursor.binding)?.[0] ?? -1;
    return this.reads.readAs(principal, async (scope) => {
      const [run, fetched] = await Promise.all([
        this.repository.findRun(scope, runId),
        this.repository.listToolCalls(scope, runId, limit + 1, Number(after)),
      ]);
      if (run === null) throw Problem.notFound();
      const { rows, page } = toPage(fetched, limit, cursor);
      const callIds = rows.map((call) => call.tool_call_id);
      const [artifactIds, groundings] = await Promise.all([
        this.repository.loadArtifactIds(scope, runId, callIds, caps.artifact_limit),
        this.grounding.resolve(scope, [run.sources, ...rows.map((call) => call.sources)]),
      ]);
      const toReferences = (id: string, index: number): References => ({
        artifact_ids: artifactIds.get(id) ?? [],
        grounding: (groundings[index] ?? []).slice(0, caps.grounding_limit),
      });
      return {
        run: {
          ...toRun(run, principal.userId, caps.summary_max_chars),
          ...toReferences(runId, 0),
          tool_calls: rows.map((call, index) => ({
            ...toToolCall(call, caps.summary_max_chars),
            ...toReferences(call.tool_call_id, index + 1),
          })),
        },
        page,
        caps,
        origins: RUN_AUDIT_ORIGINS,
      };
    });
  }

  /** Verifies the history of a run. Throws `not-found`. */
  verifyRun(principal: Principal, runId: string): Promise<RunVerification> {
    return this.reads.readAs(principal, async (scope) => {
      const check = await this.repository.checkHistory(scope, runId);
      if (check === null) throw Problem.notFound();
      const head = check.head ?? CHAIN_GENESIS;
      const stored = chainHeadOf({ owner_user_id: principal.userId, run_id: runId }, check);
      const firstBroken = check.first_broken ?? findMismatchWithHead({ sequence: check.records, hash: head }, stored);
      return {
        run_id: runId,
        unbroken: firstBroken === null,
        authentic: AUTHENTICITY[checkHead(this.keys, stored, check.last_keyed)],
        records: check.records,
        first_broken: firstBroken,
        head,
      };
    });
  }

  /**
   * Returns whether the principal has a run with this id. Run ids are unique only per user, so a run of another user
   * counts as absent.
   */
  ownershipOf(principal: Principal, runId: string): Promise<'visible' | 'absent'> {
    return this.reads.readAs(principal, async (scope) => {
      const run = await this.repository.findRun(scope, runId);
      return run === null ? 'absent' : 'visible';
    });
  }
}

/** The values of `authentic` by the state of the keyed hash. */
const AUTHENTICITY: Readonly<Record<KeyedHashState, boolean | null>> = {
  genuine: true,
  forged: false,
  unknown_key: null,
  absent: null,
};

type References = Pick<RunAuditResponse['run'], 'artifact_ids' | 'grounding'>;
