import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  BEHIND_SQL,
  COUNT_SLICE_SQL,
  FINISH_SQL,
  MERGE_SQL,
  OVERALL_SQL,
  SLICE_END_SQL,
  STORE_STATE_SQL,
  SUM_SLICES_SQL,
} from './lexicon.sql';

/** Key of the advisory lock that lets one instance at a time count. */
export const LEXICON_LOCK = 0x6c657869;

/** Indexes with a pending list, which collects postings while rows are written. */
const MERGED_INDEXES = [
  'intelligence_search_documents_lexemes_ix',
  'intelligence_media_context_facets_ix',
  'intelligence_media_context_provider_ix',
];

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** A library whose counts are behind. */
export interface UncountedLibrary {
  readonly libraryId: string;
  /** Revision of the library at its last count; -1 before the first count. */
  readonly countedRevision: number;
  /** Null for a library that was removed. */
  readonly revision: number | null;
  /** Servable documents at the last count, and now. */
  readonly countedDocuments: number;
  readonly documents: number;
}

/** The state of the lexicon, compared with the catalog. */
export interface LexiconState {
  /** Equal for equal catalogs: it changes with every change of any library. */
  readonly catalog: string;
  /** Milliseconds since the last count, and how long its run took; infinite and 0 before the first count. */
  readonly ageMs: number;
  readonly durationMs: number;
  /** In order of their ids. */
  readonly behind: readonly UncountedLibrary[];
}

type BehindRow = Record<'library_id' | 'counted' | 'counted_documents' | 'documents', string> & {
  readonly current: string | null;
};

/** Counts the documents of each lexeme, library by library. Readers and writers are not blocked. */
@Injectable()
export class LexiconStore {
  /** Reads the state of the lexicon; two statements, whatever the number of libraries. */
  async readState(manager: EntityManager): Promise<LexiconState> {
    const [overall]: { catalog: string; age: string | null; duration: number | null }[] =
      await manager.query(OVERALL_SQL);
    return {
      catalog: overall?.catalog ?? '',
      ageMs: Number(overall?.age ?? Infinity),
      durationMs: overall?.duration ?? 0,
      behind: await listBehind(manager, null),
    };
  }

  /** Merges the pending lists into the indexes, so that searches do not have to scan them. */
  async mergePostings(manager: EntityManager): Promise<void> {
    await manager.query('SELECT gin_clean_pending_list(name::regclass) FROM unnest($1::text[]) AS name', [
      MERGED_INDEXES,
    ]);
  }

  /**
   * Counts a library if it is behind, in the caller's transaction; false if another instance is counting. `runStartedAt`
   * is the time in milliseconds at which the run began that counts this library and perhaps others.
   */
  async refresh(manager: EntityManager, libraryId: string, runStartedAt = Date.now()): Promise<boolean> {
    const [lock]: { locked: boolean }[] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      LEXICON_LOCK,
    ]);
    if (lock?.locked !== true) return false;
    // The revision is read before the documents: what comes between has the library counted again.
    const [library] = await listBehind(manager, libraryId);
    if (library === undefined) return true;
    await this.countSlices(manager, libraryId);
    for (const statement of SUM_SLICES_SQL) await manager.query(statement);
    for (const statement of MERGE_SQL) await manager.query(statement, [libraryId]);
    if (library.revision === null) {
      await manager.query('DELETE FROM intelligence_lexicon_state WHERE library_id = $1', [libraryId]);
    } else {
      await manager.query(STORE_STATE_SQL, [libraryId, library.revision, Date.now() - runStartedAt]);
    }
    return true;
  }

  /** Prepares index and statistics for searches after libraries were counted. */
  async finish(manager: EntityManager): Promise<void> {
    for (const statement of FINISH_SQL) await manager.query(statement);
  }

  private async countSlices(manager: EntityManager, libraryId: string): Promise<void> {
    await manager.query('CREATE TEMP TABLE fresh_lexicon (lexeme text, documents integer) ON COMMIT DROP');
    for (let from: string | null = LOWEST_ID; from !== null;) {
      const [next]: { media_id: string }[] = await manager.query(SLICE_END_SQL, [libraryId, from]);
      const end: string | null = next?.media_id ?? null;
      await manager.query(COUNT_SLICE_SQL, [libraryId, from, end]);
      from = end;
    }
  }
}

async function listBehind(manager: EntityManager, libraryId: string | null): Promise<UncountedLibrary[]> {
  const rows: BehindRow[] = await manager.query(BEHIND_SQL, [libraryId]);
  return rows.map((row) => ({
    libraryId: row.library_id,
    countedRevision: Number(row.counted),
    revision: row.current === null ? null : Number(row.current),
    countedDocuments: Number(row.counted_documents),
    documents: Number(row.documents),
  }));
}
