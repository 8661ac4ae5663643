import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { copyLines } from '../database/copy-rows';
import { StagedRows } from '../database/staged-rows';
import { type DerivedDocument, linesOf, SEARCH_DOCUMENT_FORMAT } from './media-derivation';

const STAGE = new StagedRows('search_documents', SEARCH_DOCUMENT_FORMAT);
const { names: NAMES } = SEARCH_DOCUMENT_FORMAT;

// A row that says the same already is left alone, not even locked: to write it again would cost a tuple and all its
// index entries. OFFSET 0 keeps the planner, which knows nothing of a staging table, from reading the whole other one.
const REPLACE_SQL = `
${STAGE.take}
INSERT INTO intelligence_search_documents AS d (${NAMES.join(', ')}, status, revision)
SELECT ${NAMES.join(', ')}, 'ready', $1 FROM staged s
 WHERE NOT EXISTS (
   SELECT FROM intelligence_search_documents same
    WHERE same.library_id = s.library_id AND same.media_id = s.media_id
      AND (${namesOf('same')}, same.status) IS NOT DISTINCT FROM (${namesOf('s')}, 'ready') OFFSET 0)
ON CONFLICT (library_id, media_id) DO UPDATE
   SET ${NAMES.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}, status = 'ready', revision = EXCLUDED.revision
 WHERE d.revision <= EXCLUDED.revision`;

function namesOf(row: string): string {
  return NAMES.map((name) => `${row}.${name}`).join(', ');
}

/** Writes `intelligence_search_documents`. Every method is set-based and runs in the caller's transaction. */
@Injectable()
export class SearchDocumentStore {
  /**
   * Writes documents of one library, ready to be served; best in batches of up to some thousands. Those that are not
   * there yet, as the library's lock keeps them, are appended.
   */
  async write(manager: EntityManager, documents: readonly DerivedDocument[], revision: number): Promise<void> {
    const libraryId = documents[0]?.library_id;
    if (libraryId === undefined) return;
    const mediaIds = documents.map((document) => document.media_id);
    const rows: { media_id: string }[] = await manager.query(
      'SELECT media_id FROM intelligence_search_documents WHERE library_id = $1 AND media_id = ANY($2::uuid[])',
      [libraryId, mediaIds],
    );
    const present = new Set(rows.map((row) => row.media_id));
    const known = documents.filter((document) => present.has(document.media_id));
    if (known.length > 0) {
      await STAGE.put(manager, linesOf(known));
      await manager.query(REPLACE_SQL, [revision]);
    }
    const added = documents.filter((document) => !present.has(document.media_id));
    if (added.length === 0) return;
    await copyLines(manager, 'intelligence_search_documents', NAMES, linesOf(added), { status: 'ready', revision });
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
