import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, QueryFailedError } from 'typeorm';
import { lockLibraries } from '../database/library-lock';
import { Transactions } from '../database/transactions';
import { CatalogChanges } from '../read-model/catalog-changes';
import { UPSERT_LIBRARIES_SQL, UPSERT_MEDIA_SQL, UPSERT_WATCH_STATES_SQL } from './catalog.sql';
import { type BatchPlan, type ImportRules, planBatch, plannedLibraryIds } from './ingest/batch-plan';
import type { UpsertRecord } from './ingest/catalog-record';
import { readKnownCatalog } from './known-catalog.repository';

/** Classes of SQLSTATE that blame a value or a row: data, constraints, limits of the program, internal refusals. */
const ROW_FAULT = /^(22|23|54|XX)/;

/** How often a batch is planned anew because another writer changed what it belongs to. */
const PLANNING_ATTEMPTS = 5;

/** The tables that a large import changes so much that the planner must look at them again. */
const ANALYZED_TABLES = [
  'media_items',
  'watch_states',
  'intelligence_media_context',
  'intelligence_search_documents',
  'intelligence_facet_values',
];

/** Writes libraries, items and watch states to the catalog, with what the read model derives from them. */
@Injectable()
export class CatalogStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
  ) {}

  /**
   * Applies records in one transaction, as if one by one. Records that break a rule are refused in the plan that is
   * returned; when nothing changes, nothing but one read happens. Errors of the database pass through.
   */
  async apply(records: readonly UpsertRecord[], rules: ImportRules): Promise<BatchPlan> {
    for (let attempt = 1; ; attempt += 1) {
      const glance = planBatch(records, await readKnownCatalog(this.dataSource.manager, records), rules);
      if (isEmpty(glance)) return glance;
      const libraryIds = plannedLibraryIds(glance);
      try {
        return await this.transactions.run((manager) => this.applyLocked(manager, records, rules, libraryIds));
      } catch (error) {
        if (!(error instanceof StalePlanError) || attempt === PLANNING_ATTEMPTS) throw error;
      }
    }
  }

  /** Whether the error of `apply` is the fault of a record, so that the others may be tried without it. */
  isRecordFault(error: unknown): boolean {
    if (!(error instanceof QueryFailedError)) return false;
    const { code } = error.driverError as { code?: unknown };
    return typeof code === 'string' && ROW_FAULT.test(code);
  }

  /** Has the planner look at the tables again, after many rows changed. */
  async analyze(): Promise<void> {
    const manager = this.dataSource.manager;
    const tables: { name: string }[] = await manager.query(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
      [ANALYZED_TABLES],
    );
    for (const { name } of tables) await manager.query(`ANALYZE ${name}`);
  }

  /** Plans again under the libraries' locks: what was read before may have changed. */
  private async applyLocked(
    manager: EntityManager,
    records: readonly UpsertRecord[],
    rules: ImportRules,
    libraryIds: Set<string>,
  ): Promise<BatchPlan> {
    await lockLibraries(manager, [...libraryIds]);
    const plan = planBatch(records, await readKnownCatalog(manager, records), rules);
    const missed = [...plannedLibraryIds(plan)].filter((libraryId) => !libraryIds.has(libraryId));
    // Taking another lock now would break the order of locks.
    if (missed.length > 0) throw new StalePlanError();
    if (!isEmpty(plan)) await this.write(manager, plan);
    return plan;
  }

  private async write(manager: EntityManager, plan: BatchPlan): Promise<void> {
    if (plan.libraries.size > 0) await manager.query(UPSERT_LIBRARIES_SQL, [librariesJson(plan)]);
    const changed = changedByLibrary(plan);
    const revisions =
      changed.size > 0 ? await this.changes.begin(manager, [...changed.keys()]) : new Map<string, number>();
    if (plan.media.size > 0) await manager.query(UPSERT_MEDIA_SQL, [mediaJson(plan, revisions)]);
    if (plan.watchStates.size > 0) await manager.query(UPSERT_WATCH_STATES_SQL, [watchStatesJson(plan)]);
    // Reads join watch states as they are: alone they change nothing that is derived.
    if (changed.size === 0) return;
    const changes = [...changed].map(([libraryId, changedMediaIds]) => ({
      libraryId,
      changedMediaIds,
      removedMediaIds: [],
    }));
    await this.changes.apply(manager, revisions, changes);
  }
}

/** Between planning and locking, a parent came to be in a library that is not locked. */
class StalePlanError extends Error {
  override readonly name = 'StalePlanError';
}

function isEmpty(plan: BatchPlan): boolean {
  return plan.libraries.size + plan.media.size + plan.watchStates.size === 0;
}

/** The libraries whose items or whose own row change, with those items. */
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

/** The records' own JSON texts with the few members that are known only now: nothing is serialised twice. */
function mediaJson(plan: BatchPlan, revisions: ReadonlyMap<string, number>): string {
  const rows = [...plan.media.values()].map(({ record, libraryId }) => {
    const added = { library_id: libraryId, content_hash: record.contentHash, revision: revisions.get(libraryId) };
    return `${record.columns.slice(0, -1)},${JSON.stringify(added).slice(1)}`;
  });
  return `[${rows.join(',')}]`;
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
