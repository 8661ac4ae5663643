import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CopyColumns, copyRows } from '../database/copy-rows';
import type { SearchDocument } from './search-document';

/** The derived columns with their types in JSON; `lexemes` is a `tsvector` literal. */
const COLUMNS: Readonly<Record<keyof SearchDocument, string>> = {
  library_id: 'uuid',
  media_id: 'uuid',
  media_kind: 'text',
  available: 'boolean',
  year: 'integer',
  season_number: 'integer',
  episode_number: 'integer',
  prominence: 'real',
  title_key: 'text',
  titles: 'text',
  profile: 'text',
  lexemes: 'text',
};

const NAMES = Object.keys(COLUMNS);

// A row that says the same already is left alone: to write it again would cost a tuple and all its index entries.
const UPSERT_SQL = `
INSERT INTO intelligence_search_documents AS d (${NAMES.join(', ')}, status, revision)
SELECT ${NAMES.map((name) => (name === 'lexemes' ? 'lexemes::tsvector' : name)).join(', ')}, 'ready', $2
  FROM json_to_recordset($1::json) AS r(${Object.entries(COLUMNS)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ')})
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${NAMES.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}, status = 'ready', revision = EXCLUDED.revision
 WHERE d.revision <= EXCLUDED.revision
   AND (${NAMES.map((name) => `d.${name}`).join(', ')}, d.status)
       IS DISTINCT FROM (${NAMES.map((name) => `EXCLUDED.${name}`).join(', ')}, 'ready')`;

const COPY_COLUMNS = Object.fromEntries(NAMES.map((name) => [name, 'plain'])) as CopyColumns<SearchDocument>;

/** Writes `intelligence_search_documents`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class SearchDocumentStore {
  /**
   * Writes documents of one library, ready to be served; best in batches of up to some thousands. Those that are not
   * there yet, as the library's lock keeps them, are appended.
   */
  async write(manager: EntityManager, documents: readonly SearchDocument[], revision: number): Promise<void> {
    const libraryId = documents[0]?.library_id;
    if (libraryId === undefined) return;
    const mediaIds = documents.map((document) => document.media_id);
    const rows: { media_id: string }[] = await manager.query(
      'SELECT media_id FROM intelligence_search_documents WHERE library_id = $1 AND media_id = ANY($2::uuid[])',
      [libraryId, mediaIds],
    );
    const present = new Set(rows.map((row) => row.media_id));
    const known = documents.filter((document) => present.has(document.media_id));
    if (known.length > 0) await manager.query(UPSERT_SQL, [JSON.stringify(known), revision]);
    const added = documents.filter((document) => !present.has(document.media_id));
    await copyRows(manager, 'intelligence_search_documents', COPY_COLUMNS, added, { status: 'ready', revision });
  }

  /** Moves documents of a library to a status. Status is in no index, so the lexemes are not indexed again. */
  async setStatus(
    manager: EntityManager,
    libraryId: string,
    mediaIds: readonly string[],
    status: 'ready' | 'stale',
  ): Promise<void> {
    await manager.query(
      `UPDATE intelligence_search_documents SET status = $3
        WHERE library_id = $1 AND media_id = ANY($2::uuid[]) AND status <> $3`,
      [libraryId, [...mediaIds], status],
    );
  }

  /** Removes documents. */
  async remove(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    await manager.query(
      'DELETE FROM intelligence_search_documents WHERE library_id = $1 AND media_id = ANY($2::uuid[])',
      [libraryId, [...mediaIds]],
    );
  }

  /** Removes all documents of a library. */
  async removeLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query('DELETE FROM intelligence_search_documents WHERE library_id = $1', [libraryId]);
  }
}
