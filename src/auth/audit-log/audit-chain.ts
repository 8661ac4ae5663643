/**
 * Pure functions for the hash chain of the audit log. The head and each entry can also have a keyed hash, which only a
 * holder of `AUDIT_KEY` can make.
 */
import { canonicalJson } from '../../common/json/canonical-json';
import { hashRecord } from '../../common/hash-chain/hash-chain';
import type { AuditLogHeadEntity } from '../../database/entities/accounts/audit-log-head.entity';
import type { AuditLogEntity } from '../../database/entities/accounts/audit-log.entity';

type ChainColumn = 'chain_sequence' | 'previous_hash' | 'hash' | 'key_id' | 'keyed_hash';

/** An entry before it is added to the chain. Its hash covers these columns, its position and the previous hash. */
export type EntryContent = Readonly<Omit<AuditLogEntity, ChainColumn>>;

/**
 * The stored head of the chain: its length, its last hash, and the keyed hash. `unchained` is the number of entries of
 * earlier releases, which are not part of the chain.
 */
export type AuditLogHead = Readonly<Omit<AuditLogHeadEntity, 'only_row'>>;

/** Returns the entries in their order, with the positions and hashes that continue the chain after `head`. */
export function chainEntries(
  head: Pick<AuditLogHead, 'length' | 'hash'>,
  entries: readonly EntryContent[],
): (EntryContent & { chain_sequence: number; previous_hash: string; hash: string })[] {
  let previous = head.hash;
  return entries.map((entry, index) => {
    const sequence = head.length + index + 1;
    const hash = hashRecord(previous, entryRecord(entry, sequence));
    const chained = { ...entry, chain_sequence: sequence, previous_hash: previous, hash };
    previous = hash;
    return chained;
  });
}

/** Returns the text that the hash of an entry covers, besides the previous hash. */
export function entryRecord(entry: EntryContent, sequence: number): string {
  return canonicalJson({
    chain_sequence: sequence,
    entry_id: entry.entry_id,
    recorded_at: entry.recorded_at,
    origin: entry.origin,
    actor_user_id: entry.actor_user_id,
    actor_username: entry.actor_username,
    actor_key_id: entry.actor_key_id,
    actor_service_id: entry.actor_service_id,
    request_id: entry.request_id,
    action: entry.action,
    target_id: entry.target_id,
    target_name: entry.target_name,
    account_id: entry.account_id,
    library_id: entry.library_id,
    changes: entry.changes,
  });
}

/** Returns the text that the keyed hash of an entry covers. `hash` is the hash of the entry. */
export function entryText(sequence: number, hash: string): string {
  return `audit entry\n${sequence}\n${hash}`;
}

/** Returns the text that the keyed hash of the head covers. */
export function auditHeadText({
  length,
  hash,
  unchained,
}: Pick<AuditLogHead, 'length' | 'hash' | 'unchained'>): string {
  return `audit head\n${length}\n${hash}\n${unchained}`;
}
