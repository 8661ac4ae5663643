import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SearchDocument } from './search-document';

const UPSERT_SQL = `
INSERT INTO intelligence_search_documents AS d
       (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile, lexemes,
        revision)
SELECT library_id, media_id, media_kind, available, 'ready', year, prominence, title_key, titles, profile,
       lexemes::tsvector, $2
  FROM json_to_recordset($1::json) AS r(
       library_id uuid, media_id uuid, media_kind text, available boolean, year integer, prominence real,
       title_key text, titles text, profile text, lexemes text)
ON CONFLICT (library_id, media_id) DO UPDATE
   SET media_kind = EXCLUDED.media_kind, available = EXCLUDED.available, status = 'ready', year = EXCLUDED.year,
       prominence = EXCLUDED.prominence, title_key = EXCLUDED.title_key, titles = EXCLUDED.titles,
       profile = EXCLUDED.profile, lexemes = EXCLUDED.lexemes, revision = EXCLUDED.revision
 WHERE d.revision <= EXCLUDED.revision`;

/** Writes `intelligence_search_documents`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class SearchDocumentStore {
  /** Writes documents, ready to be served, in one statement; best in batches of up to some thousands. */
  async write(manager: EntityManager, documents: readonly SearchDocument[], revision: number): Promise<void> {
    if (documents.length > 0) await manager.query(UPSERT_SQL, [JSON.stringify(documents), revision]);
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
