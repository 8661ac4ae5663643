import { eventually } from '../../support/eventually';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie, uuid } from '../../support/catalog/catalog-records';
import { withConnection } from '../../support/databases/sql';

/** Enough movies that comparing all pairs would fetch millions of rows. */
const MOVIES = 3_000;
/** Maximum number of rows that the import fetches for each movie, in all tables. */
const FETCHED_MAX = 30;

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

function moviesOf(library: number): unknown[] {
  return Array.from({ length: MOVIES }, (_, index) =>
    movie(index, { media_id: `movie:${uuid(10 + library, index)}`, library_id: libraryId(library) }),
  );
}

/** Ends the connections of the pools, because a connection reports its last counts when it ends. */
async function endConnections(): Promise<void> {
  const others = 'pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';
  await withConnection(catalog.database.url, async (connection) => {
    await connection.query(`SELECT pg_terminate_backend(pid) FROM ${others}`);
    await eventually(async () => (await connection.query(`SELECT FROM ${others}`)).rowCount === 0);
  });
}

/** Returns the number of rows fetched from all tables since the database was created. */
async function countFetchedRows(): Promise<number> {
  const rows: { fetched: string }[] = await catalog.dataSource.query(
    'SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS fetched FROM pg_stat_user_tables',
  );
  return Number(rows[0]?.fetched);
}

test('an import fetches few rows for each movie, even if the planner statistics lack the library', async () => {
  await catalog.importLines([library(1), library(2), ...moviesOf(1)]);
  await catalog.dataSource.query('ANALYZE');
  const before = await countFetchedRows();
  const result = await catalog.importLines(moviesOf(2), { analyze: false });
  expect(result.accepted).toBe(MOVIES);
  await endConnections();
  const fetched = (await countFetchedRows()) - before;
  expect(fetched).toBeGreaterThan(MOVIES);
  expect(fetched).toBeLessThan(MOVIES * FETCHED_MAX);
});
