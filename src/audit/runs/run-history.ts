/** The history of a run as a chain: each record is hashed together with the hash before it. Pure. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../common/json/canonical-json';

/** The hash before the first record. */
export const HISTORY_GENESIS = '0'.repeat(64);

/** The length of a chain and the hash of its last record. */
export interface HistoryHead {
  readonly history_length: number;
  readonly history_head: string;
}

/** A record ready to be appended. */
export interface HistoryRecord {
  readonly sequence: number;
  readonly record: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** The next record of a chain, about any JSON value. */
export function nextRecord(head: HistoryHead, change: object): HistoryRecord {
  const sequence = head.history_length + 1;
  const record = canonicalJson({ ...change, history_sequence: sequence });
  return { sequence, record, previousHash: head.history_head, hash: hashRecord(head.history_head, record) };
}

/** SHA-256 of the hash before, a line feed and the record, in hex; `verify` computes the same in SQL. */
export function hashRecord(previousHash: string, record: string): string {
  return createHash('sha256').update(`${previousHash}\n${record}`).digest('hex');
}
