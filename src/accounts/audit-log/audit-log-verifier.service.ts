import { Injectable } from '@nestjs/common';
import { auditHeadText, type AuditLogHead, entryRecord, entryText } from '../../auth/audit-log/audit-chain';
import { AuditLog } from '../../auth/audit-log/audit-log.store';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { type ChainPosition, ChainWalk, UNSIGNED_HEAD } from '../../common/hash-chain/chain-walk';
import { NO_USER } from '../../common/principal';
import { ReadPool } from '../../database/read-pool';
import type { ReadScope } from '../../database/read-scope';
import { Transactions } from '../../database/transactions';
import { AuditChainRepository, type ChainedEntry } from './audit-chain.repository';

/** Start of the failure message for a wrong number of entries outside the chain. Old releases wrote such entries. */
const WRONG_COUNT = 'The number of entries outside the chain';

interface AuditLogReport {
  /** Number of entries that were checked. */
  readonly entries: number;
  /** Number of entries that were ever added to the chain. Includes entries that an operator removed. */
  readonly length: number;
  /** Hash of the last entry. An operator who stores it with `length` can later detect that the log was replaced. */
  readonly head: string;
  /** Number of entries whose keyed hash was made with a key that is not configured. */
  readonly entries_of_unknown_keys: number;
  /** One sentence about the first failure; null if the log is valid. */
  readonly failure: string | null;
}

/** Verifies the audit log, and signs its head with the current key. */
@Injectable()
export class AuditLogVerifier {
  constructor(
    private readonly reads: ReadPool,
    private readonly chain: AuditChainRepository,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly keys: AuditKeys,
  ) {}

  /**
   * Verifies the entries from the position `from` on, and changes nothing. `from` is above 1 if an operator has removed
   * earlier entries.
   */
  verify(from = 1): Promise<AuditLogReport> {
    return this.reads.readAs(NO_USER, async (scope) => {
      const head = await this.chain.findHead(scope);
      if (head === null) throw new Error('The head of the audit log is missing.');
      const walk = await this.walk(scope, from);
      const { length, hash } = head;
      const textOf = (length: number, hash: string): string => auditHeadText({ ...head, length, hash });
      const isBeyondEnd = from > Math.max(length, 1);
      const failure = isBeyondEnd
        ? `The log ends at record ${length}, before record ${from}.`
        : walk.findFailure({ length, hash, keyedHash: head, textOf });
      return {
        entries: walk.records,
        length,
        head: hash,
        entries_of_unknown_keys: walk.unknownKeys,
        failure: failure ?? this.describeUnchained(head),
      };
    });
  }

  /**
   * Signs the head with the current key if the log is valid. With `includesUnsigned`, also signs a head that has no
   * keyed hash or a wrong number of entries outside the chain. Returns whether it signed the head. Throws an `Error` if
   * there is no current key, because signing without a key would remove the keyed hash.
   */
  async sign(includesUnsigned: boolean, from = 1): Promise<boolean> {
    this.keys.requireCurrent();
    const { failure, length, head } = await this.verify(from);
    const isUnsignedOrMiscounted = failure === UNSIGNED_HEAD || failure?.startsWith(WRONG_COUNT) === true;
    if (failure !== null && !(includesUnsigned && isUnsignedOrMiscounted)) return false;
    return this.transactions.run((manager) => this.log.signHead(manager, { length, hash: head }, includesUnsigned));
  }

  /**
   * Describes a wrong number of entries outside the chain; null if the number is right. Without a current key, the
   * stored number is not compared, because the head may have no keyed hash that protects it.
   */
  private describeUnchained(head: AuditLogHead & { readonly unchained_count: number }): string | null {
    const { unchained, unchained_count: count } = head;
    if (count === unchained || this.keys.currentId === null) return null;
    return `${WRONG_COUNT} is ${count} instead of ${unchained}.`;
  }

  private async walk(scope: ReadScope, from: number): Promise<ChainWalk> {
    let page = await this.chain.listEntries(scope, from - 1);
    const walk = this.startWalk(from, page[0]);
    while (page.length > 0) {
      for (const entry of page) {
        walk.add({ ...entry, sequence: entry.chain_sequence, record: entryRecord(entry, entry.chain_sequence) });
      }
      page = await this.chain.listEntries(scope, page.at(-1)?.chain_sequence ?? 0);
    }
    return walk;
  }

  /**
   * Starts a walk. Above position 1, the walk trusts the previous hash in its first entry. If there is no entry, it
   * starts with an empty hash, which differs from the hash in the head.
   */
  private startWalk(from: number, first: ChainedEntry | undefined): ChainWalk {
    const start: ChainPosition | undefined =
      from === 1 ? undefined : { sequence: from - 1, hash: first?.previous_hash ?? '' };
    return new ChainWalk(this.keys, ({ sequence, hash }) => entryText(sequence, hash), start);
  }
}
