import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DERIVED_COLUMNS, type DerivedDocument } from './derived-rows';
import { MediaTable, type StoredRow } from './media-table';

/**
 * Sets `added_at` of new documents to the time when their items were stored. The item can be older than its document,
 * for example after the read model was rebuilt. Uses subqueries instead of a join: with outdated statistics, a join
 * could compare all pairs of rows of the library.
 */
const SET_ADDED_AT_SQL = `
UPDATE intelligence_search_documents d
   SET added_at = (SELECT m.created_at FROM media_items m WHERE m.library_id = $1 AND m.media_id = d.media_id)
 WHERE d.library_id = $1 AND d.media_id = ANY($2::uuid[])
   AND d.added_at <> (SELECT m.created_at FROM media_items m WHERE m.library_id = $1 AND m.media_id = d.media_id)`;

/** Writes `intelligence_search_documents`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class SearchDocumentStore extends MediaTable {
  constructor() {
    super('intelligence_search_documents', DERIVED_COLUMNS.documents);
  }

  /** Writes documents of one library with the status `ready`. */
  async write(manager: EntityManager, documents: readonly DerivedDocument[], revision: number): Promise<void> {
    const libraryId = documents[0]?.library_id;
    if (libraryId === undefined) return;
    const mediaIds = documents.map((document) => document.media_id);
    const rows: (StoredRow & { media_id: string })[] = await manager.query(
      `SELECT media_id, status, derived_hash FROM intelligence_search_documents
        WHERE library_id = $1 AND media_id = ANY($2::uuid[])`,
      [libraryId, mediaIds],
    );
    const storedRows = new Map(rows.map((row) => [row.media_id, row]));
    await this.writeRows(manager, documents, revision, storedRows);
    const added = mediaIds.filter((mediaId) => !storedRows.has(mediaId));
    if (added.length > 0) await manager.query(SET_ADDED_AT_SQL, [libraryId, added]);
  }

  /**
   * Changes the status of documents of a library. No index contains the status, so PostgreSQL can make a heap-only
   * (HOT) update, which does not index the lexemes again.
   */
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
}
