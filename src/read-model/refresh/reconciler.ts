import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { failpoint } from '../../common/failpoint';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { lockLibraries } from '../../database/locks/library-lock';
import { withSessionLock } from '../../database/locks/session-lock';
import { Transactions } from '../../database/transactions';
import { ArtifactDrift } from '../artifacts/artifact-drift';
import { CatalogChanges } from './catalog-changes';
import { DRIFT_SQL, FACET_DRIFT_SQL, RECONCILED_LIBRARIES_SQL } from './drift.sql';
import { FacetStore } from '../facets/facet.store';
import { TITLE_FACET_KINDS } from '../facets/facets';
import { Refresher } from './refresher';

const NO_DRIFT = {
  /** Catalog items that lack a read-model row: the item context, the search document, or both. */
  missing: 0,
  /** Items with a row that was derived from an earlier state of the catalog. */
  outdated: 0,
  /** Removed items that still have rows. */
  orphaned: 0,
  /** Items that are stale but not in the queue, so that no refresher derives their rows. */
  unqueued: 0,
  /** Facet values that differ from a recount. */
  facet_values: 0,
  /** Totals of facet kinds that differ from a recount. */
  facet_totals: 0,
  /**
   * The sum of three counts: changed or removed items with artifacts that should be stale or invalidated; pairs of an
   * active artifact and a watch state that has changed since the artifact was derived from it; and other artifacts
   * about removed items or libraries.
   */
  artifacts: 0,
  /** Pairs of partition and owner whose counters of artifacts differ from a recount. */
  artifact_counts: 0,
};

/** Differences between the read model and the catalog. Without a fault, all are zero. */
export type Drift = typeof NO_DRIFT;

interface DriftReport {
  readonly drift: Drift;
  readonly total: number;
}

interface DriftRow {
  readonly media_id: string;
  readonly series_id: string | null;
  readonly drift: 'missing' | 'outdated' | 'orphaned' | 'unqueued' | null;
}

type FacetDrift = Pick<Drift, 'facet_values' | 'facet_totals'>;

/** Maximum number of items that one statement compares. */
const RANGE_ROWS = 5_000;

/** Key of the advisory lock that allows one process at a time to reconcile. */
const RECONCILE_LOCK = 0x7265636f;

/** Compares the read model with the catalog, repairs differences and reports them. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly facets: FacetStore,
    private readonly artifacts: ArtifactDrift,
    private readonly refresher: Refresher,
    @Inject(CONFIG) private readonly config: Pick<Config, 'readModel'>,
  ) {}

  /**
   * Reconciles every library. Repairs all differences, except in quarantined rows. Returns null if another process is
   * reconciling. When `isStopping` returns true, ends after the current range of items, refreshed batch or library.
   */
  async reconcile(isStopping: () => boolean = () => false): Promise<DriftReport | null> {
    return withSessionLock(this.dataSource, [RECONCILE_LOCK], () => this.compareAll(isStopping, true));
  }

  /** Counts the differences in every library without repairing them. */
  compare(): Promise<DriftReport> {
    return this.compareAll(() => false, false);
  }

  private async compareAll(isStopping: () => boolean, repair: boolean): Promise<DriftReport> {
    const drift = { ...NO_DRIFT };
    const libraries = await this.listLibraries();
    for (const libraryId of libraries) await this.compareItems(libraryId, drift, repair, isStopping);
    if (repair) await this.refresher.drainUntilEmpty(isStopping);
    for (const libraryId of libraries) {
      if (isStopping()) break;
      drift.artifacts += await this.artifacts.compareLibrary(libraryId, repair);
      drift.artifacts += await this.artifacts.compareWatchStates(libraryId, repair);
      const facets = await this.compareFacets(libraryId, repair);
      drift.facet_values += facets.facet_values;
      drift.facet_totals += facets.facet_totals;
    }
    if (!isStopping()) {
      drift.artifacts += await this.artifacts.compareOrphans(repair);
      drift.artifact_counts += await this.artifacts.compareCounts(repair);
    }
    return { drift, total: Object.values(drift).reduce((sum, count) => sum + count, 0) };
  }

  private async listLibraries(): Promise<string[]> {
    const rows: { library_id: string }[] = await this.dataSource.query(RECONCILED_LIBRARIES_SQL);
    return rows.map((row) => row.library_id);
  }

  private async compareItems(
    libraryId: string,
    drift: Drift,
    repair: boolean,
    isStopping: () => boolean,
  ): Promise<void> {
    for (let after: string | null = null, hasMore = true; hasMore && !isStopping();) {
      const rows: DriftRow[] = await this.dataSource.query(DRIFT_SQL, [libraryId, after, RANGE_ROWS]);
      for (const row of rows) if (row.drift !== null) drift[row.drift] += 1;
      if (repair) await this.queueStale(libraryId, itemsToRepair(rows));
      after = rows.at(-1)?.media_id ?? null;
      hasMore = rows.length === RANGE_ROWS;
    }
  }

  private async queueStale(libraryId: string, mediaIds: readonly string[]): Promise<void> {
    const { refreshBatchSize } = this.config.readModel;
    for (let start = 0; start < mediaIds.length; start += refreshBatchSize) {
      const batch = mediaIds.slice(start, start + refreshBatchSize);
      await this.runLocked(libraryId, (manager) => this.changes.markStale(manager, libraryId, batch, 'drift'));
      failpoint('reconcile.queued');
    }
  }

  /** Compares counts without a lock. With `repair`, recounts a library that differs, under the lock of the library. */
  private async compareFacets(libraryId: string, repair: boolean): Promise<FacetDrift> {
    const [drift]: [FacetDrift] = await this.dataSource.query(FACET_DRIFT_SQL, [libraryId, TITLE_FACET_KINDS]);
    if (repair && drift.facet_values + drift.facet_totals > 0) {
      await this.runLocked(libraryId, (manager) => this.facets.recount(manager, libraryId));
    }
    return drift;
  }

  private runLocked(libraryId: string, work: (manager: EntityManager) => Promise<void>): Promise<void> {
    return this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      await work(manager);
    });
  }
}

/**
 * Returns the items to derive again. For an outdated season or episode, also returns its series: the comparison uses a
 * hash from the row of the series, which may be the outdated one.
 */
function itemsToRepair(rows: readonly DriftRow[]): string[] {
  const drifted = rows.filter((row) => row.drift !== null);
  const series = drifted.flatMap((row) => (row.drift === 'outdated' && row.series_id !== null ? [row.series_id] : []));
  return [...new Set([...series, ...drifted.map((row) => row.media_id)])];
}
