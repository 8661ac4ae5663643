import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MediaKind } from '../../common/media-id';
import type { CountedItem } from '../facets/facet-deltas';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { type DerivedContext, MEDIA_CONTEXT_FORMAT } from './derived-rows';
import { MediaTable, type StoredRow } from './media-table';

/** A context row before a change. */
export interface PreviousContext extends StoredRow {
  readonly library_id: string;
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly season_number: number | null;
  readonly available: boolean;
  /** Empty if the row is ready and equals the newly derived row, because then no count changes. */
  readonly facets: MediaFacet[];
  readonly source_hash: string;
  readonly inherited_hash: string | null;
  /** Whether reads served the row, so that the counts include it. */
  readonly served: boolean;
}

/**
 * Parameters: $1 library, $2 items, $3 hashes of the newly derived rows. A hash covers the id of the item too, so it
 * equals only a stored hash of the same item.
 */
const PREVIOUS_SQL = `
SELECT c.library_id, c.media_id, c.media_kind, c.series_id, c.season_number, c.available, c.source_hash,
       c.inherited_hash, c.status, c.derived_hash,
       CASE WHEN c.status = 'ready' AND c.derived_hash = ANY ($3::text[]) THEN '[]' ELSE c.facets END AS facets,
       c.status = 'ready' AND c.available AS served
  FROM intelligence_media_context c WHERE c.library_id = $1 AND c.media_id = ANY ($2::uuid[])`;

const TABLE = new MediaTable('intelligence_media_context', MEDIA_CONTEXT_FORMAT, 'refreshed_at');

/** Writes `intelligence_media_context`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class MediaContextStore {
  /**
   * Returns the stored rows of the items before they change. `derived` are the rows that will replace them; default
   * none.
   */
  async readPrevious(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    derived: readonly DerivedContext[] = [],
  ): Promise<Map<string, PreviousContext>> {
    const hashes = derived.map((row) => row.derived_hash);
    const rows: PreviousContext[] = await manager.query(PREVIOUS_SQL, [libraryId, [...mediaIds], hashes]);
    return new Map(rows.map((row) => [row.media_id, row]));
  }

  /**
   * Writes rows with the status `ready`. `previous` are the stored rows, which the lock of the library protects from
   * changes.
   */
  write(
    manager: EntityManager,
    rows: readonly DerivedContext[],
    revision: number,
    previous: ReadonlyMap<string, PreviousContext>,
  ): Promise<void> {
    return TABLE.write(manager, rows, revision, previous);
  }

  /** Marks ready rows as stale. Returns the rows that were served before, with all their facets. */
  async markStale(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<CountedItem[]> {
    const [rows] = await manager.query<[(CountedItem & { available: boolean })[], number]>(
      `UPDATE intelligence_media_context SET status = 'stale'
        WHERE library_id = $1 AND media_id = ANY($2::uuid[]) AND status = 'ready'
       RETURNING library_id, media_id, media_kind, facets, available`,
      [libraryId, [...mediaIds]],
    );
    return rows.filter((row) => row.available);
  }

  remove(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    return TABLE.remove(manager, libraryId, mediaIds);
  }

  removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    return TABLE.removeLibrary(manager, libraryId);
  }

  /** Returns the UUIDs of the seasons and episodes of the series. */
  async listChildren(manager: EntityManager, libraryId: string, seriesIds: readonly string[]): Promise<string[]> {
    const rows: { media_id: string }[] = await manager.query(
      'SELECT media_id FROM intelligence_media_context WHERE library_id = $1 AND series_id = ANY($2::uuid[])',
      [libraryId, [...seriesIds]],
    );
    return rows.map((row) => row.media_id);
  }
}
