import { Client } from 'pg';
import { DocumentsRepository } from '../../../src/candidates/documents.repository';
import { WATCHED_MAX } from '../../../src/candidates/retrieval/retrieval-parts';
import {
  EMPTY_PLAN,
  ORDERED_TITLES,
  ORDERED_WORDS,
  type RetrievalPlan,
  SELECTIVE_MAX,
} from '../../../src/candidates/retrieval/retrieval-plan';
import { lexemeQuery } from '../../../src/search/tsquery';
import { createTestDatabase, type TestDatabase } from '../../support/databases/test-database';
import { EMPTY_LIBRARY, NO_FILTER, NOBODY, ORDERED, scopeOf, SELECTIVE } from './search-documents';

const ITEMS = 3_000;
const TSQUERY = lexemeQuery('oattract');

let database: TestDatabase;
let client: Client;

/**
 * Inserts items that the caller has started. The most prominent ones are inserted last: a look-up without order finds
 * them last.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  // The watch states then need no account and no items of the catalog.
  await client.query(
    'ALTER TABLE watch_states DROP CONSTRAINT watch_states_media_fk, DROP CONSTRAINT watch_states_user_fk',
  );
  await client.query(
    `INSERT INTO intelligence_search_documents
            (library_id, media_id, media_kind, available, status, year, prominence, title_key, titles, profile,
             lexemes, revision)
     SELECT $1::uuid, md5('attracted' || i)::uuid, 'movie', true, 'ready', 2000, i / $2::real, 'a' || i, 'a ' || i,
            'AA', array_to_tsvector(ARRAY['oattract']), 1
       FROM generate_series(1, $2::integer) AS i`,
    [EMPTY_LIBRARY, ITEMS],
  );
  await client.query(
    `INSERT INTO watch_states (user_id, library_id, media_id, state, position_seconds, duration_seconds,
                               threshold_percent, last_watched_at)
     SELECT $1::uuid, $2::uuid, md5('attracted' || i)::uuid, 'in_progress', 1, 2, 90, now()
       FROM generate_series(1, $3::integer) AS i`,
    [NOBODY, EMPTY_LIBRARY, ITEMS],
  );
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The ids of the most prominent items. */
async function listMostProminent(count: number): Promise<string[]> {
  const { rows } = await client.query<{ media_id: string }>(
    `SELECT md5('attracted' || i)::uuid AS media_id FROM generate_series($1::integer, $2::integer) AS i`,
    [ITEMS - count + 1, ITEMS],
  );
  return rows.map(({ media_id }) => media_id);
}

it.each<[string, number, number, Partial<RetrievalPlan>]>([
  [
    'a selective part',
    ORDERED_WORDS,
    SELECTIVE_MAX + 1 + WATCHED_MAX + 1,
    { selective: { ...SELECTIVE, alternatives: [[TSQUERY]] } },
  ],
  [
    'an ordered part',
    ORDERED_TITLES,
    WATCHED_MAX + 1,
    { ordered: [{ ...ORDERED, tsqueries: [TSQUERY], path: 'sorted', limit: ORDERED_TITLES }] },
  ],
])('finds the most prominent started items if %s hits its row limit', async (_, promised, rowsMax, parts) => {
  const filter = { ...NO_FILTER, watchStates: ['in_progress', 'completed'] };
  const { rows, isCut } = await new DocumentsRepository().listRows(
    scopeOf(client),
    { ...EMPTY_PLAN, ...parts },
    filter,
  );
  const returnedIds = new Set(rows.map(({ media_id }) => media_id));
  const expected = await listMostProminent(promised);
  expect(expected.filter((id) => !returnedIds.has(id))).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(rowsMax);
  expect(isCut).toBe(true);
});
