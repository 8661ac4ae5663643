/** Hash chains: the hash of each record also covers the hash of the record before it. */
import { createHash } from 'node:crypto';

/** The previous hash of the first record. */
export const CHAIN_GENESIS = '0'.repeat(64);

/**
 * Returns the SHA-256 of the previous hash, a line feed and the record, in hex. `AuditRepository.checkHistory` computes
 * the same hash in SQL.
 */
export function hashRecord(previousHash: string, record: string): string {
  return createHash('sha256').update(`${previousHash}\n${record}`).digest('hex');
}
