import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { failpoint } from '../../common/failpoint';
import { type LibraryRevisions, requestContext } from '../../common/request-context';
import { afterCommit } from '../../database/transactions';
import { ArtifactStalenessStore } from '../artifacts/artifact-staleness.store';
import { FacetDeltas } from '../facets/facet-deltas';
import { FacetStore } from '../facets/facet.store';
import { MediaContextStore } from '../media/media-context.store';
import type { DerivedMedia } from '../media/derived-rows';
import { MediaRefresh, type RefreshOutcome } from './media-refresh';
import { WatchDependentsStore, type WatchStateKey } from '../artifacts/watch-dependents.store';

/** The items of one library that a transaction changed. All ids are UUIDs. */
interface CatalogChange {
  readonly libraryId: string;
  /** Items that are new or whose content changed. */
  readonly changedMediaIds: readonly string[];
  /** Items that were removed from the catalog, including their seasons and episodes. */
  readonly removedMediaIds: readonly string[];
  /** Read-model rows by media UUID that the writer derived before it wrote the changed items; default none. */
  readonly derived?: ReadonlyMap<string, DerivedMedia>;
}

const RAISE_REVISION_SQL = `
UPDATE libraries AS l
   SET updated_at = now(), revision = 1 + coalesce(nullif(l.revision, 0),
         (SELECT r.revision FROM removed_libraries r WHERE r.library_id = $1), 0)
 WHERE l.library_id = $1
RETURNING l.revision`;

const NOTHING_CHANGED: RefreshOutcome = { changedSources: [], changedSeries: [], changedSeasons: [] };

/**
 * Applies every catalog write to the read model, in the writer's own transaction. So no reader can see the new catalog
 * together with rows derived from the old catalog.
 */
@Injectable()
export class CatalogChanges {
  constructor(
    private readonly media: MediaRefresh,
    private readonly contexts: MediaContextStore,
    private readonly facets: FacetStore,
    private readonly artifacts: ArtifactStalenessStore,
    private readonly watchDependents: WatchDependentsStore,
  ) {}

  /**
   * Raises the revision of each library and returns the new revisions by library. The caller holds the locks of the
   * libraries and has inserted new libraries. Skips unknown libraries. A library that was removed and is imported again
   * continues from its last revision.
   */
  async raiseRevisions(manager: EntityManager, libraryIds: readonly string[]): Promise<Map<string, number>> {
    const revisions = new Map<string, number>();
    for (const libraryId of libraryIds) {
      const [rows] = await manager.query<[{ revision: string }[], number]>(RAISE_REVISION_SQL, [libraryId]);
      for (const { revision } of rows) revisions.set(libraryId, Number(revision));
    }
    failpoint('changes.begun');
    return revisions;
  }

  /**
   * Derives the rows of the changed items, deletes those of removed items, marks dependent rows and artifacts as stale,
   * queues these rows, and updates the facet counts. Must be the last step of the transaction. `watchStates` are those
   * that the transaction wrote; default none.
   */
  async apply(
    manager: EntityManager,
    revisions: ReadonlyMap<string, number>,
    changes: readonly CatalogChange[],
    watchStates: readonly WatchStateKey[] = [],
  ): Promise<void> {
    const deltas = new FacetDeltas();
    for (const change of changes) {
      const revision = revisions.get(change.libraryId);
      if (revision === undefined) throw new Error('The revision of a changed library must be raised first.');
      await this.applyToLibrary(manager, change, revision, deltas);
    }
    await this.watchDependents.demoteDependentsOfStates(manager, watchStates);
    if (changes.length === 0) return;
    noteRevisions(manager, revisions);
    await this.facets.apply(manager, deltas);
    failpoint('changes.counted');
  }

  /**
   * Deletes all read-model rows of a removed library without reading its items, and invalidates the artifacts that
   * depend on the library. `revision` is the last revision of the library; the removal gets the next one.
   */
  async removeLibrary(manager: EntityManager, libraryId: string, revision: number): Promise<void> {
    await this.media.removeLibrary(manager, libraryId);
    await this.artifacts.invalidateOfLibrary(manager, libraryId);
    await this.facets.removeLibrary(manager, libraryId);
    await manager.query(
      `INSERT INTO removed_libraries (library_id, revision) VALUES ($1, $2)
       ON CONFLICT (library_id) DO UPDATE SET revision = EXCLUDED.revision`,
      [libraryId, revision + 1],
    );
    noteRevisions(manager, new Map([[libraryId, revision + 1]]));
  }

  private async applyToLibrary(
    manager: EntityManager,
    change: CatalogChange,
    revision: number,
    deltas: FacetDeltas,
  ): Promise<void> {
    const { libraryId, changedMediaIds, removedMediaIds, derived } = change;
    const seasonsOfRemoved =
      removedMediaIds.length > 0 ? await this.media.remove(manager, libraryId, removedMediaIds, deltas) : [];
    const removed = removedMediaIds.map((mediaId) => ({ mediaId, sourceHash: null }));
    const outcome = await this.refresh(manager, libraryId, changedMediaIds, revision, deltas, derived);
    const sources = [...removed, ...outcome.changedSources];
    failpoint('changes.rows-written');
    if (sources.length > 0) await this.artifacts.demoteDependentsOfItems(manager, libraryId, sources);
    await this.watchDependents.demoteDependentsOfSeasons(manager, libraryId, [
      ...seasonsOfRemoved,
      ...outcome.changedSeasons,
    ]);
    failpoint('changes.artifacts-marked');
  }

  /**
   * Derives the rows of items again and marks the rows that depend on them as stale. Returns every source that changed.
   * A season or episode whose row became stale counts as changed. Its new hash is unknown, so the result contains the
   * empty string instead, which no stored hash equals.
   */
  private async refresh(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    revision: number,
    deltas: FacetDeltas,
    derived?: ReadonlyMap<string, DerivedMedia>,
  ): Promise<RefreshOutcome> {
    if (mediaIds.length === 0) return NOTHING_CHANGED;
    const outcome = await this.media.refresh(manager, libraryId, mediaIds, revision, deltas, derived);
    const { changedSources, changedSeries } = outcome;
    if (changedSeries.length === 0) return outcome;
    const refreshed = new Set(mediaIds);
    const children = await this.contexts.listChildren(manager, libraryId, changedSeries);
    const stale = children.filter((id) => !refreshed.has(id));
    await this.media.markStale(manager, libraryId, stale, 'series_changed', deltas);
    failpoint('changes.dependents-marked');
    const markedSources = stale.map((mediaId) => ({ mediaId, sourceHash: '' }));
    return { ...outcome, changedSources: [...changedSources, ...markedSources] };
  }

  /**
   * Derives stale rows again. The catalog has not changed, so the revision stays. The caller holds the lock of the
   * library. Ignores `changedSeasons`: the transaction that changed the episodes has already marked the artifacts that
   * were derived from the watch states of these seasons and of their series. The reconciler marks any that it missed.
   */
  async refreshStale(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    const rows: { revision: string }[] = await manager.query('SELECT revision FROM libraries WHERE library_id = $1', [
      libraryId,
    ]);
    const deltas = new FacetDeltas();
    const { changedSources } = await this.refresh(manager, libraryId, mediaIds, Number(rows[0]?.revision ?? 0), deltas);
    if (changedSources.length > 0) await this.artifacts.demoteDependentsOfItems(manager, libraryId, changedSources);
    await this.facets.apply(manager, deltas);
  }

  /** Marks rows as stale and queues them. Reconciliation calls this for rows that differ from the catalog. */
  async markStale(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    reason: string,
  ): Promise<void> {
    const deltas = new FacetDeltas();
    await this.media.markStale(manager, libraryId, mediaIds, reason, deltas);
    await this.facets.apply(manager, deltas);
  }
}

/** Adds the revisions to the answer after the commit, so that no answer contains a revision that was rolled back. */
function noteRevisions(manager: EntityManager, revisions: LibraryRevisions): void {
  const context = requestContext.getStore();
  afterCommit(manager, () => context?.noteRevisions(revisions));
}
