import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MediaKind } from '../common/media-id';
import { type CopyColumns, copyRows, type CopyType } from '../database/copy-rows';
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

/** The derived columns, with the type each has in JSON and in COPY. */
const COLUMNS: Readonly<Record<keyof MediaContextRow, readonly [string, CopyType]>> = {
  library_id: ['uuid', 'plain'],
  media_id: ['uuid', 'plain'],
  media_kind: ['text', 'plain'],
  series_id: ['uuid', 'plain'],
  season_id: ['uuid', 'plain'],
  season_number: ['integer', 'plain'],
  episode_number: ['integer', 'plain'],
  title: ['text', 'plain'],
  year: ['integer', 'plain'],
  popularity: ['double precision', 'plain'],
  available: ['boolean', 'plain'],
  media: ['jsonb', 'json'],
  summary_text: ['text', 'plain'],
  people: ['jsonb', 'json'],
  people_total: ['integer', 'plain'],
  facets: ['jsonb', 'json'],
  facet_keys: ['text[]', 'text[]'],
  provider_keys: ['text[]', 'text[]'],
  franchise_keys: ['text[]', 'text[]'],
  missing_fields: ['text[]', 'text[]'],
  source_hash: ['text', 'plain'],
  inherited_hash: ['text', 'plain'],
};

const NAMES = Object.keys(COLUMNS);

// A row that says the same already is left alone: to write it again would cost a tuple and all its index entries.
const UPSERT_SQL = `
INSERT INTO intelligence_media_context AS c (${NAMES.join(', ')}, status, revision)
SELECT ${NAMES.join(', ')}, 'ready', $2
  FROM json_to_recordset($1::json) AS r(${Object.entries(COLUMNS)
    .map(([name, [type]]) => `${name} ${type}`)
    .join(', ')})
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${NAMES.map((name) => `${name} = EXCLUDED.${name}`).join(', ')},
       status = 'ready', revision = EXCLUDED.revision, refreshed_at = now()
 WHERE c.revision <= EXCLUDED.revision
   AND (${NAMES.map((name) => `c.${name}`).join(', ')}, c.status)
       IS DISTINCT FROM (${NAMES.map((name) => `EXCLUDED.${name}`).join(', ')}, 'ready')`;

const COPY_COLUMNS = Object.fromEntries(
  Object.entries(COLUMNS).map(([name, [, type]]) => [name, type]),
) as CopyColumns<MediaContextRow>;

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

  /**
   * Inserts or replaces rows as ready; a row of a later revision stays as it is. `previous` are the rows there are, as
   * the library's lock keeps them: all others are new and are appended.
   */
  async write(
    manager: EntityManager,
    rows: readonly MediaContextRow[],
    revision: number,
    previous: ReadonlyMap<string, PreviousContext>,
  ): Promise<void> {
    const known = rows.filter((row) => previous.has(row.media_id));
    if (known.length > 0) await manager.query(UPSERT_SQL, [JSON.stringify(known), revision]);
    const added = rows.filter((row) => !previous.has(row.media_id));
    await copyRows(manager, 'intelligence_media_context', COPY_COLUMNS, added, { status: 'ready', revision });
  }

  /** Marks ready rows stale and gives those that were served until now, as the counts hold them. */
  async markStale(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<CountedItem[]> {
    const [rows] = await manager.query<[(CountedItem & { available: boolean })[], number]>(
      `UPDATE intelligence_media_context SET status = 'stale'
        WHERE library_id = $1 AND media_id = ANY($2::uuid[]) AND status = 'ready'
       RETURNING library_id, media_id, media_kind, facets, available`,
      [libraryId, [...mediaIds]],
    );
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
