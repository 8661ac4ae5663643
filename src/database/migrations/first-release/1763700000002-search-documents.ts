import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/**
 * Creates the search documents, and the lexicon with the document frequencies of lexemes. Candidate search reads both.
 */
export class SearchDocuments1763700000002 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const STATEMENTS = [
  // With this `toast_tuple_target` and STORAGE MAIN, PostgreSQL moves no value to the TOAST table while the row fits a
  // page. Ranking reads hundreds of profiles, and each value in the TOAST table would cost a second look-up.
  `CREATE TABLE intelligence_search_documents (
    library_id uuid NOT NULL,
    media_id uuid NOT NULL,
    media_kind text NOT NULL,
    available boolean NOT NULL,
    status text NOT NULL,
    year integer,
    season_number integer,
    episode_number integer,
    prominence real NOT NULL,
    title_key text COLLATE "C" NOT NULL,
    titles text NOT NULL,
    profile text NOT NULL,
    lexemes tsvector NOT NULL,
    revision bigint NOT NULL,
    CONSTRAINT intelligence_search_documents_pk PRIMARY KEY (library_id, media_id),
    CONSTRAINT intelligence_search_documents_status_ck CHECK (status IN ('ready', 'stale'))
  ) WITH (fillfactor = 85, toast_tuple_target = 8160)`,
  `ALTER TABLE intelligence_search_documents ALTER COLUMN profile SET STORAGE MAIN`,
  // GIN collects new entries in a pending list and merges them in bulk. The limit of the list is in kilobytes.
  `CREATE INDEX intelligence_search_documents_lexemes_ix ON intelligence_search_documents USING gin (lexemes)
    WITH (fastupdate = on, gin_pending_list_limit = 16384)`,
  `CREATE INDEX intelligence_search_documents_title_ix ON intelligence_search_documents (title_key, media_id)`,
  `CREATE INDEX intelligence_search_documents_prominence_ix
    ON intelligence_search_documents (prominence DESC, media_id)`,
  `CREATE TABLE intelligence_lexicon (
    lexeme text COLLATE "C" NOT NULL,
    documents integer NOT NULL,
    slips text[] COLLATE "C" NOT NULL,
    CONSTRAINT intelligence_lexicon_pk PRIMARY KEY (lexeme)
  )`,
  // `slips` contains the spelling deletes of words of titles and names with 3 to 24 letters: the word, and each form of
  // the word without one of its letters. Two such words that differ by one edit have a delete in common. For other
  // words, `slips` is empty. The pending list is limited to 4 MiB, because every look-up scans it.
  `CREATE INDEX intelligence_lexicon_slips_ix ON intelligence_lexicon USING gin (slips)
    WITH (fastupdate = on, gin_pending_list_limit = 4096)`,
  // The revision -1 and the time '-infinity' mean that the words were never counted.
  `CREATE TABLE intelligence_lexicon_state (
    only_row boolean NOT NULL DEFAULT true,
    documents bigint NOT NULL DEFAULT 0,
    catalog_revision bigint NOT NULL DEFAULT -1,
    duration_ms integer NOT NULL DEFAULT 0,
    refreshed_at timestamptz NOT NULL DEFAULT '-infinity',
    CONSTRAINT intelligence_lexicon_state_pk PRIMARY KEY (only_row),
    CONSTRAINT intelligence_lexicon_state_one_ck CHECK (only_row)
  )`,
  `INSERT INTO intelligence_lexicon_state DEFAULT VALUES`,
];
