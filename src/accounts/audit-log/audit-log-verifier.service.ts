import { Injectable } from '@nestjs/common';
import { auditHeadText, type AuditLogHead, entryRecord, entryText } from '../../auth/audit-log/audit-chain';
import { AuditLog } from '../../auth/audit-log/audit-log.store';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { type ChainPlace, ChainWalk, UNSIGNED_HEAD } from '../../common/hash-chain/chain-walk';
import { NO_USER } from '../../common/no-user';
import { ReadPool } from '../../database/read-pool';
import type { ReadScope } from '../../database/read-scope';
import { Transactions } from '../../database/transactions';
import { AuditChainRepository, type ChainedEntry } from './audit-chain.repository';

/**
 * Beginning of the failure message for a wrong number of entries outside the chain. Releases without a chain wrote such
 * entries, and the head counts them.
 */
const WRONG_COUNT = 'The number of entries outside the chain';

/** The result of verifying the audit log. */
export interface AuditLogReport {
  /** Number of entries that were checked. */
  readonly entries: number;
  /** Number of entries in the chain, and the hash of the last one. An operator who keeps both can detect later that the log was replaced. */
  readonly length: number;
  readonly head: string;
  readonly entries_of_unknown_keys: number;
  /** One sentence about the first failure; null if the log is valid. */
  readonly failure: string | null;
}

/** Verifies the audit log, and signs its head with another key. */
@Injectable()
export class AuditLogVerifier {
  constructor(
    private readonly reads: ReadPool,
    private readonly chain: AuditChainRepository,
    private readonly log: AuditLog,
    private readonly transactions: Transactions,
    private readonly keys: AuditKeys,
  ) {}

  /** Verifies the entries from a position; above 1 if earlier entries were removed on purpose. Changes nothing. */
  verify(from = 1): Promise<AuditLogReport> {
    return this.reads.readAs(NO_USER, async (scope) => {
      const head = await this.chain.findHead(scope);
      if (head === null) throw new Error('The head of the audit log is missing.');
      const walk = await this.walk(scope, from);
      const { length, hash } = head;
      const textOf = (length: number, hash: string): string => auditHeadText({ ...head, length, hash });
      const failure = walk.findFailure({ length, hash, signature: head, textOf });
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
   * Signs the head with the current key if the log is valid. With `unsigned`, also signs a head that has no keyed hash or a
   * wrong number of entries outside the chain. Returns whether it signed the head.
   */
  async sign(unsigned: boolean, from = 1): Promise<boolean> {
    const { failure, length, head } = await this.verify(from);
    const isUnsigned = failure === UNSIGNED_HEAD || failure?.startsWith(WRONG_COUNT) === true;
    if (failure !== null && !(unsigned && isUnsigned)) return false;
    return this.transactions.run((manager) => this.log.signHead(manager, { length, hash: head }, unsigned));
  }

  /** Without a key, the stored number is not compared, because nothing protects it from changes. */
  private describeUnchained(head: AuditLogHead & { readonly found_unchained: number }): string | null {
    const { unchained, found_unchained: found } = head;
    if (found === unchained || this.keys.currentId === null) return null;
    return `${WRONG_COUNT} is ${found} instead of ${unchained}.`;
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

  private startWalk(from: number, first: ChainedEntry | undefined): ChainWalk {
    const start: ChainPlace | undefined =
      from === 1 || first === undefined ? undefined : { sequence: from - 1, hash: first.previous_hash };
    return new ChainWalk(this.keys, ({ sequence, hash }) => entryText(sequence, hash), start);
  }
}
