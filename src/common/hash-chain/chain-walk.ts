/** Verifies hash chains: the hash and the keyed hash of each record, and the keyed hash of the head. */
import type { AuditKeys, KeyedHash, KeyedHashState } from './audit-keys';
import { CHAIN_GENESIS, hashRecord } from './hash-chain';

/** A stored record of a chain. */
export interface ChainRecord extends KeyedHash {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** The content of the record. `hash` is the hash of `previous_hash` and this content. */
  readonly record: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** A position in a chain: a sequence number, and the hash of the record with this number. */
export interface ChainPosition {
  readonly sequence: number;
  readonly hash: string;
}

/** The stored head of a chain: the number of its records and the hash of the last one. */
export interface ChainHead {
  readonly length: number;
  readonly hash: string;
  readonly keyedHash: KeyedHash;
  /** Returns the text that the keyed hash of a head covers. */
  readonly textOf: (length: number, hash: string) => string;
}

/**
 * Checks the keyed hash of a head. `lastKeyed` is the position of the last record with a keyed hash; null if there is
 * none. If the keyed hash matches a head at `lastKeyed`, an older release, which makes no keyed hashes, has appended
 * the records after it. The result is then `absent`, because nobody made a keyed hash of the current head.
 */
export function checkHead(keys: AuditKeys, head: ChainHead, lastKeyed: ChainPosition | null): KeyedHashState {
  const { length, hash, keyedHash, textOf } = head;
  const state = keys.check(textOf(length, hash), keyedHash);
  if (state !== 'forged' || lastKeyed === null || lastKeyed.sequence >= length) return state;
  return keys.check(textOf(lastKeyed.sequence, lastKeyed.hash), keyedHash) === 'genuine' ? 'absent' : state;
}

/**
 * Returns the sequence number of the first record that is changed, missing or inserted according to the head; null if
 * there is none. `last` is the position of the last record. The records up to it must be valid.
 */
export function findMismatchWithHead(last: ChainPosition, { length, hash }: ChainHead): number | null {
  if (last.sequence !== length) return Math.min(last.sequence, length) + 1;
  return last.hash === hash ? null : length;
}

/** Checks the records of one chain in order, in constant memory. */
export class ChainWalk {
  /** Number of checked records. */
  records = 0;
  /** Number of records with a keyed hash whose key is not configured. */
  unknownKeys = 0;
  /** Sequence number of the first record that is changed, missing or inserted; null if there is none. */
  firstBroken: number | null = null;
  private lastKeyed: ChainPosition | null = null;
  private sequence: number;
  private hash: string;

  /** The walk begins after `start`. `textOf` returns the text that the keyed hash of a record covers. */
  constructor(
    private readonly keys: AuditKeys,
    private readonly textOf: (record: Pick<ChainRecord, 'sequence' | 'hash'>) => string,
    start: ChainPosition = { sequence: 0, hash: CHAIN_GENESIS },
  ) {
    this.sequence = start.sequence;
    this.hash = start.hash;
  }

  /** Checks the next record. */
  add(record: ChainRecord): void {
    const state = this.keys.check(this.textOf(record), record);
    const isNext = record.sequence === this.sequence + 1 && record.previous_hash === this.hash;
    if (!isNext || record.hash !== hashRecord(record.previous_hash, record.record) || state === 'forged') {
      this.firstBroken ??= this.sequence + 1;
    }
    if (state === 'unknown_key') this.unknownKeys += 1;
    this.records += 1;
    this.sequence = record.sequence;
    this.hash = record.hash;
    if (record.key_id !== null) this.lastKeyed = { sequence: record.sequence, hash: record.hash };
  }

  /** Returns one sentence about the first failure; null if the chain is valid. Call it after the last record. */
  findFailure(head: ChainHead): string | null {
    const broken = this.firstBroken ?? findMismatchWithHead({ sequence: this.sequence, hash: this.hash }, head);
    if (broken !== null) return `Record ${broken} is changed, missing or inserted.`;
    const state = checkHead(this.keys, head, this.lastKeyed);
    // Without a current key, the keyed hash of a head may be missing, and its key need not be configured. But a keyed
    // hash that does not match the head is still a failure.
    return this.keys.currentId === null && state !== 'forged' ? null : HEAD_FAILURES[state];
  }
}

/** The failure if all hashes are valid but the head has no keyed hash. */
export const UNSIGNED_HEAD = 'The head has no keyed hash.';

const HEAD_FAILURES = {
  genuine: null,
  forged: 'The head does not match its keyed hash.',
  unknown_key: 'The keyed hash of the head is of a key that is not configured.',
  absent: UNSIGNED_HEAD,
};
