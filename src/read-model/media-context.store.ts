import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MediaKind } from '../common/media-id';
import { copyLines } from '../database/copy-rows';
import { StagedRows } from '../database/staged-rows';
import type { CountedItem } from './facet-deltas';
import type { MediaFacet } from './facets';
import { type DerivedContext, linesOf, MEDIA_CONTEXT_FORMAT } from './media-derivation';

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

const STAGE = new StagedRows('media_contexts', MEDIA_CONTEXT_FORMAT);
const { columns: COLUMNS, names: NAMES } = MEDIA_CONTEXT_FORMAT;

// A row that says the same already is left alone, not even locked: to write it again would cost a tuple and all its
// index entries. OFFSET 0 keeps the planner, which knows nothing of a staging table, from reading the whole other one.
const REPLACE_SQL = `
${STAGE.take}
INSERT INTO intelligence_media_context AS c (${NAMES.join(', ')}, status, revision)
SELECT ${NAMES.join(', ')}, 'ready', $1 FROM staged s
 WHERE NOT EXISTS (
   SELECT FROM intelligence_media_context same
    WHERE same.library_id = s.library_id AND same.media_id = s.media_id
      AND (${compared('same')}, same.status) IS NOT DISTINCT FROM (${compared('s')}, 'ready') OFFSET 0)
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${NAMES.map((name) => `${name} = EXCLUDED.${name}`).join(', ')},
       status = 'ready', revision = EXCLUDED.revision, refreshed_at = now()
 WHERE c.revision <= EXCLUDED.revision`;

/** The columns as they compare: equal JSON of one derivation has equal text. */
function compared(row: string): string {
  return Object.entries(COLUMNS)
    .map(([name, type]) => `${row}.${name}${type === 'json' ? '::text' : ''}`)
    .join(', ');
}

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
    rows: readonly DerivedContext[],
    revision: number,
    previous: ReadonlyMap<string, PreviousContext>,
  ): Promise<void> {
    const known = rows.filter((row) => previous.has(row.media_id));
    if (known.length > 0) {
      await STAGE.put(manager, linesOf(known));
      await manager.query(REPLACE_SQL, [revision]);
    }
    const added = rows.filter((row) => !previous.has(row.media_id));
    if (added.length === 0) return;
    await copyLines(manager, 'intelligence_media_context', NAMES, linesOf(added), { status: 'ready', revision });
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
