import { Injectable } from '@nestjs/common';
import type { MediaId } from '../../common/media-id';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import type { DeleteRecord } from '../ingest/records/catalog-record';
import { CatalogRemovalStore, type RemovalTarget } from './catalog-removal.store';

/**
 * Removes items and libraries that the caller may write. Items that are absent, of another kind or not visible are
 * treated as not found.
 */
@Injectable()
export class CatalogRemovalService {
  constructor(private readonly store: CatalogRemovalStore) {}

  /** Removes an item and all items below it. Throws `not-found`. */
  async removeItem(principal: Principal, mediaId: MediaId): Promise<void> {
    const target = (await this.store.readTargets([mediaId.uuid])).get(mediaId.uuid);
    if (target?.media_kind !== mediaId.kind || !mayWrite(principal.libraryIds, target.library_id)) {
      throw Problem.notFound();
    }
    await this.store.removeItems(target.library_id, [target]);
  }

  /** Removes a library and all items in it. Throws `not-found`. */
  async removeLibrary(principal: Principal, libraryId: string): Promise<void> {
    const existing = await this.store.readLibraryIds([libraryId]);
    if (!existing.has(libraryId) || !mayWrite(principal.libraryIds, libraryId)) throw Problem.notFound();
    await this.store.removeLibrary(libraryId);
  }

  /**
   * Applies the deletions of an import, with the same result as applying them one by one. Returns the number of records
   * that removed something. `libraryIds` are the libraries that may be written, or null for all.
   */
  async removeAll(records: readonly DeleteRecord[], libraryIds: readonly string[] | null): Promise<number> {
    const mediaIds = records.flatMap((record) => (record.type === 'delete_media' ? [record.mediaId] : []));
    const targets = await this.store.readTargets(mediaIds);
    const libraries = await this.store.readLibraryIds(
      records.flatMap((record) => (record.type === 'delete_library' ? [record.libraryId] : [])),
    );
    const plan = new RemovalPlan(targets, libraries, libraryIds);
    for (const record of records) plan.add(record);
    for (const libraryId of plan.libraries) await this.store.removeLibrary(libraryId);
    for (const [libraryId, items] of plan.itemsByLibrary()) await this.store.removeItems(libraryId, items);
    return plan.count;
  }
}

/**
 * Collects the items and libraries to remove. A record counts only if its target exists, may be written, and is not
 * removed by an earlier record.
 */
class RemovalPlan {
  readonly libraries = new Set<string>();
  private readonly items = new Map<string, RemovalTarget>();
  count = 0;

  constructor(
    private readonly targets: ReadonlyMap<string, RemovalTarget>,
    private readonly existingLibraries: ReadonlySet<string>,
    private readonly writableIds: readonly string[] | null,
  ) {}

  add(record: DeleteRecord): void {
    if (record.type === 'delete_library') this.addLibrary(record.libraryId);
    else this.addItem(this.targets.get(record.mediaId), record.kind);
  }

  /** Items to remove, without those in libraries that are removed as a whole. */
  itemsByLibrary(): Map<string, RemovalTarget[]> {
    const byLibrary = new Map<string, RemovalTarget[]>();
    for (const item of this.items.values()) {
      if (this.libraries.has(item.library_id)) continue;
      const items = byLibrary.get(item.library_id);
      if (items) items.push(item);
      else byLibrary.set(item.library_id, [item]);
    }
    return byLibrary;
  }

  private addLibrary(libraryId: string): void {
    const isRemovable = this.existingLibraries.has(libraryId) && mayWrite(this.writableIds, libraryId);
    if (!isRemovable || this.libraries.has(libraryId)) return;
    this.libraries.add(libraryId);
    this.count += 1;
  }

  private addItem(target: RemovalTarget | undefined, kind: string): void {
    if (target?.media_kind !== kind || !mayWrite(this.writableIds, target.library_id)) return;
    const { library_id: libraryId, media_id: mediaId, series_id: seriesId, season_id: seasonId } = target;
    const isRemoved =
      this.libraries.has(libraryId) || [mediaId, seriesId, seasonId].some((id) => id !== null && this.items.has(id));
    if (isRemoved) return;
    this.items.set(mediaId, target);
    this.count += 1;
  }
}

function mayWrite(libraryIds: readonly string[] | null, libraryId: string): boolean {
  return libraryIds === null || libraryIds.includes(libraryId);
}
