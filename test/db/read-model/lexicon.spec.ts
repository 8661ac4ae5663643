import { LexiconByLibrary1763700000048 } from '../../../src/database/migrations/third-release/1763700000048-lexicon-by-library';
import { LEXICON_COUNTS, WARM_UP_TEXTS } from '../../../src/candidates/retrieval/candidates.sql';
import { COMPLETIONS, COUNTED_WORDS } from '../../../src/candidates/retrieval/spelling.sql';
import { COUNT_AGAIN_SQL, COUNT_SLICE_SQL } from '../../../src/search/lexicon/lexicon.sql';
import { LexiconStore, type OutdatedLibrary } from '../../../src/search/lexicon/lexicon.store';
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
  await countOutdated();
});

async function listOutdated(): Promise<OutdatedLibrary[]> {
  return [...(await store.readState(catalog.dataSource.manager)).outdated];
}

/** Counts the words of every library whose counts are outdated. */
async function countOutdated(): Promise<void> {
  for (const { libraryId: id } of await listOutdated()) {
    expect(await catalog.dataSource.transaction((manager) => store.refresh(manager, id))).toBe('counted');
  }
  await store.mergeAndAnalyze(catalog.dataSource.manager);
}

/** Returns the document counts of words that only these tests use. */
function readCounts(): Promise<unknown> {
  return catalog.dataSource.query(
    `SELECT library_id, lexeme, documents FROM intelligence_lexicon WHERE lexeme ~ '^[ts](quagmir|swamp|bog)$'
      ORDER BY library_id, lexeme`,
  );
}

test('the lexicon state lists outdated libraries with their numbers of counted and served documents', async () => {
  const documents = async (): Promise<[string, number, number][]> =>
    (await listOutdated()).map((each) => [each.libraryId, each.countedDocuments, each.documents]);
  expect(await documents()).toEqual([]);
  expect((await store.readState(catalog.dataSource.manager)).ageMs).toBe(Infinity);
  const hidden = movie(2, { available: false });
  await catalog.importLines([library(1), movie(1), hidden, series(1), season(1, 1), episode(1, 1, 1), library(2)]);
  expect(await documents()).toEqual([
    [libraryId(1), 0, 4],
    [libraryId(2), 0, 0],
  ]);
  await countOutdated();
  expect(await documents()).toEqual([]);
  expect((await store.readState(catalog.dataSource.manager)).ageMs).toBeLessThan(600_000);

  await catalog.importLines([{ type: 'delete', media_id: movieId(1) }]);
  expect(await documents()).toEqual([[libraryId(1), 4, 3]]);
  await countOutdated();
  expect(await documents()).toEqual([]);
});

test('words of stale rows are counted after the rows are derived again', async () => {
  await catalog.importLines([library(1), series(1), season(1, 1), episode(1, 1, 1)]);
  await catalog.importLines([series(1, { title: 'Quagmire' })]);
  await countOutdated();
  expect(await listOutdated()).toEqual([]);

  await catalog.module.get(Refresher).drain();
  expect(await listOutdated()).toMatchObject([{ libraryId: libraryId(1) }]);
  await countOutdated();
  expect(await listOutdated()).toEqual([]);
  expect(await readCounts()).toEqual([
    { library_id: libraryId(1), lexeme: 'squagmir', documents: 2 },
    { library_id: libraryId(1), lexeme: 'tquagmir', documents: 1 },
  ]);
});

test('a count of one library does not change the rows of other libraries', async () => {
  const title = (number: number, text: string): Line => movie(number, { library_id: libraryId(number), title: text });
  await catalog.importLines([library(1), library(2), title(1, 'Swamp'), title(2, 'Swamp')]);
  await countOutdated();
  const rows = (): Promise<unknown> =>
    catalog.dataSource.query(
      `SELECT (SELECT json_agg(x.ctid ORDER BY x.lexeme) FROM intelligence_lexicon x WHERE x.library_id = s.library_id),
              s.* FROM intelligence_lexicon_state s WHERE s.library_id = $1`,
      [libraryId(1)],
    );
  const before = await rows();
  await catalog.importLines([title(2, 'Bog')]);
  expect(await listOutdated()).toMatchObject([{ libraryId: libraryId(2) }]);
  await countOutdated();
  expect(await rows()).toEqual(before);
  expect(await readCounts()).toEqual([
    { library_id: libraryId(1), lexeme: 'tswamp', documents: 1 },
    { library_id: libraryId(2), lexeme: 'tbog', documents: 1 },
  ]);
});

test('a library that is marked for a new count while its words are counted is counted again', async () => {
  await catalog.importLines([library(1), movie(1, { title: 'Swamp' })]);
  await countOutdated();
  const mark = (): Promise<unknown> => catalog.dataSource.query(COUNT_AGAIN_SQL, [libraryId(1)]);
  await mark();
  await catalog.dataSource.transaction(async (manager) => {
    const query = manager.query.bind(manager);
    const spy = jest.spyOn(manager, 'query').mockImplementation(async (sql, parameters) => {
      if (sql === COUNT_SLICE_SQL) await mark();
      return query(sql, parameters);
    });
    await store.refresh(manager, libraryId(1));
    spy.mockRestore();
  });
  expect(await listOutdated()).toMatchObject([{ libraryId: libraryId(1) }]);
  await countOutdated();
  expect(await listOutdated()).toEqual([]);
});

test('the next count removes the words of a removed library', async () => {
  await catalog.importLines([library(1), movie(1, { title: 'Swamp' })]);
  await countOutdated();
  await catalog.removeLibrary(libraryId(1));
  expect(await listOutdated()).toMatchObject([{ libraryId: libraryId(1), revision: null }]);
  await countOutdated();
  expect(await listOutdated()).toEqual([]);
  expect(await readCounts()).toEqual([]);
  expect(await catalog.count('intelligence_lexicon_state')).toBe(0);
});

describe('one statement per library, with merged results, finds the same as one statement for all libraries:', () => {
  const libraryIds = [libraryId(1), libraryId(2)];

  /** Returns the rows of the statement for all libraries, and the merged rows of the statement for each library. */
  async function runBothForms(
    { text, forOneLibrary }: typeof LEXICON_COUNTS,
    values: readonly unknown[],
  ): Promise<[unknown[], unknown[]]> {
    const { manager } = catalog.dataSource;
    const parameterIndex = (forOneLibrary?.library ?? 1) - 1;
    const rows: object[] = [];
    for (const id of libraryIds)
      rows.push(...(await manager.query<object[]>(forOneLibrary?.text ?? '', values.with(parameterIndex, id))));
    return [await manager.query<unknown[]>(text, [...values]), forOneLibrary?.merge?.(rows as never[], values) ?? rows];
  }

  const similarOf = (rows: unknown[]): unknown[] => rows.filter((row) => (row as { what: string }).what === 'similar');

  test('the most common similar lexemes of all libraries, with the sums of their counts', async () => {
    await catalog.importLines([library(1), library(2)]);
    // The most common lexemes of one library are the rarest ones of the other.
    await catalog.dataSource.query(
      `INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips)
       SELECT $1::uuid, 'tquag' || n, n, '{quag}'::text[] FROM generate_series(1, 1000) AS n
       UNION ALL SELECT $2::uuid, 'tquag' || n, 1001 - n + n % 7, '{quag}'::text[] FROM generate_series(1, 1000) AS n`,
      libraryIds,
    );
    const [all, merged] = await runBothForms(LEXICON_COUNTS, [[], ['quag'], libraryIds]);
    expect(similarOf(all)).toHaveLength(400);
    expect(similarOf(merged)).toEqual(similarOf(all));
    await catalog.dataSource.query('DELETE FROM intelligence_lexicon');
  });

  test('the most common similar lexemes among many rarer ones', async () => {
    await catalog.importLines([library(1), library(2)]);
    await catalog.dataSource.query(
      `INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips)
       SELECT library_id, 'tquag' || n, 1, '{quag}'::text[] FROM unnest($1::uuid[]) AS library_id, generate_series(1, 12000) AS n
       UNION ALL SELECT library_id, 'tquagmire', 5, '{quag}' FROM unnest($1::uuid[]) AS library_id`,
      [libraryIds],
    );
    const [all, merged] = await runBothForms(LEXICON_COUNTS, [[], ['quag'], libraryIds]);
    const rarest = { what: 'similar', documents: 2 };
    const expected = [
      { what: 'similar', lexeme: 'tquagmire', documents: 10 },
      { ...rarest, lexeme: 'tquag1' },
    ];
    expect(similarOf(all).slice(0, 2)).toEqual(expected);
    expect(similarOf(merged)).toEqual(similarOf(all));
    await catalog.dataSource.query('DELETE FROM intelligence_lexicon');
  });

  test('each word of titles and names once, in order', async () => {
    await catalog.importLines([library(1), library(2)]);
    await catalog.dataSource.query(
      `INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips)
       VALUES ($1, 'tquagmire', 1, '{}'), ($2, 'pquagmire', 1, '{}'), ($2, 'tswamps', 1, '{}'), ($1, 'omarsh', 1, '{}')`,
      libraryIds,
    );
    const [all, merged] = await runBothForms(COUNTED_WORDS, [['swamps', 'quagmire', 'marsh', 'moor'], libraryIds]);
    expect(all).toEqual([{ word: 'quagmire' }, { word: 'swamps' }]);
    expect(merged).toEqual(all);
    await catalog.dataSource.query('DELETE FROM intelligence_lexicon');
  });

  test('the most common words that begin with a text and are longer', async () => {
    await catalog.importLines([library(1), library(2)]);
    await catalog.dataSource.query(
      `INSERT INTO intelligence_lexicon (library_id, lexeme, documents, slips)
       SELECT $1::uuid, 'tmoor' || n, 1, ARRAY[]::text[] FROM generate_series(10, 40) AS n
        UNION ALL SELECT $2, 'tmoor' || n, n % 3, '{}' FROM generate_series(10, 40) AS n
        UNION ALL SELECT $2, lexeme, 9, '{}' FROM unnest(ARRAY['tmoor', 'pmoore', 'omoors', 'tmoos']) AS lexeme`,
      libraryIds,
    );
    const [all, merged] = await runBothForms(COMPLETIONS, [['tmoor', 'pmoor'], libraryIds]);
    // There are at most 16 lexemes of titles, and 16 of names.
    expect(all).toEqual([
      { lexeme: 'pmoore', documents: 9 },
      ...[11, 14, 17, 20, 23, 26, 29, 32, 35, 38].map((n) => ({ lexeme: `tmoor${n}`, documents: 3 })),
      ...[10, 13, 16, 19, 22, 25].map((n) => ({ lexeme: `tmoor${n}`, documents: 2 })),
    ]);
    expect(merged).toEqual(all);
    const [confined] = await runBothForms(COMPLETIONS, [['tmoor1'], [libraryIds[0]]]);
    expect(confined).toEqual(Array.from({ length: 10 }, (_, index) => ({ lexeme: `tmoor1${index}`, documents: 1 })));
    await catalog.dataSource.query('DELETE FROM intelligence_lexicon');
  });

  test('the most prominent items for the warm-up', async () => {
    const films = Array.from({ length: 6 }, (_, index) =>
      movie(index + 1, { library_id: libraryIds[index % 2], popularity: 10 * (index + 1) }),
    );
    await catalog.importLines([library(1), library(2), ...films]);
    const [all, merged] = await runBothForms(WARM_UP_TEXTS, [libraryIds, 3]);
    expect(all).toHaveLength(3);
    expect(merged).toEqual(all);
  });
});

test('the migration `LexiconByLibrary` counts the words of each library as `LexiconStore` does', async () => {
  const { dataSource } = catalog;
  const show = series(1, { library_id: libraryId(2), title: 'Bog' });
  await catalog.importLines([
    library(1),
    library(2),
    movie(1, { title: 'Swamp' }),
    show,
    movie(2, { available: false }),
  ]);
  await catalog.importLines([library(3)]);
  await countOutdated();
  const dump = async (): Promise<unknown> => [
    await dataSource.query(
      `SELECT library_id, lexeme, documents, ARRAY(SELECT unnest(slips) ORDER BY 1) AS slips FROM intelligence_lexicon
        ORDER BY library_id, lexeme`,
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
