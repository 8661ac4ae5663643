import { Injectable } from '@nestjs/common';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { ChainWalk, UNSIGNED_HEAD } from '../../common/hash-chain/chain-walk';
import { NIL_UUID } from '../../common/media-id';
import { ALL_USERS } from '../../common/principal';
import { ReadPool } from '../../database/read-pool';
import type { ReadScope } from '../../database/read-scope';
import { chainHeadOf, headText, type HistoryHead, recordText, type RunKey } from '../runs/run-history';
import { type RecordId, RECORDS_PER_PAGE, RunChainsStore, type SignedHead } from './run-chains.store';

/** Maximum number of failures that a report describes. */
const FAILURES_MAX = 20;

/** A key that sorts before the keys of all runs. */
const BEFORE_ALL_RUNS: RunKey = { owner_user_id: NIL_UUID, run_id: NIL_UUID };
/** A sequence number that sorts after the records of a run. */
const SEQUENCE_MAX = 2_147_483_647;

interface RunChainsReport {
  readonly runs: number;
  readonly records: number;
  /**
   * Number of records whose keyed hash was made with a key that is not configured. The keyed hash of the head covers
   * these records, too.
   */
  readonly records_of_unknown_keys: number;
  readonly failed: number;
  /** One sentence for each of the first 20 runs that failed. */
  readonly failures: readonly string[];
}

/** The number of heads that were signed, and of heads that were not, because their history failed the verification. */
interface RunSigningReport {
  readonly signed: number;
  readonly failed: number;
}

type RunCheck = RunKey & HistoryHead & { readonly walk: ChainWalk; readonly failure: string | null };

/**
 * Verifies the histories of the runs of all users, in bounded batches, and signs their heads with the current key. A
 * head is the number of records of a history and the hash of the last one.
 */
@Injectable()
export class RunVerifier {
  constructor(
    private readonly reads: ReadPool,
    private readonly chains: RunChainsStore,
    private readonly keys: AuditKeys,
  ) {}

  /** Verifies every history. Changes nothing. */
  async verify(): Promise<RunChainsReport> {
    const report = { runs: 0, records: 0, records_of_unknown_keys: 0, failed: 0, failures: [] as string[] };
    for await (const batch of this.checkBatches()) {
      for (const { owner_user_id, run_id, walk, failure } of batch) {
        report.runs += 1;
        report.records += walk.records;
        report.records_of_unknown_keys += walk.unknownKeys;
        if (failure === null) continue;
        report.failed += 1;
        if (report.failures.length < FAILURES_MAX) {
          report.failures.push(`Run ${run_id} of user ${owner_user_id}: ${failure}`);
        }
      }
    }
    return report;
  }

  /**
   * Uses the current key to sign the head of every history that passes the verification. Skips heads that this key has
   * signed. Signs a head without a keyed hash only if `includesUnsigned` is true, because nothing confirms such a head.
   * Throws an `Error` if there is no current key: the heads would then lose their keyed hashes.
   */
  async sign(includesUnsigned: boolean): Promise<RunSigningReport> {
    this.keys.requireCurrent();
    const report = { signed: 0, failed: 0 };
    for await (const batch of this.checkBatches()) {
      const signable = batch.filter(
        ({ failure }) => failure === null || (includesUnsigned && failure === UNSIGNED_HEAD),
      );
      report.failed += batch.length - signable.length;
      const outdated = signable.filter(
        ({ failure, history_key_id: keyId }) => failure !== null || keyId !== this.keys.currentId,
      );
      report.signed += await this.chains.storeKeyedHashes(outdated.map((check) => this.toSignedHead(check)));
    }
    return report;
  }

  private toSignedHead(check: RunCheck): SignedHead {
    const { key_id, keyed_hash } = this.keys.sign(headText(check, check.history_length, check.history_head));
    return { ...check, history_key_id: key_id, history_keyed_hash: keyed_hash };
  }

  private async *checkBatches(): AsyncGenerator<readonly RunCheck[]> {
    let after: RunKey | undefined = BEFORE_ALL_RUNS;
    while (after !== undefined) {
      const previous: RunKey = after;
      // One snapshot for heads and records, so that both have the same state.
      const batch = await this.reads.readAs(ALL_USERS, (scope) => this.checkBatch(scope, previous));
      yield batch;
      after = batch.at(-1);
    }
  }

  private async checkBatch(scope: ReadScope, after: RunKey): Promise<RunCheck[]> {
    const heads = await this.chains.listHeads(scope, after);
    const last = heads.at(-1);
    if (last === undefined) return [];
    const walks = new Map(heads.map((head) => [toMapKey(head), this.startWalk(head)]));
    let lastRead: RecordId | undefined = { ...after, sequence: SEQUENCE_MAX };
    while (lastRead !== undefined) {
      const records = await this.chains.listRecords(scope, lastRead, last);
      for (const record of records) walks.get(toMapKey(record))?.add(record);
      lastRead = records.length < RECORDS_PER_PAGE ? undefined : records.at(-1);
    }
    return heads.map((head) => {
      const walk = walks.get(toMapKey(head)) ?? this.startWalk(head);
      return { ...head, walk, failure: walk.findFailure(chainHeadOf(head, head)) };
    });
  }

  private startWalk(run: RunKey): ChainWalk {
    return new ChainWalk(this.keys, ({ sequence, hash }) => recordText(run, sequence, hash));
  }
}

function toMapKey({ owner_user_id, run_id }: RunKey): string {
  return `${owner_user_id} ${run_id}`;
}
