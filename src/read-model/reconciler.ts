import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { lockLibraries } from '../database/library-lock';
import { Transactions } from '../database/transactions';
import { CatalogChanges } from './catalog-changes';
import { DRIFT_SQL, FACET_DRIFT_SQL } from './drift.sql';
import { FacetStore } from './facet.store';
import { Refresher } from './refresher';

/** How the read model differed from the catalog, in rows; all zero is what a healthy system shows. */
export interface Drift {
  /** Catalog items without a read-model row. */
  missing: number;
  /** Rows derived from another state of the catalog. */
  outdated: number;
  /** Rows of items that are gone. */
  orphaned: number;
  /** Stale rows nobody would have refreshed. */
  unqueued: number;
  /** Facet values that differ from a recount. */
  facet_values: number;
}

type DriftKind = Exclude<keyof Drift, 'facet_values'>;

/** Rows compared in one statement. */
const RANGE_ROWS = 5_000;

/** Compares the read model with the catalog, repairs what differs and says what it was. */
@Injectable()
export class Reconciler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly facets: FacetStore,
    private readonly refresher: Refresher,
    @Inject(CONFIG) private readonly config: Pick<Config, 'readModel'>,
  ) {}

  /** Reconciles every library; what it found is mended when it returns, but for quarantined rows. */
  async reconcile(): Promise<Drift> {
    const drift: Drift = { missing: 0, outdated: 0, orphaned: 0, unqueued: 0, facet_values: 0 };
    for (const libraryId of await this.listLibraries()) await this.reconcileItems(libraryId, drift);
    await this.refresher.drain();
    for (const libraryId of await this.listLibraries()) drift.facet_values += await this.reconcileFacets(libraryId);
    return drift;
  }

  /** Libraries of the catalog and of read-model rows left behind by ones that are gone. */
  private async listLibraries(): Promise<string[]> {
    const rows: { library_id: string }[] = await this.dataSource.query(
      `SELECT library_id FROM libraries UNION SELECT DISTINCT library_id FROM intelligence_media_context
       ORDER BY library_id`,
    );
    return rows.map((row) => row.library_id);
  }

  private async reconcileItems(libraryId: string, drift: Drift): Promise<void> {
    for (let after: string | null = null, more = true; more;) {
      const rows: { media_id: string; drift: DriftKind | null }[] = await this.dataSource.query(DRIFT_SQL, [
        libraryId,
        after,
        RANGE_ROWS,
      ]);
      const drifted = rows.filter((row) => row.drift !== null);
      for (const row of drifted) if (row.drift) drift[row.drift] += 1;
      await this.queue(
        libraryId,
        drifted.map((row) => row.media_id),
      );
      after = rows.at(-1)?.media_id ?? null;
      more = rows.length === RANGE_ROWS;
    }
  }

  private async queue(libraryId: string, mediaIds: string[]): Promise<void> {
    const { refreshBatchSize } = this.config.readModel;
    for (let start = 0; start < mediaIds.length; start += refreshBatchSize) {
      const batch = mediaIds.slice(start, start + refreshBatchSize);
      await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        await this.changes.markStale(manager, libraryId, batch, 'drift');
      });
    }
  }

  /** Counts are compared without any lock; only a library that differs is recounted, with its writers held off. */
  private async reconcileFacets(libraryId: string): Promise<number> {
    const rows: { drifted: number }[] = await this.dataSource.query(FACET_DRIFT_SQL, [libraryId]);
    const drifted = rows[0]?.drifted ?? 0;
    if (drifted > 0) {
      await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        await this.facets.recount(manager, libraryId);
      });
    }
    return drifted;
  }
}
