import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MediaKind } from '../common/media-id';
import type { CountedItem } from './facet-deltas';
import type { MediaFacet } from './facets';
import type { MediaContextRow } from './media-context.projection';

/** A context row as it stood before a change. */
export interface PreviousContext {
  readonly library_id: string;
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly facets: MediaFacet[];
  readonly source_hash: string;
  readonly inherited_hash: string | null;
  /** Whether reads served the row, and the counts therefore hold it. */
  readonly served: boolean;
}

const PREVIOUS_COLUMNS = `library_id, media_id, media_kind, facets, source_hash, inherited_hash,
  status = 'ready' AND available AS served`;

const UPSERT_SQL = `
INSERT INTO intelligence_media_context AS c
       (library_id, media_id, media_kind, series_id, season_id, season_number, episode_number, title, year, popularity,
        available, media, summary_text, people, people_total, facets, facet_keys, provider_keys,
        franchise_keys, missing_fields, source_hash, inherited_hash, status, revision)
SELECT library_id, media_id, media_kind, series_id, season_id, season_number, episode_number, title, year, popularity,
       available, media, summary_text, people, people_total, facets, facet_keys, provider_keys, franchise_keys,
       missing_fields, source_hash, inherited_hash, 'ready', $2
  FROM json_to_recordset($1::json) AS r(
       library_id uuid, media_id uuid, media_kind text, series_id uuid, season_id uuid, season_number integer,
       episode_number integer, title text, year integer, popularity double precision, available boolean, media jsonb,
       summary_text text, people jsonb, people_total integer, facets jsonb, facet_keys text[], provider_keys text[],
       franchise_keys text[], missing_fields text[], source_hash text, inherited_hash text)
ON CONFLICT (library_id, media_id) DO UPDATE
   SET media_kind = EXCLUDED.media_kind, series_id = EXCLUDED.series_id, season_id = EXCLUDED.season_id,
       season_number = EXCLUDED.season_number, episode_number = EXCLUDED.episode_number, title = EXCLUDED.title,
       year = EXCLUDED.year, popularity = EXCLUDED.popularity, available = EXCLUDED.available, media = EXCLUDED.media,
       summary_text = EXCLUDED.summary_text, people = EXCLUDED.people, people_total = EXCLUDED.people_total,
       facets = EXCLUDED.facets, facet_keys = EXCLUDED.facet_keys, provider_keys = EXCLUDED.provider_keys,
       franchise_keys = EXCLUDED.franchise_keys, missing_fields = EXCLUDED.missing_fields,
       source_hash = EXCLUDED.source_hash, inherited_hash = EXCLUDED.inherited_hash, status = 'ready',
       revision = EXCLUDED.revision, refreshed_at = now()
 WHERE c.revision <= EXCLUDED.revision`;

/** Writes `intelligence_media_context`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class MediaContextStore {
  /** The present rows of the items, before they change. */
  async readPrevious(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
  ): Promise<Map<string, PreviousContext>> {
    const rows: PreviousContext[] = await manager.query(
      `SELECT ${PREVIOUS_COLUMNS} FROM intelligence_media_context WHERE library_id = $1 AND media_id = ANY($2::uuid[])`,
      [libraryId, [...mediaIds]],
    );
    return new Map(rows.map((row) => [row.media_id, row]));
  }

  /** Inserts or replaces rows as ready; a row of a later revision stays as it is. */
  async write(manager: EntityManager, rows: readonly MediaContextRow[], revision: number): Promise<void> {
    if (rows.length > 0) await manager.query(UPSERT_SQL, [JSON.stringify(rows), revision]);
  }

  /** Marks ready rows stale and gives those that were served until now, as the counts hold them. */
  async markStale(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<CountedItem[]> {
    const [rows] = (await manager.query(
      `UPDATE intelligence_media_context SET status = 'stale'
        WHERE library_id = $1 AND media_id = ANY($2::uuid[]) AND status = 'ready'
       RETURNING library_id, media_id, media_kind, facets, available`,
      [libraryId, [...mediaIds]],
    )) as [(CountedItem & { available: boolean })[], number];
    return rows.filter((row) => row.available);
  }

  /** Removes rows. */
  async remove(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    await manager.query('DELETE FROM intelligence_media_context WHERE library_id = $1 AND media_id = ANY($2::uuid[])', [
      libraryId,
      [...mediaIds],
    ]);
  }

  /** Removes all rows of a library. */
  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query('DELETE FROM intelligence_media_context WHERE library_id = $1', [libraryId]);
  }

  /** UUIDs of the rows below the given series (seasons and episodes). */
  async listChildren(manager: EntityManager, libraryId: string, seriesIds: readonly string[]): Promise<string[]> {
    const rows: { media_id: string }[] = await manager.query(
      'SELECT media_id FROM intelligence_media_context WHERE library_id = $1 AND series_id = ANY($2::uuid[])',
      [libraryId, [...seriesIds]],
    );
    return rows.map((row) => row.media_id);
  }
}
