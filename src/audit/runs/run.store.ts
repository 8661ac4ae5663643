import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { runStatement } from '../../database/transaction-scope';
import type { RunContent } from './run-changes';
import type { HistoryHead, HistoryRecord } from './run-history';

/** The primary key of a run. */
export interface RunKey {
  readonly userId: string;
  readonly runId: string;
}

/** A run as it stands, locked until the transaction ends. */
export interface LockedRun extends RunContent, HistoryHead {
  readonly run_id: string;
  readonly revision: number;
  readonly tool_call_count: number;
}

const CONTENT = `purpose, status, model, input_summary, output_summary, error_summary, sources, queued_at, started_at,
       completed_at`;

/** Writes runs and their history. Every method runs in the caller's transaction. */
@Injectable()
export class RunStore {
  /** The run, null when there is none, and the present time, in milliseconds, of the database: all writers' clock. */
  async lock(manager: EntityManager, { userId, runId }: RunKey): Promise<{ now: Date; run: LockedRun | null }> {
    const text = `SELECT date_trunc('milliseconds', clock_timestamp()) AS now, r.*
         FROM (SELECT) AS one
         LEFT JOIN LATERAL (
           SELECT run_id, ${CONTENT}, revision, tool_call_count, history_length, history_head
             FROM intelligence_runs WHERE owner_user_id = $1 AND run_id = $2 FOR UPDATE) AS r ON true`;
    type Row = { now: Date; run_id: string | null } & LockedRun;
    const [row] = await runStatement<Row>(manager, { name: 'run_lock', text }, [userId, runId]);
    if (row === undefined) throw new Error('the clock always answers');
    const { now, ...run } = row;
    return { now, run: run.run_id === null ? null : run };
  }

  /** Makes a new run. A concurrent creation of the same one is a unique violation. */
  async insert(manager: EntityManager, key: RunKey, run: RunContent, record: HistoryRecord): Promise<void> {
    await runStatement(
      manager,
      {
        name: 'run_insert',
        text: `INSERT INTO intelligence_runs (owner_user_id, run_id, ${CONTENT}, history_length, history_head)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13, $14)`,
      },
      [key.userId, key.runId, ...toValues(run), record.sequence, record.hash],
    );
    await this.append(manager, key, record);
  }

  /** Replaces what a run's owner decides, as a revision of it. */
  async replace(manager: EntityManager, key: RunKey, run: RunContent, record: HistoryRecord): Promise<void> {
    await runStatement(
      manager,
      {
        name: 'run_replace',
        text: `UPDATE intelligence_runs
          SET (${CONTENT}) = ROW ($3, $4, $5, $6, $7, $8, $9::jsonb, $10::timestamptz, $11::timestamptz, $12::timestamptz),
              history_length = $13, history_head = $14, revision = revision + 1, updated_at = now()
        WHERE owner_user_id = $1 AND run_id = $2`,
      },
      [key.userId, key.runId, ...toValues(run), record.sequence, record.hash],
    );
    await this.append(manager, key, record);
  }

  /** Keeps that a tool call changed: its run's history grows, the run itself does not change. */
  async extendHistory(manager: EntityManager, key: RunKey, newToolCalls: number, record: HistoryRecord): Promise<void> {
    await runStatement(
      manager,
      {
        name: 'run_extend_history',
        text: `UPDATE intelligence_runs
          SET tool_call_count = tool_call_count + $3, history_length = $4, history_head = $5, updated_at = now()
        WHERE owner_user_id = $1 AND run_id = $2`,
      },
      [key.userId, key.runId, newToolCalls, record.sequence, record.hash],
    );
    await this.append(manager, key, record);
  }

  private async append(manager: EntityManager, key: RunKey, record: HistoryRecord): Promise<void> {
    await runStatement(
      manager,
      {
        name: 'run_history_append',
        text: `INSERT INTO intelligence_run_history (owner_user_id, run_id, history_sequence, record, previous_hash, hash)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      },
      [key.userId, key.runId, record.sequence, record.record, record.previousHash, record.hash],
    );
  }
}

function toValues(run: RunContent): unknown[] {
  return [
    ...[run.purpose, run.status, run.model, run.input_summary, run.output_summary, run.error_summary],
    ...[JSON.stringify(run.sources), run.queued_at, run.started_at, run.completed_at],
  ];
}
