import { Injectable } from '@nestjs/common';
import { Transactions } from '../../database/transactions';
import type { HistoryHead, RunKey } from '../runs/run-history';

/**
 * Stores keyed hashes of heads that have not changed since they were read. Parameters: $1 owners, $2 runs, $3 lengths,
 * $4 hashes, $5 keyed hashes, $6 key id.
 */
const SIGN_SQL = `
UPDATE intelligence_runs r SET history_key_id = $6, history_keyed_hash = s.keyed_hash
  FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::text[])
         AS s(owner_user_id, run_id, length, hash, keyed_hash)
 WHERE r.owner_user_id = s.owner_user_id AND r.run_id = s.run_id
   AND r.history_length = s.length AND r.history_head = s.hash
RETURNING r.run_id`;

/** A head with its new keyed hash. */
export type SignedHead = RunKey & HistoryHead;

/** Writes keyed hashes of heads. */
@Injectable()
export class RunHeadsStore {
  constructor(private readonly transactions: Transactions) {}

  /** Stores keyed hashes, all of the same key. Skips heads that have changed. Returns the number of stored hashes. */
  async sign(heads: readonly SignedHead[]): Promise<number> {
    if (heads.length === 0) return 0;
    const [stored] = await this.transactions.run((manager) =>
      manager.query<[unknown[], number]>(SIGN_SQL, [
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
