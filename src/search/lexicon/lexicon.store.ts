import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isDistributed } from '../../database/distribution/distribution';
import { lockLexicon } from './lexicon-lock';
import {
  OUTDATED_LIBRARIES_MAX,
  OUTDATED_SQL,
  CATALOG_SQL,
  COUNT_SLICE_SQL,
  DOCUMENTS_SQL,
  DROP_WORDS_SQL,
  FINISH_SQL,
  LAST_COUNT_SQL,
  MERGE_SQL,
  MERGE_WORDS_SQL,
  MERGE_BATCH_WORDS,
  mergeOnNodesSql,
  NEXT_COUNTED_SQL,
  CATALOG_AND_LAST_COUNT_SQL,
  REVISIONS_SQL,
  SLICE_END_SQL,
  STATES_SQL,
  STORE_REVISION_SQL,
  STORE_STATE_SQL,
  SUM_SLICES_SQL,
} from './lexicon.sql';

/** GIN indexes with a pending list, to which PostgreSQL first adds the postings of a written row. */
const MERGED_INDEXES = [
  'intelligence_search_documents_lexemes_ix',
  'intelligence_search_documents_library_words_ix',
  'intelligence_media_context_facets_ix',
  'intelligence_media_context_library_facets_ix',
  'intelligence_media_context_provider_ix',
];

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** A library whose counts are outdated. */
export interface OutdatedLibrary {
  readonly libraryId: string;
  /** Revision of the library at its last count; negative before the first count, and after `COUNT_AGAIN_SQL`. */
  readonly countedRevision: number;
  /** Null for a library that was removed. */
  readonly revision: number | null;
  /** Number of documents at the last count, without those that are stale or not available. */
  readonly countedDocuments: number;
  /** The same number now. */
  readonly documents: number;
}

/** The state of the lexicon, compared with the catalog. */
export interface LexiconState {
  /** A text that changes with every change of any library. */
  readonly catalog: string;
  /** Milliseconds since the last count of any library; infinite before the first count. */
  readonly ageMs: number;
  /** Milliseconds that the run of the last count took; 0 before the first count. */
  readonly durationMs: number;
  /** The libraries with outdated counts, ordered by id; at most `OUTDATED_LIBRARIES_MAX`. */
  readonly outdated: readonly OutdatedLibrary[];
}

/** What a count did. `current`: nothing was outdated. `locked`: another transaction holds the lock of the lexicon. */
export type CountOutcome = 'counted' | 'current' | 'locked';

type OutdatedRow = Record<'library_id' | 'counted' | 'counted_documents' | 'documents', string> & {
  readonly current: string | null;
};

/** Counts the documents of each lexeme, library by library. Does not block readers or writers. */
@Injectable()
export class LexiconStore {
  /** Reads the state of the lexicon. The number of statements does not depend on the number of libraries. */
  async readState(manager: EntityManager): Promise<LexiconState> {
    const row = await readCatalogAndLastCount(manager);
    return {
      catalog: row?.catalog ?? '',
      ageMs: Number(row?.age ?? Infinity),
      durationMs: row?.duration ?? 0,
      outdated: await listOutdated(manager, null),
    };
  }

  /** Merges the pending lists into the indexes, so that searches do not have to scan them. */
  async mergePostings(manager: EntityManager): Promise<void> {
    if (isDistributed(manager)) {
      await manager.query(mergeOnNodesSql(MERGED_INDEXES.join('|')));
      return;
    }
    await manager.query('SELECT intelligence_merge_postings($1::text[])', [MERGED_INDEXES]);
  }

  /**
   * Counts a library if its counts are outdated, in the caller's transaction. Removes the words and the state of a
   * library that was removed. `runStartedAt` is the start time of the run in milliseconds; a run can count several
   * libraries.
   */
  async refresh(manager: EntityManager, libraryId: string, runStartedAt = Date.now()): Promise<CountOutcome> {
    if (!(await lockLexicon(manager))) return 'locked';
    // Reads the revision before the documents, so that a change in between makes the counts outdated again.
    const [library] = await listOutdated(manager, libraryId);
    if (library === undefined) return 'current';
    await this.countSlices(manager, libraryId);
    for (const statement of SUM_SLICES_SQL) await manager.query(statement);
    if (isDistributed(manager)) await mergeInBatches(manager, libraryId);
    else for (const statement of MERGE_SQL) await manager.query(statement, [libraryId]);
    if (library.revision === null) {
      await manager.query('DELETE FROM intelligence_lexicon_state WHERE library_id = $1', [libraryId]);
    } else {
      const durationMs = Date.now() - runStartedAt;
      await manager.query(STORE_STATE_SQL, [libraryId, library.revision, durationMs]);
      await manager.query(STORE_REVISION_SQL, [libraryId, library.revision, library.countedRevision]);
    }
    return 'counted';
  }

  /**
   * Merges the pending list of the index of spelling deletes and updates the planner's statistics, after libraries were
   * counted.
   */
  async mergeAndAnalyze(manager: EntityManager): Promise<void> {
    const { merge, analyze } = FINISH_SQL;
    await manager.query(isDistributed(manager) ? mergeOnNodesSql('intelligence_lexicon_slips_ix') : merge);
    await manager.query(analyze);
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

/** Merges the counts into the lexicon of a library on a distributed database, batch by batch. */
async function mergeInBatches(manager: EntityManager, libraryId: string): Promise<void> {
  for (let before = '', hasMore = true; hasMore;) {
    const counted: { lexeme: string; documents: number }[] = await manager.query(NEXT_COUNTED_SQL, [before]);
    const words = counted.map(({ lexeme }) => lexeme);
    hasMore = words.length === MERGE_BATCH_WORDS;
    const last = words.at(-1) ?? '';
    await manager.query(DROP_WORDS_SQL, [libraryId, words, before, hasMore ? last : null]);
    await manager.query(MERGE_WORDS_SQL, [libraryId, words, counted.map(({ documents }) => documents)]);
    before = last;
  }
}

/** A row of `CATALOG_AND_LAST_COUNT_SQL`. */
interface CatalogAndLastCount {
  readonly catalog: string;
  readonly age: string | null;
  readonly duration: number | null;
}

async function readCatalogAndLastCount(manager: EntityManager): Promise<CatalogAndLastCount | undefined> {
  if (!isDistributed(manager)) return (await manager.query<CatalogAndLastCount[]>(CATALOG_AND_LAST_COUNT_SQL))[0];
  const [catalog]: { libraries: string; revisions: string | null }[] = await manager.query(CATALOG_SQL);
  const [last]: Omit<CatalogAndLastCount, 'catalog'>[] = await manager.query(LAST_COUNT_SQL);
  return {
    catalog: `${catalog?.libraries}/${catalog?.revisions}`,
    age: last?.age ?? null,
    duration: last?.duration ?? null,
  };
}

/** Returns the rows of `OUTDATED_SQL` on a distributed database, which cannot join the tables of that statement. */
async function compareLibraries(manager: EntityManager, libraryId: string | null): Promise<OutdatedRow[]> {
  const values = [libraryId];
  const states: { library_id: string; revision: string; documents: string }[] = await manager.query(STATES_SQL, values);
  const libraries: { library_id: string; revision: string }[] = await manager.query(REVISIONS_SQL, values);
  const counts: { library_id: string; documents: string }[] = await manager.query(DOCUMENTS_SQL, values);
  const stateOf = new Map(states.map((row) => [row.library_id, row]));
  const revisionOf = new Map(libraries.map((row) => [row.library_id, row.revision]));
  const documentsOf = new Map(counts.map((row) => [row.library_id, row.documents]));
  const rows = [...new Set([...revisionOf.keys(), ...stateOf.keys()])].sort().map((id): OutdatedRow => {
    const state = stateOf.get(id);
    return {
      library_id: id,
      counted: state?.revision ?? '-1',
      current: revisionOf.get(id) ?? null,
      counted_documents: state?.documents ?? '0',
      documents: documentsOf.get(id) ?? '0',
    };
  });
  const isOutdated = (row: OutdatedRow): boolean =>
    !stateOf.has(row.library_id) || row.counted !== row.current || row.counted_documents !== row.documents;
  return rows.filter(isOutdated).slice(0, OUTDATED_LIBRARIES_MAX);
}

async function listOutdated(manager: EntityManager, libraryId: string | null): Promise<OutdatedLibrary[]> {
  const rows: OutdatedRow[] = isDistributed(manager)
    ? await compareLibraries(manager, libraryId)
    : await manager.query(OUTDATED_SQL, [libraryId]);
  return rows.map((row) => ({
    libraryId: row.library_id,
    countedRevision: Number(row.counted),
    revision: row.current === null ? null : Number(row.current),
    countedDocuments: Number(row.counted_documents),
    documents: Number(row.documents),
  }));
}
