import { LexiconByLibrary1763700000048 } from '../../../src/database/migrations/third-release/1763700000048-lexicon-by-library';
import { LexiconStore, type UncountedLibrary } from '../../../src/search/lexicon/lexicon.store';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
  library,
  libraryId,
  type Line,
  movie,
  movieId,
  season,
  series,
} from '../../support/catalog/catalog-records';

let catalog: CatalogFixture;
const store = new LexiconStore();

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());
beforeEach(async () => {
  await catalog.clear();
  await count();
});

async function behind(): Promise<UncountedLibrary[]> {
  return [...(await store.readState(catalog.dataSource.manager)).outdated];
}

/** Returns the number of libraries whose words are not counted yet. */
async function count(): Promise<void> {
  for (const { libraryId: id } of await behind()) {
    expect(await catalog.dataSource.transaction((manager) => store.refresh(manager, id))).toBe(true);
  }
  await store.finish(catalog.dataSource.manager);
}

/** The number of documents of each library with the words that only these tests use. */
function words(): Promise<unknown> {
  return catalog.dataSource.query(
    `SELECT library_id, lexeme, documents FROM intelligence_lexicon WHERE lexeme ~ '^[ts](quagmir|swamp|bog)$'
      ORDER BY library_id, lexeme`,
  );
}

test('the state of the lexicon compares the counted with the servable documents of each library', async () => {
  const documents = async (): Promise<[string, number, number][]> =>
    (await behind()).map((each) => [each.libraryId, each.countedDocuments, each.documents]);
  expect(await documents()).toEqual([]);
  expect((await store.readState(catalog.dataSource.manager)).ageMs).toBe(Infinity);
  const hidden = movie(2, { available: false });
  await catalog.importLines([library(1), movie(1), hidden, series(1), season(1, 1), episode(1, 1, 1), library(2)]);
  expect(await documents()).toEqual([
    [libraryId(1), 0, 4],
    [libraryId(2), 0, 0],
  ]);
  await count();
  expect(await documents()).toEqual([]);
  expect((await store.readState(catalog.dataSource.manager)).ageMs).toBeLessThan(600_000);

  await catalog.importLines([{ type: 'delete', media_id: movieId(1) }]);
  expect(await documents()).toEqual([[libraryId(1), 4, 3]]);
  await count();
  expect(await documents()).toEqual([]);
});

test('words of rows that are stale during a count are counted after the rows are derived again', async () => {
  await catalog.importLines([library(1), series(1), season(1, 1), episode(1, 1, 1)]);
  await catalog.importLines([series(1, { title: 'Quagmire' })]);
  await count();
  expect(await behind()).toEqual([]);

  await catalog.module.get(Refresher).drain();
  expect(await behind()).toMatchObject([{ libraryId: libraryId(1) }]);
  await count();
  expect(await behind()).toEqual([]);
  expect(await words()).toEqual([
    { library_id: libraryId(1), lexeme: 'squagmir', documents: 2 },
    { library_id: libraryId(1), lexeme: 'tquagmir', documents: 1 },
  ]);
});

test('a count of one library does not change the rows of the others', async () => {
  const title = (of: number, text: string): Line => movie(of, { library_id: libraryId(of), title: text });
  await catalog.importLines([library(1), library(2), title(1, 'Swamp'), title(2, 'Swamp')]);
  await count();
  const rows = (): Promise<unknown> =>
    catalog.dataSource.query(
      `SELECT (SELECT json_agg(x.ctid ORDER BY x.lexeme) FROM intelligence_lexicon x WHERE x.library_id = s.library_id),
              s.* FROM intelligence_lexicon_state s WHERE s.library_id = $1`,
      [libraryId(1)],
    );
  const before = await rows();
  await catalog.importLines([title(2, 'Bog')]);
  expect(await behind()).toMatchObject([{ libraryId: libraryId(2) }]);
  await count();
  expect(await rows()).toEqual(before);
  expect(await words()).toEqual([
    { library_id: libraryId(1), lexeme: 'tswamp', documents: 1 },
    { library_id: libraryId(2), lexeme: 'tbog', documents: 1 },
  ]);
});

test('the next count removes the words of a removed library', async () => {
  await catalog.importLines([library(1), movie(1, { title: 'Swamp' })]);
  await count();
  await catalog.removeLibrary(libraryId(1));
  expect(await behind()).toMatchObject([{ libraryId: libraryId(1), revision: null }]);
  await count();
  expect(await behind()).toEqual([]);
  expect(await words()).toEqual([]);
  expect(await catalog.count('intelligence_lexicon_state')).toBe(0);
});

test('the migration counts the words of each library as the loop does', async () => {
  const { dataSource } = catalog;
  const away = series(1, { library_id: libraryId(2), title: 'Bog' });
  await catalog.importLines([
    library(1),
    library(2),
    movie(1, { title: 'Swamp' }),
    away,
    movie(2, { available: false }),
  ]);
  await catalog.importLines([library(3)]);
  await count();
  const dump = async (): Promise<unknown> => [
    await dataSource.query(
      'SELECT library_id, lexeme, documents, slips FROM intelligence_lexicon ORDER BY library_id, lexeme',
    ),
    await dataSource.query(
      'SELECT library_id, documents, revision FROM intelligence_lexicon_state ORDER BY library_id',
    ),
  ];
  const counted = await dump();
  const runner = dataSource.createQueryRunner();
  await new LexiconByLibrary1763700000048().up(runner);
  await runner.release();
  expect(await dump()).toEqual(counted);
});
