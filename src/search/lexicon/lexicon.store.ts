import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ALL_LIBRARIES } from '../../database/all-libraries';

/** Key of the advisory lock that lets one instance at a time count. */
export const LEXICON_LOCK = 0x6c657869;

/** Pages that one statement counts: about 100,000 documents, in a few seconds. */
const SLICE_PAGES = 20_000;

/** Indexes with a pending list, which collects postings while rows are written. */
const MERGED_INDEXES = [
  'intelligence_search_documents_lexemes_ix',
  'intelligence_media_context_facets_ix',
  'intelligence_media_context_provider_ix',
];

/** The state of the lexicon, compared with the catalog. */
export interface LexiconState {
  /** Catalog revision of the last count; -1 before the first count. */
  readonly countedRevision: number;
  readonly catalogRevision: number;
  /** Milliseconds since the last count, and how long it took; infinite and 0 before the first count. */
  readonly ageMs: number;
  readonly durationMs: number;
  /** Servable documents at the last count, and now. */
  readonly countedDocuments: number;
  readonly documents: number;
}

/**
 * Counts the lexemes of the pages from `$1` to `$2`. Whole titles and names are left out. Only servable documents count,
 * so the lexicon reveals nothing of others.
 */
const COUNT_SLICE_SQL = `
INSERT INTO fresh_lexicon
SELECT s.word, s.ndoc
  FROM ts_stat(format(
    $q$SELECT lexemes FROM intelligence_search_documents
        WHERE ctid >= '(%s,0)'::tid AND ctid < '(%s,0)'::tid AND status = 'ready' AND available$q$,
    $1::bigint, $2::bigint)) AS s
 WHERE left(s.word, 1) NOT IN ('=', 'N')`;

/** Spelling deletes are stored for words of titles and names of 3 to 24 letters, as `spellingDeletesOf` makes them. */
const MERGE_SQL = [
  // The planner's statistics are as old as the last count: it might take the lexicon for empty and scan it for each word.
  'SET LOCAL enable_nestloop = off',
  `CREATE TEMP TABLE counted_lexicon ON COMMIT DROP AS
   SELECT lexeme COLLATE "C" AS lexeme, sum(documents)::integer AS documents FROM fresh_lexicon GROUP BY 1`,
  `ANALYZE counted_lexicon`,
  `DELETE FROM intelligence_lexicon x
    WHERE NOT EXISTS (SELECT FROM counted_lexicon c WHERE c.lexeme = x.lexeme)`,
  `UPDATE intelligence_lexicon x SET documents = c.documents
     FROM counted_lexicon c WHERE c.lexeme = x.lexeme AND c.documents <> x.documents`,
  `INSERT INTO intelligence_lexicon (lexeme, documents, slips)
   SELECT c.lexeme, c.documents,
          CASE WHEN left(c.lexeme, 1) IN ('t', 'p') AND length(c.lexeme) BETWEEN 4 AND 25
               THEN ARRAY(SELECT DISTINCT left(w.word, i - 1) || substr(w.word, i + 1)
                            FROM (SELECT substr(c.lexeme, 2) AS word) AS w,
                                 generate_series(1, length(w.word) + 1) AS i)
               ELSE '{}' END
     FROM counted_lexicon c
    WHERE NOT EXISTS (SELECT FROM intelligence_lexicon x WHERE x.lexeme = c.lexeme)`,
  // Merges the pending list at once: inserting the spelling deletes one by one takes many times as long as the count.
  `SELECT gin_clean_pending_list('intelligence_lexicon_slips_ix')`,
  `ANALYZE intelligence_lexicon`,
  `ANALYZE intelligence_search_documents`,
];

/** Counts the documents of each lexeme. Readers and writers are not blocked. */
@Injectable()
export class LexiconStore {
  /** Reads the state of the lexicon; one statement. */
  async readState(manager: EntityManager): Promise<LexiconState> {
    const rows: Record<
      'counted' | 'current' | 'age' | 'duration' | 'counted_documents' | 'documents',
      string | null
    >[] = await manager.query(
      `SELECT s.catalog_revision AS counted, r.revision AS current, s.duration_ms AS duration,
                (extract(epoch FROM clock_timestamp() - s.refreshed_at) * 1000)::bigint AS age,
                s.documents AS counted_documents,
                (SELECT coalesce(sum(g.value_total), 0) FROM intelligence_facet_groups g
                  WHERE g.library_id = $1 AND g.facet_kind = 'media_kind') AS documents
           FROM intelligence_lexicon_state s CROSS JOIN catalog_revision r`,
      [ALL_LIBRARIES],
    );
    const [row] = rows;
    return {
      countedRevision: Number(row?.counted ?? -1),
      catalogRevision: Number(row?.current ?? 0),
      ageMs: Number(row?.age ?? Infinity),
      durationMs: Number(row?.duration ?? 0),
      countedDocuments: Number(row?.counted_documents ?? 0),
      documents: Number(row?.documents ?? 0),
    };
  }

  /** Merges the pending lists into the indexes, so that searches do not have to scan them. */
  async mergePostings(manager: EntityManager): Promise<void> {
    await manager.query('SELECT gin_clean_pending_list(name::regclass) FROM unnest($1::text[]) AS name', [
      MERGED_INDEXES,
    ]);
  }

  /** Replaces the counts, in the caller's transaction; false if another instance is counting. */
  async refresh(manager: EntityManager): Promise<boolean> {
    const started = Date.now();
    const [lock]: { locked: boolean }[] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      LEXICON_LOCK,
    ]);
    if (lock?.locked !== true) return false;
    const [state]: { revision: string; pages: string }[] = await manager.query(
      `SELECT revision, pg_relation_size('intelligence_search_documents') / current_setting('block_size')::bigint + 1
              AS pages FROM catalog_revision`,
    );
    await manager.query('CREATE TEMP TABLE fresh_lexicon (lexeme text, documents integer) ON COMMIT DROP');
    const pages = Number(state?.pages ?? 0);
    for (let page = 0; page < pages; page += SLICE_PAGES) {
      await manager.query(COUNT_SLICE_SQL, [page, page + SLICE_PAGES]);
    }
    for (const statement of MERGE_SQL) await manager.query(statement);
    await manager.query(
      `UPDATE intelligence_lexicon_state
          SET documents = (SELECT coalesce(sum(documents), 0) FROM counted_lexicon WHERE left(lexeme, 1) = 'K'),
              catalog_revision = $1, duration_ms = $2, refreshed_at = clock_timestamp()`,
      [state?.revision ?? 0, Date.now() - started],
    );
    return true;
  }
}
