import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { AuditLog } from '../auth/audit-log/audit-log.store';
import { Foreground } from '../common/processes/foreground';
import { copyLines } from '../database/copy/copy-rows';
import { addToDirectory } from '../database/distribution/media-directory';
import { lockLibraries } from '../database/locks/library-lock';
import { areReadsServed } from '../database/served-reads';
import { Transactions } from '../database/transactions';
import { lockWatchStatesShared } from '../database/locks/watch-state-lock';
import { CatalogChanges } from '../read-model/refresh/catalog-changes';
import { UPSERT_LIBRARIES_SQL, UPSERT_MEDIA_SQL, UPSERT_WATCH_STATES_SQL } from './catalog.sql';
import { DerivationError } from '../read-model/media/media-derivation';
import { type DerivedAhead, deriveAhead, derivedOf, NOTHING_AHEAD } from './derived-ahead';
import { type BatchPlan, type ImportRules, planBatch, plannedLibraryIds, type PlannedMedia } from './ingest/batch-plan';
import type { KnownCatalog } from './ingest/known-catalog';
import type { UpsertRecord } from './ingest/records/catalog-record';
import type { RecordParents } from './ingest/record-parents';
import { readKnownCatalog } from './known-catalog.repository';
import { toLibraryActs } from './libraries/library-acts';
import { MEDIA_FORMAT, toMediaRow } from './media-row';

/**
 * SQLSTATE classes that a single record can cause: invalid data, violated constraints, exceeded program limits,
 * internal errors.
 */
const ROW_FAULT = /^(22|23|54|XX)/;

/**
 * Maximum number of times that a batch is planned. Another attempt is needed if other writers create parents of its
 * records between planning and locking.
 */
const PLANNING_ATTEMPTS = 5;

/** Tables to analyze after a bulk import. */
const ANALYZED_TABLES = [
  'media_items',
  'watch_states',
  'intelligence_media_context',
  'intelligence_search_documents',
  'intelligence_facet_values',
];

/** Writes libraries, items and watch states to the catalog, and updates the read model derived from them. */
@Injectable()
export class CatalogStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly audit: AuditLog,
    private readonly foreground: Foreground,
  ) {}

  /**
   * Applies records in one transaction, with the same result as applying them one by one. The returned plan lists the
   * records that were refused because they break a rule. If nothing changes, no transaction is started. Throws database
   * errors unchanged. `ahead` is the result of `deriveAhead` for these records.
   */
  async apply(
    records: readonly UpsertRecord[],
    rules: ImportRules,
    ahead: DerivedAhead = NOTHING_AHEAD,
  ): Promise<BatchPlan> {
    for (let attempt = 1; ; attempt += 1) {
      const preview = planBatch(records, await readKnownCatalog(this.dataSource.manager, records), rules);
      if (isEmpty(preview)) return preview;
      const libraryIds = plannedLibraryIds(preview);
      try {
        return await this.transactions.run((manager) =>
          this.applyLocked(manager, records, { rules, ahead, libraryIds }),
        );
      } catch (error) {
        if (!(error instanceof StalePlanError) || attempt === PLANNING_ATTEMPTS) throw error;
      }
    }
  }

  /** As `deriveAhead` of `derived-ahead.ts`, with the hashes that are stored now. Requests go first. */
  deriveAhead(records: readonly UpsertRecord[], parents: RecordParents): Promise<DerivedAhead> {
    return deriveAhead(this.dataSource.manager, records, parents, () => this.foreground.goFirst());
  }

  /** Whether a single record may have caused the error of `apply`, so that the batch can be retried without it. */
  isRecordFault(error: unknown): boolean {
    if (error instanceof DerivationError) return true;
    if (!(error instanceof QueryFailedError)) return false;
    const { code } = error.driverError as { code?: unknown };
    return typeof code === 'string' && ROW_FAULT.test(code);
  }

  /** Whether a service answers requests from this database, now or within the last second. */
  areReadsServed(): Promise<boolean> {
    return areReadsServed(this.dataSource.manager);
  }

  /** Runs `ANALYZE` on the tables that a bulk import changes. */
  async analyze(): Promise<void> {
    const sql = `
      SELECT intelligence_analyze(ARRAY[name]) FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL`;
    const analyze = (name: string): Promise<unknown> => this.dataSource.manager.query(sql, [[name]]);
    // One table at a time leaves cores to the requests.
    if (await this.areReadsServed()) for (const name of ANALYZED_TABLES) await analyze(name);
    else await Promise.all(ANALYZED_TABLES.map(analyze));
  }

  /**
   * Plans the batch again while holding the locks of the libraries, because the catalog may have changed since the
   * first plan.
   */
  private async applyLocked(
    manager: EntityManager,
    records: readonly UpsertRecord[],
    { rules, ahead, libraryIds }: { rules: ImportRules; ahead: DerivedAhead; libraryIds: Set<string> },
  ): Promise<BatchPlan> {
    await lockLibraries(manager, [...libraryIds]);
    const known = await readKnownCatalog(manager, records);
    const plan = planBatch(records, known, rules);
    const unlocked = [...plannedLibraryIds(plan)].filter((libraryId) => !libraryIds.has(libraryId));
    // Locking these libraries now would break the order of the locks and could cause a deadlock, so the batch is
    // planned again.
    if (unlocked.length > 0) throw new StalePlanError();
    if (!isEmpty(plan)) await this.write(manager, plan, known, ahead);
    return plan;
  }

  private async write(
    manager: EntityManager,
    plan: BatchPlan,
    known: KnownCatalog,
    ahead: DerivedAhead,
  ): Promise<void> {
    const watched = [...plan.watchStates.values()];
    if (watched.length > 0) await lockWatchStatesShared(manager, [...new Set(watched.map(({ userId }) => userId))]);
    if (plan.libraries.size > 0) {
      await manager.query(UPSERT_LIBRARIES_SQL, [librariesJson(plan)]);
      await this.audit.append(manager, toLibraryActs(plan, known));
    }
    const changed = changedByLibrary(plan);
    const revisions =
      changed.size > 0 ? await this.changes.raiseRevisions(manager, [...changed.keys()]) : new Map<string, number>();
    await this.writeMedia(manager, [...plan.media.values()], revisions, known);
    if (watched.length > 0) await manager.query(UPSERT_WATCH_STATES_SQL, [watchStatesJson(plan)]);
    const derived = derivedOf(plan, known, ahead);
    const changes = [...changed].map(([libraryId, changedMediaIds]) => ({
      libraryId,
      changedMediaIds,
      removedMediaIds: [],
      derived,
    }));
    await this.changes.apply(manager, revisions, changes, watched);
  }

  /** Inserts new items with COPY and updates known ones. `known` is still correct, because the libraries are locked. */
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

/**
 * Thrown if, between planning and locking, other writers created parents of the records in a library that is not
 * locked.
 */
class StalePlanError extends Error {
  override readonly name = 'StalePlanError';
}

function isEmpty(plan: BatchPlan): boolean {
  return plan.libraries.size + plan.media.size + plan.watchStates.size === 0;
}

/** Returns the ids of changed items by library. A library whose own row changes is included, even without items. */
function changedByLibrary(plan: BatchPlan): Map<string, string[]> {
  const changed = new Map<string, string[]>([...plan.libraries.keys()].map((libraryId) => [libraryId, []]));
  for (const { record, libraryId } of plan.media.values()) {
    const mediaIds = changed.get(libraryId);
    if (mediaIds) mediaIds.push(record.mediaId);
    else changed.set(libraryId, [record.mediaId]);
  }
  return changed;
}

function librariesJson(plan: BatchPlan): string {
  const rows = [...plan.libraries.values()].map(({ libraryId, name, libraryKind }) => ({
    library_id: libraryId,
    name,
    library_kind: libraryKind,
  }));
  return JSON.stringify(rows);
}

function watchStatesJson(plan: BatchPlan): string {
  const rows = [...plan.watchStates.values()].map((row) => ({
    library_id: row.libraryId,
    user_id: row.userId,
    media_id: row.mediaId,
    state: row.state,
    position_seconds: row.positionSeconds,
    duration_seconds: row.durationSeconds,
    threshold_percent: row.thresholdPercent,
    last_watched_at: row.lastWatchedAt,
  }));
  return JSON.stringify(rows);
}
