import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { failpoint } from '../../common/failpoint';
import { mapInSlices } from '../../common/processes/slices';
import { DirtyKeyStore } from './dirty-key.store';
import type { FacetDeltas } from '../facets/facet-deltas';
import { MediaContextStore, type PreviousContext } from '../media/media-context.store';
import type { DerivedContext, DerivedMedia } from '../media/derived-rows';
import { MediaDeriver } from '../media/media-deriver';
import type { ChangedSource } from '../source/media-source';
import { readMediaSources } from '../source/media-source.reader';
import { isDerivedByNewerRules, hasSameContent } from '../media/media-table';
import { SearchDocumentStore } from '../media/search-document.store';
import type { SeasonKey } from '../artifacts/watch-dependents.store';

/** Effects of a refresh beyond the rows of the items. */
export interface RefreshOutcome {
  /** Items that had a row and whose source changed, with the new hash; removed items with null. */
  readonly changedSources: ChangedSource[];
  /** UUIDs of series whose inherited fields changed, so that the rows of their seasons and episodes are outdated. */
  readonly changedSeries: string[];
  /**
   * Seasons with a new number, or with more or fewer available episodes than before. A watch state of a season or a
   * series counts its available episodes, so the watch states of these seasons and of their series may have changed.
   */
  readonly changedSeasons: SeasonKey[];
}

/**
 * Derives the read-model rows of catalog items, set-based, in the caller's transaction and under the lock of the
 * library.
 */
@Injectable()
export class MediaRefresh {
  constructor(
    private readonly contexts: MediaContextStore,
    private readonly documents: SearchDocumentStore,
    private readonly dirtyKeys: DirtyKeyStore,
    private readonly deriver: MediaDeriver,
  ) {}

  /**
   * Updates the rows of the items to the state of the catalog in this transaction. The number of statements does not
   * grow with the number of items. Deletes the rows of removed items. Adds the changes of facet counts to `deltas`.
   * `derived` contains rows by media UUID that the caller derived from the values that it wrote; the method reads only
   * the other items.
   */
  async refresh(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    revision: number,
    deltas: FacetDeltas,
    derived: ReadonlyMap<string, DerivedMedia> = new Map(),
  ): Promise<RefreshOutcome> {
    const derivedByCaller = mediaIds.flatMap((mediaId) => derived.get(mediaId) ?? []);
    const idsToRead = mediaIds.filter((mediaId) => !derived.has(mediaId));
    const sources = idsToRead.length === 0 ? [] : await readMediaSources(manager, libraryId, idsToRead);
    const derivedMedia = [...derivedByCaller, ...(await this.deriver.derive(sources))];
    const contexts = derivedMedia.map(({ context }) => context);
    failpoint('media.derived');
    const previous = await this.contexts.readPrevious(manager, libraryId, mediaIds, contexts);
    const mediaToWrite = derivedMedia.filter(
      ({ context }) => !isCurrentByNewerRules(previous.get(context.media_id), context),
    );
    const rows = mediaToWrite.map(({ context }) => context);
    await this.contexts.writeRows(manager, rows, revision, previous);
    failpoint('media.contexts-written');
    const [outcome] = await Promise.all([
      this.collectChanges(previous, rows, deltas),
      this.documents.write(
        manager,
        mediaToWrite.map(({ document }) => document),
        revision,
      ),
    ]);
    failpoint('media.documents-written');
    const currentIds = new Set(contexts.map((row) => row.media_id));
    const removed = mediaIds.filter((mediaId) => !currentIds.has(mediaId));
    if (removed.length > 0) outcome.changedSeasons.push(...(await this.remove(manager, libraryId, removed, deltas)));
    for (const mediaId of removed) outcome.changedSources.push({ mediaId, sourceHash: null });
    await this.dirtyKeys.remove(manager, libraryId, mediaIds);
    return outcome;
  }

  /** Compares new rows with the previous ones. Deletes each compared row from `previous`, which frees its memory. */
  private async collectChanges(
    previous: Map<string, PreviousContext>,
    rows: readonly DerivedContext[],
    deltas: FacetDeltas,
  ): Promise<RefreshOutcome> {
    const outcome: RefreshOutcome = { changedSources: [], changedSeries: [], changedSeasons: [] };
    await mapInSlices(rows, (row) => {
      const before = previous.get(row.media_id);
      previous.delete(row.media_id);
      if (!before || !hasSameContent(before, row)) {
        deltas.replace(before?.served ? before : null, row.available ? row : null);
        outcome.changedSeasons.push(...changedSeasonsOf(before, row));
      }
      if (!before) return;
      if (before.source_hash !== row.source_hash) {
        outcome.changedSources.push({ mediaId: row.media_id, sourceHash: row.source_hash });
      }
      if (before.inherited_hash !== row.inherited_hash) outcome.changedSeries.push(row.media_id);
    });
    return outcome;
  }

  /** Deletes the rows of removed items. Returns the seasons that counted the removed episodes. */
  async remove(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    deltas: FacetDeltas,
  ): Promise<SeasonKey[]> {
    const previous = await this.contexts.readPrevious(manager, libraryId, mediaIds);
    for (const row of previous.values()) deltas.replace(row.served ? row : null, null);
    await this.contexts.remove(manager, libraryId, mediaIds);
    await this.documents.remove(manager, libraryId, mediaIds);
    failpoint('media.removed');
    await this.dirtyKeys.remove(manager, libraryId, mediaIds);
    return [...previous.values()].flatMap((row) => changedSeasonsOf(row, undefined));
  }

  /** Deletes all rows of a library. The caller deletes the facet counts. */
  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await this.contexts.removeLibrary(manager, libraryId);
    await this.documents.removeLibrary(manager, libraryId);
    await this.dirtyKeys.removeLibrary(manager, libraryId);
  }

  /** Marks rows as stale, so that no read serves them, and queues them. */
  async markStale(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    reason: string,
    deltas: FacetDeltas,
  ): Promise<void> {
    if (mediaIds.length === 0) return;
    const served = await this.contexts.markStale(manager, libraryId, mediaIds);
    for (const row of served) deltas.replace(row, null);
    await this.documents.setStatus(manager, libraryId, mediaIds, 'stale');
    failpoint('media.marked-stale');
    await this.dirtyKeys.enqueue(manager, libraryId, mediaIds, reason);
  }
}

/**
 * Whether a newer release has derived the row from the same source. This server serves such a row and does not replace
 * it. Otherwise two releases that run at the same time would overwrite each other's rows again and again.
 */
function isCurrentByNewerRules(before: PreviousContext | undefined, row: DerivedContext): boolean {
  if (before?.status !== 'ready' || !isDerivedByNewerRules(before)) return false;
  return before.source_hash === row.source_hash && before.available === row.available;
}

type SeasonRow = Pick<PreviousContext, 'media_kind' | 'series_id' | 'season_number' | 'available'>;

/**
 * Returns the seasons whose number or whose count of available episodes differs between two versions of a row. A season
 * that is new or was removed is not one of them: only the rows of its episodes change the counts.
 */
function changedSeasonsOf(before: SeasonRow | undefined, after: SeasonRow | undefined): SeasonKey[] {
  const kind = (before ?? after)?.media_kind;
  if (kind === 'season' && (before === undefined || after === undefined)) return [];
  const [oldSeason, newSeason] = [seasonOf(before), seasonOf(after)];
  if (oldSeason?.seasonNumber === newSeason?.seasonNumber) return [];
  return [oldSeason, newSeason].filter((season) => season !== null);
}

/** Returns the season of an available episode, or the season that the row itself describes. Null for other rows. */
function seasonOf(row: SeasonRow | undefined): SeasonKey | null {
  if (row === undefined || row.series_id === null || row.season_number === null) return null;
  if (row.media_kind === 'episode' && !row.available) return null;
  return { seriesId: row.series_id, seasonNumber: row.season_number };
}
