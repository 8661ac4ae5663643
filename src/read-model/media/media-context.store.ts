import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CountedItem } from '../facets/facet-deltas';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { DERIVED_COLUMNS, type DerivedContext } from './derived-rows';
import { MediaTable, type StoredRow } from './media-table';

/** A stored row of an item, read before a change replaces it. */
export interface PreviousContext extends StoredRow, Omit<DerivedContext, 'derived_hash' | 'line' | 'facets'> {
  /** Empty if the row is ready and equals the newly derived row, because then no facet count changes. */
  readonly facets: MediaFacet[];
  /** Whether reads served the row, so that the facet counts include it. */
  readonly served: boolean;
}

/**
 * Parameters: $1 library, $2 items, $3 hashes of the newly derived rows, in any order. The derived columns include the
 * id of the item, so a hash can equal only the stored hash of the same item.
 */
const PREVIOUS_SQL = `
SELECT c.library_id, c.media_id, c.media_kind, c.series_id, c.season_number, c.available, c.source_hash,
       c.inherited_hash, c.status, c.derived_hash,
       CASE WHEN c.status = 'ready' AND c.derived_hash = ANY ($3::text[]) THEN '[]' ELSE c.facets END AS facets,
       c.status = 'ready' AND c.available AS served
  FROM intelligence_media_context c WHERE c.library_id = $1 AND c.media_id = ANY ($2::uuid[])`;

/** Reads and writes `intelligence_media_context`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class MediaContextStore extends MediaTable {
  constructor() {
    super('intelligence_media_context', DERIVED_COLUMNS.contexts, 'refreshed_at');
  }

  /**
   * Returns the stored rows by the UUID of their item. Call it before the rows change. `derived` contains the rows that
   * will replace them; empty if the rows will be deleted.
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
   * Marks ready rows as stale. Returns the rows that reads served until now, with their facets. The caller subtracts
   * these facets from the counts.
   */
  async markStale(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<CountedItem[]> {
    const [rows] = await manager.query<[(CountedItem & { available: boolean })[], number]>(
      `UPDATE intelligence_media_context SET status = 'stale'
        WHERE library_id = $1 AND media_id = ANY($2::uuid[]) AND status = 'ready'
       RETURNING library_id, media_id, media_kind, facets, available`,
      [libraryId, [...mediaIds]],
    );
    return rows.filter((row) => row.available);
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
