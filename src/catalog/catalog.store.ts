import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { AuditLog } from '../auth/audit-log/audit-log.store';
import { ForegroundRequests } from '../common/processes/foreground';
import { copyLines } from '../database/copy/copy-rows';
import { addToDirectory } from '../database/distribution/media-directory';
import { lockLibraries } from '../database/locks/library-lock';
import { lockWatchStatesShared } from '../database/locks/watch-state-lock';
import { areReadsServed } from '../database/served-reads';
import { Transactions } from '../database/transactions';
import { DerivationError } from '../read-model/media/media-derivation';
import { CatalogChanges } from '../read-model/refresh/catalog-changes';
import { toMediaRow } from './catalog-rows';
import { MEDIA_FORMAT, UPSERT_LIBRARIES_SQL, UPSERT_MEDIA_SQL, UPSERT_WATCH_STATES_SQL } from './catalog.sql';
import {
  type BatchPlan,
  changedLibraryIds,
  changedMediaIds,
  type ImportRules,
  isEmpty,
  type PlannedMedia,
  toWriteOrder,
} from './ingest/batch-plan';
import { planBatch } from './ingest/batch-planner';
import type { KnownCatalog } from './ingest/known-catalog';
import type { RecordParents } from './ingest/record-parents';
import type { UpsertRecord } from './ingest/records/catalog-record';
import { readKnownCatalog } from './known-catalog.repository';
import { toAuditEntries } from './libraries/library-audit';
import { type PrecomputedRows, precomputeRows, selectValidRows, NO_PRECOMPUTED_ROWS } from './precomputed-rows';

/**
 * SQLSTATE classes of errors that a single record can cause: invalid data (22), violated constraints (23), exceeded
 * limits of PostgreSQL (54), internal errors (XX).
 */
const RECORD_FAULT = /^(22|23|54|XX)/;

/**
 * Maximum number of attempts to apply a batch. Each attempt plans the batch before and after it locks the libraries. An
 * attempt fails if the second plan writes to a library that the first one does not write to, for example because
 * another writer has added the series of a record.
 */
const APPLY_ATTEMPTS = 5;

/** Tables to analyze after a bulk import. */
const ANALYZED_TABLES = [
  'media_items',
  'watch_states',
  'intelligence_media_context',
  'intelligence_search_documents',
  'intelligence_facet_values',
];

/** Writes libraries, items and watch states to the catalog, and updates the read model. */
@Injectable()
export class CatalogStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly audit: AuditLog,
    private readonly foreground: ForegroundRequests,
  ) {}

  /**
   * Applies records in one transaction, with the same result as applying them one by one. The returned plan lists the
   * refused records. Throws database errors unchanged. `precomputed` is the result of `precomputeRows` for these
   * records.
   */
  async apply(
    records: readonly UpsertRecord[],
    rules: ImportRules,
    precomputed: PrecomputedRows = NO_PRECOMPUTED_ROWS,
  ): Promise<BatchPlan> {
    for (let attempt = 1; ; attempt += 1) {
      const preview = planBatch(records, await this.readKnown(records), rules);
      if (isEmpty(preview)) return preview;
      const libraryIds = changedLibraryIds(preview);
      try {
        return await this.transactions.run((manager) =>
          this.applyLocked(manager, records, { rules, precomputed, libraryIds }),
        );
      } catch (error) {
        if (!(error instanceof StalePlanError) || attempt === APPLY_ATTEMPTS) throw error;
      }
    }
  }

  /** Derives read-model rows before `apply`. Pauses while requests are in progress. */
  precomputeRows(records: readonly UpsertRecord[], parents: RecordParents): Promise<PrecomputedRows> {
    const pause = (): Promise<void> => this.foreground.yieldToRequests();
    return precomputeRows((known) => this.readKnown(known), records, parents, pause);
  }

  /** Whether one record may have caused the error of `apply`. Applying parts of the batch then finds the record. */
  isRecordFault(error: unknown): boolean {
    if (error instanceof DerivationError) return true;
    if (!(error instanceof QueryFailedError)) return false;
    const { code } = error.driverError as { code?: unknown };
    return typeof code === 'string' && RECORD_FAULT.test(code);
  }

  /** Whether a service instance reads from this database, or has read within the last second. */
  areReadsServed(): Promise<boolean> {
    return areReadsServed(this.dataSource.manager);
  }

  /** Runs `ANALYZE` on `ANALYZED_TABLES`. */
  async analyze(): Promise<void> {
    const sql = `
      SELECT intelligence_analyze(ARRAY[name]) FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL`;
    const analyze = (name: string): Promise<unknown> => this.dataSource.manager.query(sql, [[name]]);
    // Analyzing one table at a time leaves cores for the requests.
    if (await this.areReadsServed()) for (const name of ANALYZED_TABLES) await analyze(name);
    else await Promise.all(ANALYZED_TABLES.map(analyze));
  }

  /** Reads the catalog rows that the records refer to, without locks. Stops if the client disconnects. */
  private readKnown(records: readonly UpsertRecord[]): Promise<KnownCatalog> {
    return this.transactions.read((manager) => readKnownCatalog(manager, records));
  }

  /**
   * Locks the libraries, plans the batch again, because the catalog may have changed, and writes the new plan. Throws a
   * `StalePlanError` if the new plan writes to a library that is not locked.
   */
  private async applyLocked(
    manager: EntityManager,
    records: readonly UpsertRecord[],
    { rules, precomputed, libraryIds }: { rules: ImportRules; precomputed: PrecomputedRows; libraryIds: Set<string> },
  ): Promise<BatchPlan> {
    await lockLibraries(manager, [...libraryIds]);
    const known = await readKnownCatalog(manager, records);
    const plan = planBatch(records, known, rules);
    const unlocked = [...changedLibraryIds(plan)].filter((libraryId) => !libraryIds.has(libraryId));
    // Locking these libraries now would break the order of the locks and could cause a deadlock.
    if (unlocked.length > 0) throw new StalePlanError();
    if (!isEmpty(plan)) await this.write(manager, plan, known, precomputed);
    return plan;
  }

  private async write(
    manager: EntityManager,
    plan: BatchPlan,
    known: KnownCatalog,
    precomputed: PrecomputedRows,
  ): Promise<void> {
    const watchStates = [...plan.watchStates.values()];
    const userIds = new Set(watchStates.map(({ userId }) => userId));
    if (userIds.size > 0) await lockWatchStatesShared(manager, [...userIds]);
    if (plan.libraries.size > 0) {
      await manager.query(UPSERT_LIBRARIES_SQL, [JSON.stringify([...plan.libraries.values()])]);
      await this.audit.append(manager, toAuditEntries(plan, known));
    }
    const changed = changedMediaIds(plan);
    const revisions =
      changed.size > 0 ? await this.changes.raiseRevisions(manager, [...changed.keys()]) : new Map<string, number>();
    await this.writeMedia(manager, toWriteOrder(plan.media.values()), revisions, known);
    if (watchStates.length > 0) await manager.query(UPSERT_WATCH_STATES_SQL, [JSON.stringify(watchStates)]);
    const derived = selectValidRows(plan, known, precomputed);
    const changes = [...changed].map(([libraryId, mediaIds]) => ({
      libraryId,
      changedMediaIds: mediaIds,
      removedMediaIds: [],
      derived,
    }));
    await this.changes.apply(manager, revisions, changes, watchStates);
  }

  /** Inserts new items with COPY and updates known items. `known` is up to date, because the libraries are locked. */
  private async writeMedia(
    manager: EntityManager,
    planned: readonly PlannedMedia[],
    revisions: ReadonlyMap<string, number>,
    known: KnownCatalog,
  ): Promise<void> {
    const rows = planned.map((media) => toMediaRow(media, revisions.get(media.libraryId) ?? 0));
    const changed = rows.filter((row) => known.media.has(row.media_id));
    if (changed.length > 0) await manager.query(UPSERT_MEDIA_SQL, [JSON.stringify(changed)]);
    const added = rows.filter((row) => !known.media.has(row.media_id));
    if (added.length === 0) return;
    await addToDirectory(manager, added);
    await copyLines(manager, 'media_items', MEDIA_FORMAT.names, MEDIA_FORMAT.toLines(added));
  }
}

/** The second plan of an attempt writes to a library that is not locked. */
class StalePlanError extends Error {
  override readonly name = 'StalePlanError';
}
