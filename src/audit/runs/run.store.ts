import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { columnsOf } from '../../database/entities/entity-columns';
import { RunHistoryEntity } from '../../database/entities/runs/run-history.entity';
import { RunEntity } from '../../database/entities/runs/run.entity';
import { runStatement } from '../../database/transaction-connection';
import type { RunContent } from './run-changes';
import {
  EMPTY_HISTORY,
  headText,
  type HistoryHead,
  type HistoryRecord,
  recordText,
  type RunKey,
  keyedHashOf,
} from './run-history';

/**
 * Locks a run, and returns its columns and the time after the wait for the lock. Returns a row even if there is no such
 * run.
 */
const LOCK = {
  name: 'run_lock',
  text: `SELECT date_trunc('milliseconds', clock_timestamp()) AS now, run.*
           FROM (SELECT) AS one
           LEFT JOIN LATERAL (
             SELECT ${Object.keys(columnsOf(RunEntity)).join(', ')}
               FROM intelligence_runs WHERE owner_user_id = $1 AND run_id = $2 FOR UPDATE) AS run ON true`,
};

/** Writes runs and their history. Every method runs in the caller's transaction. */
@Injectable()
export class RunStore {
  constructor(private readonly keys: AuditKeys) {}

  /**
   * Locks the run until the transaction ends. `run` is null if there is no such run. `now` is the time of the database,
   * because the clocks of service instances may differ.
   */
  async lock(manager: EntityManager, key: RunKey): Promise<{ now: Date; run: RunEntity | null }> {
    type Row = { now: Date; run_id: string | null } & RunEntity;
    const [row] = await runStatement<Row>(manager, LOCK, [key.owner_user_id, key.run_id]);
    if (row === undefined) throw new Error('The statement returned no row.');
    const { now, ...run } = row;
    return { now, run: run.run_id === null ? null : run };
  }

  /** Creates a run. Throws a unique violation if a concurrent transaction has created the same run. */
  async insert(
    manager: EntityManager,
    key: RunKey,
    run: RunContent & Pick<RunEntity, 'requested_by_service_id'>,
    record: HistoryRecord,
  ): Promise<void> {
    await manager.insert(RunEntity, { ...key, ...run, ...this.headColumnsAfter(key, record) });
    await this.append(manager, key, record);
  }

  /** Changes columns of a locked run, and appends the change of the run or of its tool call to the history. */
  async update(
    manager: EntityManager,
    key: RunKey,
    columns: Partial<RunContent & Pick<RunEntity, 'revision' | 'tool_call_count'>>,
    record: HistoryRecord,
  ): Promise<void> {
    await manager.update(RunEntity, key, { ...columns, ...this.headColumnsAfter(key, record) });
    await this.append(manager, key, record);
  }

  private async append(manager: EntityManager, key: RunKey, record: HistoryRecord): Promise<void> {
    await manager.insert(RunHistoryEntity, {
      ...key,
      history_sequence: record.sequence,
      record: record.record,
      previous_hash: record.previousHash,
      hash: record.hash,
      ...this.keys.sign(recordText(key, record.sequence, record.hash)),
    });
  }

  /**
   * Returns the history columns of a run whose last record is the given one. The keyed hash is null without a key, or
   * if there is a previous head whose keyed hash is not genuine.
   */
  private headColumnsAfter(key: RunKey, { sequence, hash, previousHead }: HistoryRecord): HistoryHead {
    const text = headText(key, previousHead.history_length, previousHead.history_head);
    const before = previousHead === EMPTY_HISTORY ? null : { text, keyedHash: keyedHashOf(previousHead) };
    const { key_id, keyed_hash } = this.keys.signNextHead(headText(key, sequence, hash), before);
    return { history_length: sequence, history_head: hash, history_key_id: key_id, history_keyed_hash: keyed_hash };
  }
}
