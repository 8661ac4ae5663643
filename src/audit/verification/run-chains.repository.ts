import { Injectable } from '@nestjs/common';
import type { ChainRecord } from '../../common/hash-chain/chain-walk';
import type { ReadScope } from '../../database/read-scope';
import type { HistoryHead, RunKey } from '../runs/run-history';

type RunChainRecord = RunKey & ChainRecord;

/** The primary key of a record. */
export type RecordId = RunKey & { readonly sequence: number };

/** Maximum number of runs of one page. */
const HEADS_PER_PAGE = 100;
/** Maximum number of records of one page. A record has up to 120 KB. */
export const RECORDS_PER_PAGE = 200;

// The limits are constants in the text, because with a parameter, a generic plan would read and sort all rows.
const HEADS = {
  name: 'audit_run_heads',
  text: `SELECT owner_user_id, run_id, history_length, history_head, history_key_id, history_keyed_hash
           FROM intelligence_runs WHERE (owner_user_id, run_id) > ($1::uuid, $2::uuid)
          ORDER BY owner_user_id, run_id LIMIT ${HEADS_PER_PAGE}`,
};

const RECORDS = {
  name: 'audit_run_records',
  text: `SELECT owner_user_id, run_id, history_sequence AS sequence, record, previous_hash, hash, key_id, keyed_hash
           FROM intelligence_run_history
          WHERE (owner_user_id, run_id, history_sequence) > ($1::uuid, $2::uuid, $3::integer)
            AND (owner_user_id, run_id) <= ($4::uuid, $5::uuid)
          ORDER BY owner_user_id, run_id, history_sequence LIMIT ${RECORDS_PER_PAGE}`,
};

/** Reads the histories of the runs of all users, for the command that verifies them. */
@Injectable()
export class RunChainsRepository {
  /** Returns the heads of up to 100 runs after a run, in the order of their keys. */
  listHeads(scope: ReadScope, after: RunKey): Promise<(RunKey & HistoryHead)[]> {
    return scope.rows(HEADS, [after.owner_user_id, after.run_id]);
  }

  /** Returns up to 200 records after a record, in the order of runs and records. `last` is the last run to read. */
  listRecords(scope: ReadScope, after: RecordId, last: RunKey): Promise<RunChainRecord[]> {
    const { owner_user_id, run_id, sequence } = after;
    return scope.rows(RECORDS, [owner_user_id, run_id, sequence, last.owner_user_id, last.run_id]);
  }
}
