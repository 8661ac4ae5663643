import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { SearchCandidatesRequest, SearchCandidatesResponse } from '../../../../src/candidates/candidates.dto';
import { dataSourceOptions } from '../../../../src/database/data-source-options';
import { LEXICON_LOCK } from '../../../../src/search/lexicon/lexicon-lock';
import { type CountOutcome, LexiconStore } from '../../../../src/search/lexicon/lexicon.store';
import { createUser, type TestUser } from '../../../support/accounts/accounts';
import { type CatalogRecord, sendImport, uuidOf } from '../../../support/catalog/catalog';
import { type ApiClient, client } from '../../../support/requests/client';
import { eventually } from '../../../support/eventually';
import { type NewRecords, oldCatalog, RecordMaker, type WordSearch } from './records';
import { CompiledService, type ServiceProcess } from '../../../support/programs/service-process';
import { createTestApp, type TestApp } from '../../../support/app/test-app';

/** Whether the test runs all searches for each item. Otherwise, it runs one of them: not the same one for each item. */
const RUNS_ALL_SEARCHES = process.env['NEW_WORDS_SEARCHES'] === 'all';
/** Number of imports. Each creates a library. */
const IMPORTS = 10;
/** Minimum number of records of one import. A series and its episodes are not split, so an import may have more. */
const RECORDS = Number(process.env['NEW_WORDS_RECORDS'] ?? 150);
/** Maximum number of simultaneous searches. */
const LANES = 12;
/** Default number of candidates on a page. */
const PAGE = 12;

let app: TestApp;
let compiled: CompiledService;
let services: ServiceProcess[];
/** Connection that holds the lock of the lexicon. */
let lockHolder: Client;
let admin: TestUser;
/** Can see all libraries. */
let everybody: TestUser;
/** Can see only the libraries of the new records. */
let confined: TestUser;
/** Can see only the library of the old catalog. */
let stranger: TestUser;

beforeAll(async () => {
  const compiling = CompiledService.compile();
  // A run with all searches takes longer than the default lifetime of a token.
  app = await createTestApp({ env: { JWT_ACCESS_TTL_SECONDS: '86400' } });
  admin = await createUser(app, { role: 'admin' });
  everybody = await createUser(app);
  confined = await createUser(app, { libraryIds: [] });
  stranger = await createUser(app, { libraryIds: [uuidOf('Old')] });
  compiled = await compiling;
  services = [await compiled.start(app.config), await compiled.start(app.config)];
  lockHolder = new Client({ connectionString: app.database.url });
  await lockHolder.connect();
}, 300_000);
afterAll(async () => {
  await lockHolder.end();
  await compiled.remove();
  await app.close();
});

/** Returns the client of a user at one of the instances. Consecutive numbers are different instances. */
function at(instance: number, user: TestUser): ApiClient {
  return client(services[instance % services.length] ?? { url: '' }).as(user);
}

/** Imports records through one instance. Returns the revision token of the response. */
async function importAt(instance: number, records: readonly CatalogRecord[]): Promise<string> {
  const { body, headers } = await sendImport(at(instance, admin), records, { expect: 200 });
  expect(body).toMatchObject({ accepted: records.length, rejected: 0 });
  return headers.get('x-catalog-revision') ?? '';
}

/**
 * Counts the words of the catalog, and then holds the lock of the lexicon, so that no instance counts the words of
 * later imports. Releases the lock of an earlier call for the time of the count.
 */
async function countOnce(): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions({ url: app.database.url })).initialize();
  await lockHolder.query('SELECT pg_advisory_unlock_all()');
  const store = new LexiconStore();
  for (const { libraryId } of (await store.readState(dataSource.manager)).outdated) {
    const count = (): Promise<CountOutcome> => dataSource.transaction((manager) => store.refresh(manager, libraryId));
    // While the lock is free, an instance may hold it for its own count.
    await eventually(async () => (await count()) !== 'locked', 60_000);
  }
  await lockHolder.query('SELECT pg_advisory_lock($1)', [LEXICON_LOCK]);
  await dataSource.destroy();
}

async function setLibraries(user: TestUser, libraryIds: readonly string[]): Promise<void> {
  await client(app).as(admin).patch(`/admin/users/${user.userId}`, { library_ids: libraryIds }, { expect: 200 });
}

/** Returns the media ids on the first page of a search. The page includes all changes up to the revision token. */
async function firstPage(
  instance: number,
  user: TestUser,
  revisionToken: string,
  request: SearchCandidatesRequest,
): Promise<string[]> {
  const { body } = await at(instance, user).post<SearchCandidatesResponse>('/intelligence/candidates:search', request, {
    headers: { 'x-min-revision': revisionToken },
    expect: 200,
  });
  return body.candidates.map(({ media }) => media.media_id);
}

/** Runs the work for all entries, at most `LANES` at a time. */
async function inLanes<Entry>(
  entries: readonly Entry[],
  work: (entry: Entry, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < entries.length; index = next++) {
      const entry = entries[index];
      if (entry !== undefined) await work(entry, index);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Returns the searches of all items; by default, one for each item. */
function searchesToRun({ searches }: NewRecords): WordSearch[] {
  // A step of seven changes the field, the kind of word and the variant of the search from item to item.
  return searches.flatMap((ofItem, index) =>
    RUNS_ALL_SEARCHES ? ofItem : [ofItem[(index * 7) % ofItem.length]].filter((search) => search !== undefined),
  );
}

/**
 * Tests words that all or about half of the new records contain, with searches at the instance that did not run the
 * import. A search for such a word must return a full page of new records. A search for `even` and `odd` together must
 * return the only record of the last import that contains both.
 */
async function requireShared(
  round: number,
  revisionToken: string,
  words: Readonly<Record<'all' | 'even' | 'odd', string>>,
  bothId: string,
  newIds: ReadonlySet<string>,
): Promise<void> {
  for (const user of [everybody, confined]) {
    for (const query of [words.all, words.even, `${words.odd} ${words.all}`]) {
      const foundIds = await firstPage(round + 1, user, revisionToken, { query });
      // The first three values identify the search in the message of a failure.
      expect([user.username, round, query, foundIds.length, foundIds.filter((id) => !newIds.has(id))]).toEqual([
        user.username,
        round,
        query,
        PAGE,
        [],
      ]);
    }
    const foundIds = await firstPage(round + 1, user, revisionToken, { query: `${words.even} ${words.odd}` });
    expect(foundIds).toContain(bothId);
  }
}

describe('after an import', () => {
  it(
    `searches for new words find their records at once, but not for a user without the library: ${IMPORTS} imports of at least ${RECORDS} records`,
    async () => {
      await importAt(0, oldCatalog());
      await countOnce();
      const maker = new RecordMaker();
      const libraryIds: string[] = [];
      const newIds: string[] = [];
      const failures: string[] = [];
      let searchCount = 0;
      for (let round = 0; round < IMPORTS; round += 1) {
        const created = maker.make(RECORDS);
        libraryIds.push(created.libraryId);
        await setLibraries(confined, libraryIds);
        const revisionToken = await importAt(round, created.records);
        // This count includes all imports up to this one. The words of later imports stay uncounted.
        if (round === IMPORTS / 2) await countOnce();
        newIds.push(...created.records.map(({ media_id }) => String(media_id)));
        await requireShared(round, revisionToken, maker.shared, created.bothId, new Set(newIds));
        await inLanes(searchesToRun(created), async ({ what, mediaId, request }, index) => {
          // The searches go to the users in turn. Four of five users in the list can see the new records.
          const user = [everybody, confined, confined, everybody, stranger][index % 5] ?? stranger;
          const isExpected = user !== stranger;
          // The other instance must also find the words at once.
          const foundIds = await firstPage(round + 1, user, revisionToken, request);
          searchCount += 1;
          if (foundIds.includes(mediaId) !== isExpected) {
            const problem = isExpected ? 'not on the first page' : 'shown to a stranger';
            failures.push(`${problem}: ${what} ${JSON.stringify(request)}`);
          }
        });
      }
      process.stderr.write(`${searchCount} searches, ${failures.length} failures\n`);
      expect(failures.slice(0, 40)).toEqual([]);
    },
    RUNS_ALL_SEARCHES ? 24 * 3_600_000 : 600_000,
  );
});
