import { Injectable } from '@nestjs/common';
import { AuditKeys } from '../../common/hash-chain/audit-keys';
import { ChainWalk, UNSIGNED_HEAD } from '../../common/hash-chain/chain-walk';
import { ALL_USERS } from '../../common/no-user';
import { ReadPool, type ReadScope } from '../../database/read-pool';
import { headText, type HistoryHead, recordText, signatureOf } from '../runs/run-history';
import { type RecordPlace, RECORDS_AT_ONCE, RunChainsRepository, type RunPlace } from './run-chains.repository';
import { RunHeadsStore, type SignedHead } from './run-heads.store';

/** Failures that a report describes. */
const DESCRIBED_MAX = 20;

const NIL = '00000000-0000-0000-0000-000000000000';
/** Before every run. */
const FIRST: RunPlace = { owner_user_id: NIL, run_id: NIL };
/** After every record of a run. */
const LAST_SEQUENCE = 2_147_483_647;

/** What was found in the histories of all runs. */
export interface RunChainsReport {
  readonly runs: number;
  readonly records: number;
  /** Records whose keyed hash is of a key that is not configured. The keyed hash of the head covers them, too. */
  readonly records_of_unknown_keys: number;
  readonly failed: number;
  /** One sentence for each of the first 20 runs that failed. */
  readonly failures: readonly string[];
}

/** How many heads were signed, and how many were not because the history failed. */
export interface RunSigningReport {
  readonly signed: number;
  readonly failed: number;
}

/** The result of one run. */
type RunCheck = RunPlace & HistoryHead & { readonly walk: ChainWalk; readonly failure: string | null };

/** Verifies the histories of the runs of all users, in bounded batches, and signs their heads with another key. */
@Injectable()
export class RunVerifier {
  constructor(
    private readonly reads: ReadPool,
    private readonly chains: RunChainsRepository,
    private readonly heads: RunHeadsStore,
    private readonly keys: AuditKeys,
  ) {}

  /** Verifies every history. It changes nothing. */
  async verify(): Promise<RunChainsReport> {
    const report = { runs: 0, records: 0, records_of_unknown_keys: 0, failed: 0, failures: [] as string[] };
    for await (const batch of this.batches()) {
      for (const { owner_user_id, run_id, walk, failure } of batch) {
        report.runs += 1;
        report.records += walk.records;
        report.records_of_unknown_keys += walk.unknownKeys;
        if (failure === null) continue;
        report.failed += 1;
        if (report.failures.length < DESCRIBED_MAX) {
          report.failures.push(`Run ${run_id} of user ${owner_user_id}: ${failure}`);
        }
      }
    }
    return report;
  }

  /**
   * Signs the head of every history that is whole with the current key. A head without a keyed hash is signed only with
   * `unsigned`, because nothing confirms it. Does nothing without a key.
   */
  async sign(unsigned: boolean): Promise<RunSigningReport> {
    const report = { signed: 0, failed: 0 };
    for await (const batch of this.batches()) {
      const wanted = batch.filter((check) => check.failure === null || (unsigned && check.failure === UNSIGNED_HEAD));
      report.failed += batch.length - wanted.length;
      const outdated = wanted.filter((check) => check.history_key_id !== this.keys.currentId);
      report.signed += await this.heads.sign(outdated.map((check) => this.signed(check)));
    }
    return report;
  }

  private signed(check: RunCheck): SignedHead {
    const { key_id, keyed_hash } = this.keys.sign(headText(check, check.history_length, check.history_head));
    return { ...check, history_key_id: key_id, history_keyed_hash: keyed_hash };
  }

  private async *batches(): AsyncGenerator<readonly RunCheck[]> {
    for (let after: RunPlace | undefined = FIRST; after !== undefined;) {
      const place: RunPlace = after;
      // One snapshot, so that no head is compared with records of another time.
      const batch = await this.reads.readAs(ALL_USERS, (scope) => this.checkBatch(scope, place));
      yield batch;
      after = batch.at(-1);
    }
  }

  private async checkBatch(scope: ReadScope, after: RunPlace): Promise<RunCheck[]> {
    const heads = await this.chains.listHeads(scope, after);
    const last = heads.at(-1);
    if (last === undefined) return [];
    const walks = new Map(heads.map((head) => [nameOf(head), this.begin(head)]));
    let place: RecordPlace | undefined = { ...after, sequence: LAST_SEQUENCE };
    while (place !== undefined) {
      const records = await this.chains.listRecords(scope, place, last);
      for (const record of records) walks.get(nameOf(record))?.add(record);
      place = records.length < RECORDS_AT_ONCE ? undefined : records.at(-1);
    }
    return heads.map((head) => this.finish(head, walks.get(nameOf(head)) ?? this.begin(head)));
  }

  private begin(run: RunPlace): ChainWalk {
    return new ChainWalk(this.keys, ({ sequence, hash }) => recordText(run, sequence, hash));
  }

  private finish(head: RunPlace & HistoryHead, walk: ChainWalk): RunCheck {
    const { history_length: length, history_head: hash } = head;
    const text = headText(head, length, hash);
    return { ...head, walk, failure: walk.findFailure({ length, hash, text, signature: signatureOf(head) }) };
  }
}

function nameOf({ owner_user_id, run_id }: RunPlace): string {
  return `${owner_user_id} ${run_id}`;
}
