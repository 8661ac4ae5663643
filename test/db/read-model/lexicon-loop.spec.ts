import { BackgroundLoops } from '../../../src/common/processes/background-loops';
import { LexiconLoop } from '../../../src/search/lexicon/lexicon-loop';
import { LEXICON_LOCK } from '../../../src/search/lexicon/lexicon-lock';
import { OUTDATED_LIBRARIES_MAX } from '../../../src/search/lexicon/lexicon.sql';
import { type CountOutcome, LexiconStore } from '../../../src/search/lexicon/lexicon.store';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie } from '../../support/catalog/catalog-records';

let catalog: CatalogFixture;
let loop: LexiconLoop;

beforeEach(async () => {
  catalog = await openCatalog();
  loop = catalog.module.get(LexiconLoop);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await catalog.close();
});

/** Runs `work` while another transaction holds the lock of the lexicon. */
async function whileAnotherCounts(work: () => Promise<void>): Promise<void> {
  const counting = catalog.dataSource.createQueryRunner();
  try {
    await counting.startTransaction();
    await counting.query('SELECT pg_advisory_xact_lock($1)', [LEXICON_LOCK]);
    await work();
    await counting.rollbackTransaction();
  } finally {
    await counting.release();
  }
}

/** Returns which of the words "lagoon" and "swamp" have spelling keys: hashes that words of similar spelling share. */
async function keyedWords(): Promise<string[]> {
  const rows: { word: string }[] = await catalog.dataSource.query(
    `SELECT word FROM intelligence_spellings WHERE word IN ('lagoon', 'swamp') ORDER BY word`,
  );
  return rows.map(({ word }) => word);
}

/** Returns how often ANALYZE has updated the planner statistics of the lexicon. */
async function countAnalyzed(): Promise<number> {
  const [row]: { analyzed: string }[] = await catalog.dataSource.query(
    `SELECT analyze_count AS analyzed FROM pg_stat_user_tables WHERE relname = 'intelligence_lexicon'`,
  );
  return Number(row?.analyzed);
}

/** Imports an item of each of two libraries. A count of the first one fails while the function `refuse` exists. */
async function importWithFailingCount(): Promise<void> {
  await catalog.dataSource.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON intelligence_lexicon
       FOR EACH ROW WHEN (NEW.library_id = '${libraryId(1)}') EXECUTE FUNCTION refuse()`);
  const films = [1, 2].map((number) => movie(number, { library_id: libraryId(number), title: 'Swamp' }));
  await catalog.importLines([library(1), library(2), ...films]);
}

test('while another process counts words, the loop neither analyzes the lexicon nor adds spelling keys', async () => {
  await catalog.importLines([library(1), movie(1, { title: 'Lagoon' })]);
  await loop.refresh();
  expect(await keyedWords()).toEqual(['lagoon']);
  await catalog.dataSource.query('DELETE FROM intelligence_spellings');
  await catalog.importLines([movie(2, { title: 'Swamp' })]);
  const analyzed = await countAnalyzed();
  expect(analyzed).toBeGreaterThan(0);
  await whileAnotherCounts(async () => {
    await loop.refresh();
    expect(await countAnalyzed()).toBe(analyzed);
    expect(await keyedWords()).toEqual([]);
  });
  await loop.refresh();
  expect(await countAnalyzed()).toBe(analyzed + 1);
  expect(await keyedWords()).toEqual(['lagoon', 'swamp']);
});

test('if another process interrupts a count of several libraries, the others are counted after it', async () => {
  await catalog.importLines([library(1), library(2), movie(1), movie(2, { library_id: libraryId(2) })]);
  const store = catalog.module.get(LexiconStore);
  const refresh = store.refresh.bind(store);
  jest
    .spyOn(store, 'refresh')
    .mockImplementationOnce(refresh)
    .mockImplementationOnce(async (...values) => {
      let outcome: CountOutcome | undefined;
      await whileAnotherCounts(async () => {
        outcome = await refresh(...values);
      });
      expect(outcome).toBe('locked');
      return 'locked';
    });
  await loop.refresh();
  expect(await catalog.count('intelligence_lexicon_state')).toBe(2);
});

test('more outdated libraries than one list contains are all counted', async () => {
  await catalog.dataSource.query(
    `INSERT INTO libraries (library_id, library_kind, name)
     SELECT gen_random_uuid(), 'movies', 'Library ' || n FROM generate_series(1, $1) AS n`,
    [OUTDATED_LIBRARIES_MAX + 1],
  );
  await loop.refresh();
  expect(await catalog.count('intelligence_lexicon_state')).toBe(OUTDATED_LIBRARIES_MAX + 1);
}, 60_000);

test('spelling keys that could not be added while another process counted words are added later', async () => {
  await catalog.importLines([library(1), movie(1, { title: 'Lagoon' })]);
  await catalog.dataSource.transaction((manager) => new LexiconStore().refresh(manager, libraryId(1)));
  await whileAnotherCounts(() => loop.refresh());
  expect(await keyedWords()).toEqual([]);
  await loop.refresh();
  expect(await keyedWords()).toEqual(['lagoon']);
});

test('a library whose words cannot be counted is reported, and the words of other libraries are counted', async () => {
  await importWithFailingCount();
  await expect(loop.refresh()).rejects.toMatchObject({
    message: `The words of library ${libraryId(1)} could not be counted.`,
    cause: { message: 'refused' },
  });
  expect(await catalog.count(`intelligence_lexicon WHERE lexeme = 'tswamp'`)).toBe(1);
  expect(await keyedWords()).toEqual(['swamp']);
  await catalog.dataSource.query('DROP FUNCTION refuse CASCADE');
  await loop.refresh();
  expect(await catalog.count(`intelligence_lexicon WHERE lexeme = 'tswamp'`)).toBe(2);
});

test('the failed count of a library is repeated at growing intervals until it succeeds', async () => {
  const [revisionLoop, countLoop] = ['lexicon', 'lexicon-count'].map((name) =>
    catalog.module.get(BackgroundLoops).all.find((each) => each.name === name),
  );
  // On a slow machine, a running clock would reach the next attempt too early.
  const start = performance.now();
  let passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => start + passedMs);
  /** Lets time pass, checks the libraries once, and returns the numbers of consecutive and of all failures. */
  const pass = async (ms: number): Promise<unknown> => {
    passedMs += ms;
    await catalog.dataSource.query(`UPDATE intelligence_lexicon_state SET refreshed_at = now() - interval '1 hour'`);
    await revisionLoop?.run();
    await countLoop?.settled();
    return [countLoop?.consecutiveFailures, countLoop?.totalFailures];
  };
  await importWithFailingCount();
  // A library is counted after five seconds without changes. After failures, it is counted again after two and four
  // seconds.
  expect([await pass(0), await pass(6_000), await pass(500)]).toEqual([0, 1, 1].map((count) => [count, count]));
  expect([await pass(2_000), await pass(2_000), await pass(2_000)]).toEqual([2, 2, 3].map((count) => [count, count]));

  await catalog.importLines([movie(3, { library_id: libraryId(2), title: 'Lagoon' })]);
  expect([await pass(0), await pass(6_000)]).toEqual([3, 3].map((count) => [count, count]));
  expect(await keyedWords()).toEqual(['lagoon', 'swamp']);

  await catalog.dataSource.query('DROP FUNCTION refuse CASCADE');
  expect(await pass(3_000)).toEqual([0, 3]);
  expect(await catalog.count(`intelligence_lexicon WHERE lexeme = 'tswamp'`)).toBe(2);
  // The library is outdated again before a check sees it as current. It is counted as if its count had never failed.
  await catalog.importLines([movie(4, { title: 'Marsh' })]);
  expect([await pass(0), await pass(6_000)]).toEqual([0, 0].map((count) => [count, 3]));
  expect(await catalog.count(`intelligence_lexicon WHERE lexeme = 'tmarsh'`)).toBe(1);
});
