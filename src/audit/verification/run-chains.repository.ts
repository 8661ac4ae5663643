import { Injectable } from '@nestjs/common';
import type { ChainRecord } from '../../common/hash-chain/chain-walk';
import type { RunEntity } from '../../database/entities/runs/run.entity';
import type { ReadScope } from '../../database/read-pool';
import type { HistoryHead } from '../runs/run-history';

/** The primary key of a run. */
export type RunPlace = Readonly<Pick<RunEntity, 'owner_user_id' | 'run_id'>>;

/** A record of a run. */
export type RunChainRecord = RunPlace & ChainRecord;

/** The place of a record. */
export type RecordPlace = RunPlace & { readonly sequence: number };

/** Runs of one page. */
const HEADS_AT_ONCE = 100;
/** Records of one page. A record has up to 120 KB. */
export const RECORDS_AT_ONCE = 200;

// The limits are constants, because a generic plan reads all rows and sorts them for a limit that it does not know.
const HEADS = {
  name: 'audit_run_heads',
  text: `SELECT owner_user_id, run_id, history_length, history_head, history_key_id, history_keyed_hash
           FROM intelligence_runs WHERE (owner_user_id, run_id) > ($1::uuid, $2::uuid)
          ORDER BY owner_user_id, run_id LIMIT ${HEADS_AT_ONCE}`,
};

const RECORDS = {
  name: 'audit_run_records',
  text: `SELECT owner_user_id, run_id, history_sequence AS sequence, record, previous_hash, hash, key_id, keyed_hash
           FROM intelligence_run_history
          WHERE (owner_user_id, run_id, history_sequence) > ($1::uuid, $2::uuid, $3::integer)
            AND (owner_user_id, run_id) <= ($4::uuid, $5::uuid)
          ORDER BY owner_user_id, run_id, history_sequence LIMIT ${RECORDS_AT_ONCE}`,
};

/** Reads the histories of the runs of all users, for the command that verifies them. */
@Injectable()
export class RunChainsRepository {
  /** The heads of up to 100 runs after a run, in the order of their keys. */
  listHeads(scope: ReadScope, after: RunPlace): Promise<(RunPlace & HistoryHead)[]> {
    return scope.rows(HEADS, [after.owner_user_id, after.run_id]);
  }

  /** Up to 200 records after a record, in the order of runs and records, up to the last record of a run. */
  listRecords(scope: ReadScope, after: RecordPlace, last: RunPlace): Promise<RunChainRecord[]> {
    const place = [after.owner_user_id, after.run_id, after.sequence];
    return scope.rows(RECORDS, [...place, last.owner_user_id, last.run_id]);
  }
}
