import { Injectable } from '@nestjs/common';
import type { ChainRecord } from '../../common/hash-chain/chain-walk';
import type { ReadScope } from '../../database/read-scope';
import { Transactions } from '../../database/transactions';
import type { HistoryHead, RunKey } from '../runs/run-history';

type RunChainRecord = RunKey & ChainRecord;

/** The primary key of a record. */
export type RecordId = RunKey & { readonly sequence: number };

/** Maximum number of runs of one page. */
const HEADS_PER_PAGE = 100;
/** Maximum number of records of one page. A record has at most about 140 KB. */
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

/**
 * Stores keyed hashes of heads that have not changed since they were read. Parameters: $1 owners, $2 runs, $3 lengths,
 * $4 hashes, $5 keyed hashes, $6 key id.
 */
const STORE_KEYED_HASHES_SQL = `
UPDATE intelligence_runs r SET history_key_id = $6, history_keyed_hash = s.keyed_hash
  FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[])
         AS s(owner_user_id, run_id, length, hash, keyed_hash)
 WHERE r.owner_user_id = s.owner_user_id AND r.run_id = s.run_id
   AND r.history_length = s.length AND r.history_head = s.hash
RETURNING r.run_id`;

/** A head with its new keyed hash. */
export type SignedHead = RunKey & HistoryHead;

/** Reads the histories of the runs of all users, and stores keyed hashes of their heads. */
@Injectable()
export class RunChainsStore {
  constructor(private readonly transactions: Transactions) {}

  /** Returns the heads of up to 100 runs after a run, in the order of their keys. */
  listHeads(scope: ReadScope, after: RunKey): Promise<(RunKey & HistoryHead)[]> {
    return scope.rows(HEADS, [after.owner_user_id, after.run_id]);
  }

  /** Returns up to 200 records after a record, in the order of runs and records. `last` is the last run to read. */
  listRecords(scope: ReadScope, after: RecordId, last: RunKey): Promise<RunChainRecord[]> {
    const { owner_user_id, run_id, sequence } = after;
    return scope.rows(RECORDS, [owner_user_id, run_id, sequence, last.owner_user_id, last.run_id]);
  }

  /** Stores keyed hashes, all of the same key. Skips heads that have changed. Returns the number of stored hashes. */
  async storeKeyedHashes(heads: readonly SignedHead[]): Promise<number> {
    if (heads.length === 0) return 0;
    const [stored] = await this.transactions.run((manager) =>
      manager.query<[unknown[], number]>(STORE_KEYED_HASHES_SQL, [
        heads.map((head) => head.owner_user_id),
        heads.map((head) => head.run_id),
        heads.map((head) => head.history_length),
        heads.map((head) => head.history_head),
        heads.map((head) => head.history_keyed_hash),
        heads[0]?.history_key_id,
      ]),
    );
    return stored.length;
  }
}
