import type { DataSource } from 'typeorm';
import { eventually } from '../../support/eventually';
import { NOTHING_TO_DO } from '../../../src/common/processes/background-loops';
import { DERIVATION_RULES } from '../../../src/read-model/media/derivation-rules';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import { Rederivation } from '../../../src/read-model/refresh/rederivation';
import { LexiconLoop } from '../../../src/search/lexicon/lexicon-loop';
import { OlderWordsStore } from '../../../src/search/lexicon/older-words.store';
import { LEXICON_LOCK } from '../../../src/search/lexicon/lexicon-lock';
import { WORD_RULES } from '../../../src/search/lexicon/word-rules';
import { spellingDeletesOf } from '../../../src/search/spelling/spelling-deletes';
import { spellingKeys } from '../../../src/search/spelling/spelling-keys';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { RefreshRequests } from '../../../src/read-model/refresh/refresh-requests';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, libraryId, movie, movieId } from '../../support/catalog/catalog-records';

const FILMS = [1, 2, 3, 4, 5, 6, 7];
const OLDER = DERIVATION_RULES - 1;
const NEWER = DERIVATION_RULES + 1;

let catalog: CatalogFixture;
let dataSource: DataSource;
let rederivation: Rederivation;

beforeAll(async () => {
  catalog = await openCatalog();
  ({ dataSource } = catalog);
  rederivation = catalog.module.get(Rederivation);
});
afterAll(() => catalog.close());

beforeEach(async () => {
  await catalog.clear();
  await catalog.importLines([library(1), ...FILMS.map((number) => movie(number))]);
});
afterEach(() => dataSource.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT IF EXISTS refused'));

/** Replaces the rows of films by rows that a release with other rules would derive. */
async function deriveByRules(rules: number, numbers: readonly number[]): Promise<void> {
  const parameters = [numbers.map((number) => idOf(movieId(number))), `${rules}.other`];
  await dataSource.query(
    `UPDATE intelligence_media_context SET derived_hash = $2, summary_text = 'Other' WHERE media_id = ANY ($1::uuid[])`,
    parameters,
  );
  await dataSource.query(
    'UPDATE intelligence_search_documents SET derived_hash = $2 WHERE media_id = ANY ($1::uuid[])',
    parameters,
  );
}

/** Returns the ids of the films whose rows were derived by other rules. */
async function listDerivedByOthers(query = dataSource.query.bind(dataSource)): Promise<string[]> {
  const rows: { media_id: string }[] = await query(
    `SELECT media_id FROM intelligence_media_context WHERE summary_text = 'Other' ORDER BY media_id`,
  );
  return rows.map(({ media_id }) => media_id);
}

/** A stored revision below 0 marks that the words of the library must be counted again (`COUNT_AGAIN_SQL`). */
const MARKED = [{ revision: '-1' }];

/** Runs the loop until it has searched for older rows. The loop skips runs after a search. */
async function runUntilSearched(): Promise<void> {
  for (const _run of [1, 2, 3]) await rederivation.run();
}

const idOf = (mediaId: string): string => mediaId.split(':')[1] ?? '';

describe('rows derived by older rules', () => {
  it('are derived again, and the words of their library are counted again', async () => {
    const before = await catalog.dump();
    await dataSource.query(
      'INSERT INTO intelligence_lexicon_state SELECT library_id, 7, revision, 0, now() FROM libraries',
    );
    await deriveByRules(OLDER, FILMS);
    await runUntilSearched();
    expect(rederivation.olderRows).toBe(0);
    expect(await catalog.dump()).toEqual(before);
    expect(await dataSource.query('SELECT revision FROM intelligence_lexicon_state')).toEqual(MARKED);
    await dataSource.query('DELETE FROM intelligence_lexicon_state');
  });

  it('are counted but not derived while another writer holds the lock of the library', async () => {
    await deriveByRules(OLDER, [1, 2]);
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    try {
      await runUntilSearched();
      expect(rederivation.olderRows).toBe(2);
      expect(await listDerivedByOthers()).toHaveLength(2);
    } finally {
      await holder.release();
    }
    await runUntilSearched();
    expect(await listDerivedByOthers()).toEqual([]);
  });

  it('are left to the refresher if they cannot be stored', async () => {
    await dataSource.query(
      `ALTER TABLE intelligence_media_context ADD CONSTRAINT refused
         CHECK (summary_text = 'Other' OR media_id <> '${idOf(movieId(3))}') NOT VALID`,
    );
    await deriveByRules(OLDER, FILMS);
    await runUntilSearched();
    await catalog.module.get(Refresher).drain();
    expect(await listDerivedByOthers()).toEqual([idOf(movieId(3))]);
    expect(await dataSource.query('SELECT media_id, reason, attempts FROM intelligence_dirty_keys')).toEqual([
      { media_id: idOf(movieId(3)), reason: 'rules', attempts: 1 },
    ]);
    // The refresher retries this row, so the loop only counts it.
    await runUntilSearched();
    expect(rederivation.olderRows).toBe(1);
    // The loop also only counts a quarantined row, which the refresher does not retry.
    await dataSource.query('UPDATE intelligence_dirty_keys SET quarantined = true');
    await runUntilSearched();
    expect(rederivation.olderRows).toBe(1);
  });

  it('cause a new count of the words of their library even if every statement after the last batch fails', async () => {
    await dataSource.query(
      'INSERT INTO intelligence_lexicon_state SELECT library_id, 7, revision, 0, now() FROM libraries',
    );
    await deriveByRules(OLDER, FILMS);
    const query = dataSource.query.bind(dataSource);
    const spy = jest.spyOn(dataSource, 'query').mockImplementation(async (...statement) => {
      if ((await listDerivedByOthers(query)).length === 0) throw new Error('The database has stopped.');
      return query(...statement);
    });
    try {
      await runUntilSearched().catch(() => undefined);
    } finally {
      spy.mockRestore();
    }
    expect(await listDerivedByOthers()).toEqual([]);
    expect(await dataSource.query('SELECT revision FROM intelligence_lexicon_state')).toEqual(MARKED);
    await dataSource.query('DELETE FROM intelligence_lexicon_state');
  });

  it('are searched for again at once if a search fails, and after a pause if the second search fails too', async () => {
    await runUntilSearched();
    const count = jest.spyOn(catalog.module.get(OlderWordsStore), 'count').mockRejectedValue(new Error('No words.'));
    try {
      await expect(runUntilSearched()).rejects.toThrow('No words.');
      await expect(rederivation.run()).rejects.toThrow('No words.');
      expect(await rederivation.run()).toBe(NOTHING_TO_DO);
    } finally {
      count.mockRestore();
    }
    await runUntilSearched();
  });
});

it('rows derived by older rules are found even if there are more libraries than one statement can list', async () => {
  await dataSource.query(
    `INSERT INTO libraries (library_id, name, library_kind)
     SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Empty ' || n, 'movies'
       FROM generate_series(1, 1000) AS n`,
  );
  await deriveByRules(OLDER, [1]);
  // A search for older rows reads each library in ranges. After the search, the loop skips one run for each range. Each
  // of these libraries has one range.
  for (let run = 0; run < 1_010 && (await listDerivedByOthers()).length > 0; run += 1) await rederivation.run();
  expect(await listDerivedByOthers()).toEqual([]);
  await catalog.clear();
  // The loop skips as many runs after this search. The next test must not wait for them.
  for (let run = 0; run < 1_010; run += 1) await rederivation.run();
});

it('a search for rows derived by older rules can stop between two ranges of one library', async () => {
  // One statement reads 5,000 rows.
  await dataSource.query(
    `INSERT INTO intelligence_media_context
     SELECT (jsonb_populate_record(c, jsonb_build_object('media_id', md5(n::text)::uuid))).*
       FROM intelligence_media_context AS c, generate_series(1, 5000) AS n WHERE c.media_id = $1`,
    [idOf(movieId(1))],
  );
  // After a run that stops at once, the loop skips no run.
  await eventually(async () => (await rederivation.run(() => true)) !== NOTHING_TO_DO);
  let asked = 0;
  const query = jest.spyOn(dataSource, 'query');
  await rederivation.run(() => (asked += 1) > 1);
  const ranges = query.mock.calls.filter(([sql]) => sql.includes('derived_hash'));
  query.mockRestore();
  expect(ranges).toHaveLength(1);
});

describe('rows derived by newer rules', () => {
  it('are neither searched for, nor replaced by a requested refresh, nor reported as a difference', async () => {
    await deriveByRules(NEWER, FILMS);
    await runUntilSearched();
    expect(rederivation.olderRows).toBe(0);
    await catalog.module.get(RefreshRequests).refreshLibraries(null, null);
    await catalog.module.get(Refresher).drain();
    expect(await listDerivedByOthers()).toHaveLength(FILMS.length);
    expect(await catalog.count('intelligence_dirty_keys')).toBe(0);
    expect((await catalog.module.get(Reconciler).compare()).total).toBe(0);
  });

  it('are derived by the rules of this release if their item changes', async () => {
    await deriveByRules(NEWER, FILMS);
    await catalog.importLines([movie(2, { title: 'Another title' })]);
    expect(await listDerivedByOthers()).toEqual(
      FILMS.filter((number) => number !== 2).map((number) => idOf(movieId(number))),
    );
  });
});

describe('words', () => {
  const dump = (): Promise<unknown[]> =>
    Promise.all([
      dataSource.query('SELECT * FROM intelligence_lexicon ORDER BY library_id, lexeme'),
      dataSource.query('SELECT * FROM intelligence_spellings ORDER BY word'),
    ]);

  beforeEach(() => catalog.module.get(LexiconLoop).refresh());

  it('get the spelling deletes and keys of this release when they are counted', async () => {
    const lexemes: { lexeme: string; slips: string[]; rules: number }[] = await dataSource.query(
      `SELECT lexeme, slips, rules FROM intelligence_lexicon WHERE left(lexeme, 1) IN ('t', 'p')`,
    );
    const words: { word: string; keys: number[]; rules: number }[] = await dataSource.query(
      'SELECT word, keys, rules FROM intelligence_spellings',
    );
    expect(lexemes.length).toBeGreaterThan(0);
    expect(words.length).toBeGreaterThan(0);
    for (const { lexeme, slips, rules } of lexemes) {
      expect([lexeme, slips.sort(), rules]).toEqual([lexeme, spellingDeletesOf(lexeme.slice(1)).sort(), WORD_RULES]);
    }
    for (const { word, keys, rules } of words)
      expect([word, keys, rules]).toEqual([word, spellingKeys(word), WORD_RULES]);
  });

  it('derived by older rules are counted as older rows until they are derived again', async () => {
    const before = await dump();
    await dataSource.query(`UPDATE intelligence_lexicon SET slips = '{}', rules = $1`, [WORD_RULES - 1]);
    await dataSource.query(`UPDATE intelligence_spellings SET keys = '{}', rules = $1`, [WORD_RULES - 1]);
    const counting = dataSource.createQueryRunner();
    try {
      await counting.startTransaction();
      await counting.query('SELECT pg_advisory_xact_lock($1)', [LEXICON_LOCK]);
      await runUntilSearched();
      expect(rederivation.olderRows).toBeGreaterThan(FILMS.length);
      await counting.rollbackTransaction();
    } finally {
      await counting.release();
    }
    await runUntilSearched();
    expect(rederivation.olderRows).toBe(0);
    expect(await dump()).toEqual(before);
  });
});
