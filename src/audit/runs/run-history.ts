/** The history of a run is a hash chain with keyed hashes. Pure. */
import type { KeyedHash } from '../../common/hash-chain/audit-keys';
import type { ChainHead } from '../../common/hash-chain/chain-walk';
import { CHAIN_GENESIS, hashRecord } from '../../common/hash-chain/hash-chain';
import { canonicalJson } from '../../common/json/canonical-json';
import type { RunEntity } from '../../database/entities/runs/run.entity';

/** The columns of a run about its history: the length of the chain, the hash of its last record, and the keyed hash. */
export type HistoryHead = Readonly<
  Pick<RunEntity, 'history_length' | 'history_head' | 'history_key_id' | 'history_keyed_hash'>
>;

/** The primary key of the run. */
type Run = Readonly<Pick<RunEntity, 'owner_user_id' | 'run_id'>>;

/** A record to append. */
export interface HistoryRecord {
  readonly sequence: number;
  readonly record: string;
  readonly previousHash: string;
  readonly hash: string;
  /** The head that the record continues. */
  readonly continues: HistoryHead;
}

/** The head of a run without records. */
export const EMPTY_HISTORY: HistoryHead = {
  history_length: 0,
  history_head: CHAIN_GENESIS,
  history_key_id: null,
  history_keyed_hash: null,
};

/** The next record of a chain. It contains `change` and the sequence number. */
export function nextRecord(head: HistoryHead, change: object): HistoryRecord {
  const sequence = head.history_length + 1;
  const record = canonicalJson({ ...change, history_sequence: sequence });
  const hash = hashRecord(head.history_head, record);
  return { sequence, record, previousHash: head.history_head, hash, continues: head };
}

/** The text that the keyed hash of a record covers. It names the run, so that a record cannot be moved to another. */
export function recordText({ owner_user_id, run_id }: Run, sequence: number, hash: string): string {
  return `run record\n${owner_user_id}\n${run_id}\n${sequence}\n${hash}`;
}

/** The text that the keyed hash of a head covers. It differs from that of a record, which must not pass for a head. */
export function headText({ owner_user_id, run_id }: Run, length: number, hash: string): string {
  return `run head\n${owner_user_id}\n${run_id}\n${length}\n${hash}`;
}

/** The keyed hash of a head, as stored. */
export function signatureOf({ history_key_id, history_keyed_hash }: HistoryHead): KeyedHash {
  return { key_id: history_key_id, keyed_hash: history_keyed_hash };
}

/** The stored end of the chain of a run. */
export function chainHeadOf(run: Run, head: HistoryHead): ChainHead {
  return {
    length: head.history_length,
    hash: head.history_head,
    signature: signatureOf(head),
    textOf: (length, hash) => headText(run, length, hash),
  };
}
