import { Client, type QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import type { BrowseSelection } from '../../../src/candidates/browse/browse-conditions';
import { SCAN_MAX } from '../../../src/candidates/browse/browse-plan';
import { DISABLE_SEQ_SCANS } from '../../../src/candidates/retrieval/candidates.sql';
import type { SearchFilter } from '../../../src/candidates/query/search-filter';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import type { Principal } from '../../../src/common/principal';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import type { ReadScope, Statement } from '../../../src/database/read-scope';
import { LexiconStore } from '../../../src/search/lexicon/lexicon.store';
import { lexemeQuery } from '../../../src/search/tsquery';
import { createTestDatabase } from '../../support/databases/test-database';

/** Number of search documents. */
export const ROWS = 72_000;
/** A user without rows. */
export const NOBODY = '00000000-0000-4000-8000-000000000000';
/** A library without rows. */
export const EMPTY_LIBRARY = '00000000-0000-4000-8000-000000000000';
/** Another library without rows. */
export const OTHER_LIBRARY = '00000000-0000-4000-8000-000000000001';

/** Reads by `NOBODY`, who sees all libraries, on a connection. */
export function scopeOf(client: Client): ReadScope {
  return {
    principal: { userId: NOBODY } as Principal,
    libraryIds: null,
    distributed: null,
    listHiddenLibraries: () => Promise.resolve(null),
    rows: async <Row extends QueryResultRow>({ text }: Statement, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
}

const FILL_LIBRARIES_SQL = `
INSERT INTO libraries (library_id, name, library_kind, revision)
SELECT md5('library' || i)::uuid, 'Library ' || i, 'movies', 1 FROM generate_series(0, 3) AS i`;

/**
 * Inserts documents. As in natural language, few words are frequent: about 4 in 100 documents contain the word `o100`,
 * and about 4 in 1,000 contain `o1000`.
 */
const FILL_SQL = `
INSERT INTO intelligence_search_documents
       (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile, lexemes,
        revision)
SELECT md5('library' || i % 4)::uuid, md5(i::text)::uuid, 'movie', true, 'ready', 1920 + i % 100, (i % 1000) / 1000.0,
       'title' || i, 'title ' || i, 'AA',
       array_to_tsvector(ARRAY['Kmovie', 'B' || md5('library' || i % 4)::uuid, 'y' || 1920 + i % 100, 'tfilm', 't' || i] || words.lexemes), 1
  FROM generate_series(1, $1::integer) AS i
 CROSS JOIN LATERAL (
   SELECT array_agg(DISTINCT 'o' || floor(exp(ln(20000) * hash / 2147483648.0))) AS lexemes
     FROM (SELECT abs(hashint8(i * 64::bigint + n))::bigint AS hash FROM generate_series(1, 40) AS n) AS hashes
 ) AS words`;

/**
 * Inserts the contexts of a tenth of the documents. As in a real catalog, about four rows fill a page, and the names of
 * people are as frequent as words.
 */
const FILL_CONTEXTS_SQL = `
INSERT INTO intelligence_media_context
       (library_id, media_id, media_kind, title, year, available, media, summary_text, people, people_total, facets,
        facet_keys, provider_keys, missing_fields, source_hash, status, revision)
SELECT library_id, media_id, media_kind, titles, year, true, '{}', repeat('summary ', 190), '[]', 0, '[]',
       array_append(people.keys, 'genre:' || year % 20), ARRAY['has:' || title_key], '{}', '', 'ready', 1
  FROM intelligence_search_documents
 CROSS JOIN LATERAL (
   SELECT array_agg(replace(lexeme, 'o', 'person:')) AS keys
     FROM unnest(tsvector_to_array(lexemes)) AS lexeme WHERE lexeme ^@ 'o') AS people
 WHERE year % 10 = 0`;

/** Fills the table of contexts. `createSearchDocuments` leaves it empty, because most tests do not read it. */
export async function fillContexts(client: Client): Promise<void> {
  await client.query(FILL_CONTEXTS_SQL);
  // Merges the pending lists of the indexes, as the service does. The planner avoids an index with a long list.
  await client.query('VACUUM ANALYZE intelligence_media_context');
}

/** A database with many search documents. `close` drops it. */
export interface SearchDocuments {
  /** A connection with the planner settings of the service. */
  readonly client: Client;
  /** Number of scans of the lexicon during the first count of each library. */
  readonly lexiconScans: readonly number[];
  close(): Promise<void>;
}

export async function createSearchDocuments(): Promise<SearchDocuments> {
  const database = await createTestDatabase();
  const dataSource = await new DataSource(dataSourceOptions({ url: database.url })).initialize();
  const store = new LexiconStore();
  const count = async (): Promise<number[]> => {
    const { outdated } = await store.readState(dataSource.manager);
    const scans: number[] = [];
    for (const { libraryId } of outdated) {
      await dataSource.transaction(async (manager) => {
        await store.refresh(manager, libraryId);
        const [row]: { scans: string }[] = await manager.query(
          `SELECT seq_scan + idx_scan AS scans FROM pg_stat_xact_user_tables WHERE relname = 'intelligence_lexicon'`,
        );
        scans.push(Number(row?.scans));
      });
    }
    await store.mergeAndAnalyze(dataSource.manager);
    return scans;
  };
  // A count before the first import makes the planner assume that the lexicon is empty.
  await count();
  await dataSource.query(FILL_LIBRARIES_SQL);
  await dataSource.query(FILL_SQL, [ROWS]);
  await store.mergePostings(dataSource.manager);
  const lexiconScans = await count();
  await dataSource.destroy();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  // Changes this setting for the whole session, not only for a transaction.
  await client.query(`SELECT ${DISABLE_SEQ_SCANS.replaceAll('true', 'false')}`);
  const close = async (): Promise<void> => {
    await client.end();
    await database.drop();
  };
  return { client, lexiconScans, close };
}

/** A caller who sees all libraries. */
export const SCOPE = { userId: NOBODY, libraryIds: null };
/** A part `ordered` of a `RetrievalPlan`. It finds the most prominent documents with a common word. */
export const ORDERED = {
  tsqueries: [lexemeQuery('o1')],
  limit: 1000,
  tier: null,
  libraries: [EMPTY_LIBRARY],
  scanMax: 5000,
};
/** The part `selective` of a `RetrievalPlan`. It finds all documents that match. Tests add the `alternatives`. */
export const SELECTIVE = { titles: null, words: [], allWords: [] };
/** A filter that every document passes. */
export const NO_FILTER: SearchFilter = {
  tsquery: null,
  yearFrom: null,
  yearTo: null,
  watchStates: null,
  libraryIds: null,
  selectivity: 1,
};

/** The scope of a list for a caller who sees all libraries. */
export const LIST_SCOPE = { userId: NOBODY, libraryIds: null, owners: [NOBODY], artifactLimit: 8 };

/** Returns a selection for a list of movies. Default: an ordered scan without filters. */
export function listOf(selection: Partial<BrowseSelection>): BrowseSelection {
  const kindCounts = [EMPTY_LIBRARY, OTHER_LIBRARY].map((library_id) => ({
    library_id,
    media_kind: 'movie' as const,
    documents: 1,
  }));
  return {
    sort: 'added',
    driver: 'ordered_scan',
    kindCounts,
    libraryIds: null,
    kinds: MEDIA_KINDS,
    tsqueries: [],
    years: {},
    runtime: {},
    watchStates: null,
    after: null,
    rows: 11,
    scanMax: SCAN_MAX,
    ...selection,
  };
}
