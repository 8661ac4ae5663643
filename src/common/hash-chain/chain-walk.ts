import type { AuditKeys, KeyedHash, KeyedHashState } from './audit-keys';
import { CHAIN_GENESIS, hashRecord } from './hash-chain';

/** A stored record of a chain. */
export interface ChainRecord extends KeyedHash {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly record: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** A place in a chain, and the hash there. */
export interface ChainPlace {
  readonly sequence: number;
  readonly hash: string;
}

/** The stored end of a chain. */
export interface ChainHead {
  readonly length: number;
  readonly hash: string;
  readonly signature: KeyedHash;
  /** The text that the keyed hash of a head covers. */
  readonly textOf: (length: number, hash: string) => string;
}

/**
 * What the keyed hash of a head tells. `lastKeyed` is the last record with a keyed hash, if any. A release that makes no
 * keyed hashes leaves that of the head as it is when it appends records. Such a head has none for its last record: its
 * keyed hash is genuine for the last keyed record, and `absent` is the answer.
 */
export function checkHead(keys: AuditKeys, head: ChainHead, lastKeyed: ChainPlace | null): KeyedHashState {
  const { length, hash, signature, textOf } = head;
  const state = keys.check(textOf(length, hash), signature);
  if (state !== 'forged' || lastKeyed === null || lastKeyed.sequence >= length) return state;
  return keys.check(textOf(lastKeyed.sequence, lastKeyed.hash), signature) === 'genuine' ? 'absent' : state;
}

/** Checks the records of one chain in their order, in constant memory. */
export class ChainWalk {
  /** Number of records so far. */
  records = 0;
  /** Number of records whose keyed hash is of a key that is not configured. */
  unknownKeys = 0;
  /** Sequence number of the first record that is changed, missing or inserted; null if there is none. */
  firstBroken: number | null = null;
  private lastKeyed: ChainPlace | null = null;
  private sequence: number;
  private hash: string;

  /** `start` is the place after which the walk begins. `textOf` gives the text that the keyed hash of a record covers. */
  constructor(
    private readonly keys: AuditKeys,
    private readonly textOf: (record: Pick<ChainRecord, 'sequence' | 'hash'>) => string,
    start: ChainPlace = { sequence: 0, hash: CHAIN_GENESIS },
  ) {
    this.sequence = start.sequence;
    this.hash = start.hash;
  }

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

  /** One sentence about the first failure of the chain; null if the chain is valid. Call it after the last record. */
  findFailure(head: ChainHead): string | null {
    const broken = this.firstBroken ?? this.findBrokenEnd(head);
    if (broken !== null) return `Record ${broken} is changed, missing or inserted.`;
    return HEAD_FAILURES[this.stateOf(head)];
  }

  private findBrokenEnd({ length, hash }: ChainHead): number | null {
    if (this.sequence !== length) return Math.min(this.sequence, length) + 1;
    return this.hash === hash ? null : length;
  }

  private stateOf(head: ChainHead): KeyedHashState {
    const state = checkHead(this.keys, head, this.lastKeyed);
    // Without a key, the service can neither make nor check keyed hashes, so it checks only the chain of hashes.
    return this.keys.currentId === null && state !== 'forged' ? 'genuine' : state;
  }
}

/** Failure of a chain whose hashes are valid but whose head has no keyed hash. */
export const UNSIGNED_HEAD = 'The head has no keyed hash.';

const HEAD_FAILURES = {
  genuine: null,
  forged: 'The head does not match its keyed hash.',
  unknown_key: 'The keyed hash of the head is of a key that is not configured.',
  absent: UNSIGNED_HEAD,
};
