/** Pure functions for the history of a run. The history is a hash chain with keyed hashes. */
import type { KeyedHash } from '../../common/hash-chain/audit-keys';
import type { ChainHead } from '../../common/hash-chain/chain-walk';
import { CHAIN_GENESIS, hashRecord } from '../../common/hash-chain/hash-chain';
import { canonicalJson } from '../../common/json/canonical-json';
import type { RunEntity } from '../../database/entities/runs/run.entity';

/**
 * The columns of a run that describe its history: length and last hash of the chain, and the keyed hash with its key
 * id.
 */
export type HistoryHead = Readonly<
  Pick<RunEntity, 'history_length' | 'history_head' | 'history_key_id' | 'history_keyed_hash'>
>;

export type RunKey = Readonly<Pick<RunEntity, 'owner_user_id' | 'run_id'>>;

/** A record to append. */
export interface HistoryRecord {
  readonly sequence: number;
  readonly record: string;
  readonly previousHash: string;
  readonly hash: string;
  /** The head before the record was appended. */
  readonly previousHead: HistoryHead;
}

/** The head of a run without records. */
export const EMPTY_HISTORY: HistoryHead = {
  history_length: 0,
  history_head: CHAIN_GENESIS,
  history_key_id: null,
  history_keyed_hash: null,
};

/** Creates the record that follows a head. The record contains `change` and the sequence number. */
export function createRecord(head: HistoryHead, change: object): HistoryRecord {
  const sequence = head.history_length + 1;
  const record = canonicalJson({ ...change, history_sequence: sequence });
  const hash = hashRecord(head.history_head, record);
  return { sequence, record, previousHash: head.history_head, hash, previousHead: head };
}

/**
 * Returns the text that the keyed hash of a record covers. It contains the id of the run, so the keyed hash is not
 * valid for another run.
 */
export function recordText({ owner_user_id, run_id }: RunKey, sequence: number, hash: string): string {
  return `run record\n${owner_user_id}\n${run_id}\n${sequence}\n${hash}`;
}

/** Returns the text that the keyed hash of a head covers. It differs from the text of every record. */
export function headText({ owner_user_id, run_id }: RunKey, length: number, hash: string): string {
  return `run head\n${owner_user_id}\n${run_id}\n${length}\n${hash}`;
}

/** Returns the stored keyed hash of a head. */
export function keyedHashOf({ history_key_id, history_keyed_hash }: HistoryHead): KeyedHash {
  return { key_id: history_key_id, keyed_hash: history_keyed_hash };
}

/** Returns the stored head of the chain of a run. */
export function chainHeadOf(run: RunKey, head: HistoryHead): ChainHead {
  return {
    length: head.history_length,
    hash: head.history_head,
    keyedHash: keyedHashOf(head),
    textOf: (length, hash) => headText(run, length, hash),
  };
}
