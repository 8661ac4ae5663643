import type { MediaKind } from '../../common/media-id';
import type { DeleteLibraryRecord, DeleteMediaRecord } from '../ingest/records/catalog-record';

/** The item or the library that a removal names. */
export type Removal = Omit<DeleteMediaRecord, 'line'> | Omit<DeleteLibraryRecord, 'line'>;

/** An item to remove, as stored in the catalog. */
export interface RemovalTarget {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly season_id: string | null;
}

/**
 * Collects the items and libraries to remove. Does not count a removal if an earlier one removes its target, or if the
 * target is absent, of another kind, or in a library that may not be written.
 */
export class RemovalPlan {
  readonly libraries = new Set<string>();
  private readonly items = new Map<string, RemovalTarget>();
  /** Number of removals that remove something. */
  count = 0;

  constructor(
    private readonly targets: ReadonlyMap<string, RemovalTarget>,
    private readonly existingLibraries: ReadonlySet<string>,
    /** The libraries that may be written; null for all. */
    private readonly writableIds: readonly string[] | null,
  ) {}

  add(removal: Removal): void {
    if (removal.type === 'delete_library') this.addLibrary(removal.libraryId);
    else this.addItem(this.targets.get(removal.mediaId), removal.kind);
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
    const isRemovable = this.existingLibraries.has(libraryId) && this.mayWrite(libraryId);
    if (!isRemovable || this.libraries.has(libraryId)) return;
    this.libraries.add(libraryId);
    this.count += 1;
  }

  private addItem(target: RemovalTarget | undefined, kind: string): void {
    if (target?.media_kind !== kind || !this.mayWrite(target.library_id)) return;
    const { library_id: libraryId, media_id: mediaId, series_id: seriesId, season_id: seasonId } = target;
    const isRemoved =
      this.libraries.has(libraryId) || [mediaId, seriesId, seasonId].some((id) => id !== null && this.items.has(id));
    if (isRemoved) return;
    this.items.set(mediaId, target);
    this.count += 1;
  }

  private mayWrite(libraryId: string): boolean {
    return this.writableIds === null || this.writableIds.includes(libraryId);
  }
}
