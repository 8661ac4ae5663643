import { groupBy } from '../../common/group-by';
import type { MediaItemEntity } from '../../database/entities/catalog/media-item.entity';
import type { DeleteLibraryRecord, DeleteMediaRecord } from '../ingest/records/catalog-record';

/** An item or a library to remove. */
export type Removal = Omit<DeleteMediaRecord, 'line'> | Omit<DeleteLibraryRecord, 'line'>;

/** An item to remove, as stored in the catalog. */
export type RemovalTarget = Readonly<
  Pick<MediaItemEntity, 'library_id' | 'media_id' | 'media_kind' | 'series_id' | 'season_id'>
>;

/**
 * Collects the items and libraries to remove. Ignores a removal if an earlier one removes its target, or if the target
 * is absent, of another kind, or may not be written.
 */
export class RemovalPlan {
  readonly libraries = new Set<string>();
  private readonly items = new Map<string, RemovalTarget>();
  /** Number of removals that were not ignored. */
  count = 0;

  constructor(
    private readonly targets: ReadonlyMap<string, RemovalTarget>,
    private readonly existingLibraries: ReadonlySet<string>,
    /** The libraries that may be written; null for all. */
    private readonly writableLibraryIds: readonly string[] | null,
  ) {}

  add(removal: Removal): void {
    if (removal.type === 'delete_library') this.addLibrary(removal.libraryId);
    else this.addItem(this.targets.get(removal.mediaId), removal.kind);
  }

  /** Returns the items to remove, grouped by library. Leaves out the items of `libraries`. */
  itemsByLibrary(): Map<string, RemovalTarget[]> {
    const items = [...this.items.values()].filter((item) => !this.libraries.has(item.library_id));
    return groupBy(items, (item) => item.library_id);
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
    return this.writableLibraryIds === null || this.writableLibraryIds.includes(libraryId);
  }
}
