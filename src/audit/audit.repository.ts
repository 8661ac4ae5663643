import { Injectable } from '@nestjs/common';
import type { ChainPosition } from '../common/hash-chain/chain-walk';
import { CHAIN_GENESIS } from '../common/hash-chain/hash-chain';
import { columnsOf, type RowOf } from '../database/entities/entity-columns';
import { RunEntity } from '../database/entities/runs/run.entity';
import { ToolCallEntity } from '../database/entities/runs/tool-call.entity';
import type { ReadScope } from '../database/read-scope';
import { visibleOwnerKeys } from '../read-model/artifacts/artifact-owners';
import { RUN_ARTIFACTS, type RunArtifactsRow } from './runs/run-artifacts.sql';
import type { HistoryHead } from './runs/run-history';

/** Columns of `RunEntity` that a `RunRow` does not contain. */
const OMITTED_RUN_COLUMNS = [
  'owner_user_id',
  'updated_at',
  'history_length',
  'history_head',
  'history_key_id',
  'history_keyed_hash',
] as const;
/** Columns of `ToolCallEntity` that a `ToolCallRow` does not contain, such as the payloads. */
const OMITTED_TOOL_CALL_COLUMNS = [
  'owner_user_id',
  'run_id',
  'revision',
  'created_at',
  'updated_at',
  'arguments',
  'arguments_bytes',
  'arguments_sha256',
  'result',
  'result_bytes',
  'result_sha256',
] as const;

/** The selected columns of a run. */
export type RunRow = Omit<RowOf<RunEntity>, (typeof OMITTED_RUN_COLUMNS)[number]>;
/** The selected columns of a tool call. */
export type ToolCallRow = Omit<RowOf<ToolCallEntity>, (typeof OMITTED_TOOL_CALL_COLUMNS)[number]>;

/**
 * What the check of a run's history found in its records (`records`, `head`, …), and the head that is stored with the
 * run (`history_…`).
 */
interface HistoryCheck extends HistoryHead {
  readonly records: number;
  /** Hash of the last record; null if there are no records. */
  readonly head: string | null;
  /** Sequence number of the first record that is wrong, or that is missing before a later record; null if none is. */
  readonly first_broken: number | null;
  /** The last record with a keyed hash; null if no record has one. */
  readonly last_keyed: ChainPosition | null;
}

const RUN_COLUMNS = Object.keys(columnsOf(RunEntity, { except: OMITTED_RUN_COLUMNS })).join(', ');
const TOOL_CALL_COLUMNS = Object.keys(columnsOf(ToolCallEntity, { except: OMITTED_TOOL_CALL_COLUMNS })).join(', ');

// If a record is missing, the next record counts as broken. Its position is the sequence number of the missing record.
const VERIFY_SQL = `
WITH checked AS (
  SELECT h.history_sequence, h.hash, h.key_id, row_number() OVER chain AS position,
         h.history_sequence <> row_number() OVER chain
           OR h.previous_hash <> lag(h.hash, 1, '${CHAIN_GENESIS}') OVER chain
           OR h.hash <> encode(sha256(convert_to(h.previous_hash || chr(10) || h.record, 'UTF8')), 'hex') AS broken
    FROM intelligence_run_history h
   WHERE h.owner_user_id = $1 AND h.run_id = $2
  WINDOW chain AS (ORDER BY h.history_sequence)
)
SELECT r.history_length, r.history_head, r.history_key_id, r.history_keyed_hash,
       (SELECT count(*)::integer FROM checked) AS records,
       (SELECT hash FROM checked ORDER BY history_sequence DESC LIMIT 1) AS head,
       (SELECT min(position)::integer FROM checked WHERE broken) AS first_broken,
       (SELECT json_build_object('sequence', history_sequence, 'hash', hash) FROM checked
         WHERE key_id IS NOT NULL ORDER BY history_sequence DESC LIMIT 1) AS last_keyed
  FROM intelligence_runs r
 WHERE r.owner_user_id = $1 AND r.run_id = $2`;

/**
 * Reads the caller's runs and their tool calls. Every statement selects only runs that the caller owns. The SQL is
 * hand-written, because TypeORM does not use the read pool.
 */
@Injectable()
export class AuditRepository {
  /** Returns runs, newest first. `after` is `created_at` (RFC 3339) and id of the last run of the previous page. */
  listRuns(scope: ReadScope, limit: number, after: readonly [string, string] | null): Promise<RunRow[]> {
    return scope.rows<RunRow>(
      {
        name: after === null ? 'runs_first' : 'runs_after',
        text: `SELECT ${RUN_COLUMNS} FROM intelligence_runs
                WHERE owner_user_id = $1 ${after === null ? '' : 'AND (created_at, run_id) < ($3::timestamptz, $4::uuid)'}
                ORDER BY created_at DESC, run_id DESC LIMIT $2`,
      },
      [scope.principal.userId, limit, ...(after ?? [])],
    );
  }

  /** Returns the run, or null if the caller has no such run. */
  async findRun(scope: ReadScope, runId: string): Promise<RunRow | null> {
    const rows = await scope.rows<RunRow>(
      { name: 'run', text: `SELECT ${RUN_COLUMNS} FROM intelligence_runs WHERE owner_user_id = $1 AND run_id = $2` },
      [scope.principal.userId, runId],
    );
    return rows[0] ?? null;
  }

  /** Returns the tool calls after the sequence number `after`, in ascending order. */
  listToolCalls(scope: ReadScope, runId: string, limit: number, after: number): Promise<ToolCallRow[]> {
    return scope.rows<ToolCallRow>(
      {
        name: 'run_tool_calls',
        text: `SELECT ${TOOL_CALL_COLUMNS} FROM intelligence_tool_calls
                WHERE owner_user_id = $1 AND run_id = $2 AND sequence > $3 ORDER BY sequence LIMIT $4`,
      },
      [scope.principal.userId, runId, after, limit],
    );
  }

  /**
   * Returns the artifact ids of the run and of each tool call, by the id of the run or the tool call. Each list is
   * sorted newest first and has at most `limit` ids.
   */
  async loadArtifactIds(
    scope: ReadScope,
    runId: string,
    toolCallIds: readonly string[],
    limit: number,
  ): Promise<Map<string, string[]>> {
    const rows = await scope.rows<RunArtifactsRow>(RUN_ARTIFACTS, [
      scope.principal.userId,
      visibleOwnerKeys(scope.principal),
      scope.libraryIds,
      runId,
      [...toolCallIds],
      limit,
    ]);
    return new Map(rows.map((row) => [row.tool_call_id ?? runId, row.artifact_ids]));
  }

  /** Checks a run's history in the database. Returns null if the caller has no such run. */
  async checkHistory(scope: ReadScope, runId: string): Promise<HistoryCheck | null> {
    const rows = await scope.rows<HistoryCheck>({ name: 'run_verify', text: VERIFY_SQL }, [
      scope.principal.userId,
      runId,
    ]);
    return rows[0] ?? null;
  }
}
