/** The history of a run is a hash chain: the hash of each record also covers the previous hash. Pure. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../common/json/canonical-json';

/** The previous hash of the first record. */
export const HISTORY_GENESIS = '0'.repeat(64);

/** The length of a chain and the hash of its last record. */
export interface HistoryHead {
  readonly history_length: number;
  readonly history_head: string;
}

/** A record to append. */
export interface HistoryRecord {
  readonly sequence: number;
  readonly record: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** The next record of a chain. It contains `change` and the sequence number. */
export function nextRecord(head: HistoryHead, change: object): HistoryRecord {
  const sequence = head.history_length + 1;
  const record = canonicalJson({ ...change, history_sequence: sequence });
  return { sequence, record, previousHash: head.history_head, hash: hashRecord(head.history_head, record) };
}

/** SHA-256 of the previous hash, a line feed and the record, in hex. `AuditRepository.checkHistory` computes it in SQL. */
export function hashRecord(previousHash: string, record: string): string {
  return createHash('sha256').update(`${previousHash}\n${record}`).digest('hex');
}
