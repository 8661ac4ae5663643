import fc from 'fast-check';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { searchRequest } from '../../support/generators/search-requests';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { EvidenceCheck } from './candidates-evidence';
import { CATALOG, loadCatalog } from './candidates-fixture';

/**
 * Number of searches with random text; the other tests send fewer. `search-sweep.spec.ts` plans many more searches
 * without a database.
 */
const SEARCH_COUNT = Number(process.env['SEARCH_SWEEP_RUNS'] ?? 1_000);
/** Time limit of one property on a machine under load. */
const LIMIT_MS = 60_000 + SEARCH_COUNT * 500;

/** Words that a search can understand as a filter, or ignore beside a filter. */
const FILTER_WORDS = [
  'comedy',
  'sci-fi',
  'horror',
  'noir',
  'western',
  'romcom',
  'animated',
  'drama',
  'thriller',
  'documentary',
  '1980s',
  'the eighties',
  'from 1980 to 1989',
  'before 1950',
  'since 2010',
  '1999',
  '2010',
  '90s',
  '1984',
  'not',
  'without',
  'but not the',
  '-war',
  'directed by',
  'director',
  'starring',
  'with',
  'by',
  'written by',
  'movie',
  'film',
  'series',
  'show me',
  'watch',
  'online',
  'second season',
  'episode 2',
  's01e02',
  'part V',
];
const ORDINARY = ['quiet', 'harbour', 'brandt', 'the', 'orchard', 'zeppelin', 'of', 'lantern', 'ada', 'river', 'stone'];

/** A title of one to four parts. About two thirds of them are from `FILTER_WORDS`. */
const TITLE = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...FILTER_WORDS) }, fc.constantFrom(...ORDINARY)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' '));

/** Returns the same text for titles that a search treats as equal. */
const keyOf = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]/g, '');

describe('a search', () => {
  let app: TestApp;
  let callers: TestUser[];

  beforeAll(async () => {
    // A long run takes more than the default lifetime of a token.
    app = await createTestApp({ workers: false, env: { JWT_ACCESS_TTL_SECONDS: '86400' } });
    const admin = await createUser(app, { role: 'admin' });
    const confined = await createUser(app, { libraryIds: [uuidOf('Films')] });
    await loadCatalog(app, admin);
    callers = [admin, confined];
  });
  afterAll(() => app.close());

  const check = new EvidenceCheck(CATALOG);

  /** Searches, compares all evidence with the catalog, and returns the number of candidates. */
  async function searchAndCheck(request: object, caller: number): Promise<number> {
    const { body } = await client(app)
      .as(callers[caller] ?? { token: '' })
      .post<SearchCandidatesResponse>('/intelligence/candidates:search', request, { expect: 200 });
    const faults = body.candidates.map((candidate) => check.findFault(candidate)).filter((fault) => fault !== null);
    expect(faults).toEqual([]);
    return body.candidates.length;
  }

  it(
    `with random text, fields and filters succeeds ${SEARCH_COUNT} times`,
    async () => {
      await fc.assert(
        fc.asyncProperty(searchRequest, fc.nat(1), async (request, caller) => {
          await searchAndCheck(request, caller);
        }),
        { numRuns: SEARCH_COUNT, interruptAfterTimeLimit: LIMIT_MS },
      );
    },
    LIMIT_MS + 60_000,
  );

  it(
    `returns evidence from the catalog with every candidate, ${SEARCH_COUNT / 4} times`,
    async () => {
      const words = [...new Set(JSON.stringify(CATALOG).match(/[\p{L}\p{N}'-]{2,}/gu) ?? [])];
      const query = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((each) => each.join(' '));
      const chars = fc.integer({ min: 1, max: 300 });
      let candidateCount = 0;
      await fc.assert(
        fc.asyncProperty(query, chars, fc.nat(1), async (text, summary_max_chars, caller) => {
          candidateCount += await searchAndCheck({ query: text, caps: { summary_max_chars } }, caller);
        }),
        { numRuns: SEARCH_COUNT / 4, interruptAfterTimeLimit: LIMIT_MS },
      );
      expect(candidateCount).toBeGreaterThan(SEARCH_COUNT / 4);
    },
    LIMIT_MS + 60_000,
  );

  it('quotes numbers whole, unless the whole evidence is a part of one number', async () => {
    for (let summary_max_chars = 1; summary_max_chars <= 14; summary_max_chars += 1)
      expect(await searchAndCheck({ query: '10,000 sheep', caps: { summary_max_chars } }, 0)).toBeGreaterThan(0);
  });

  it(
    'lists the title that equals the query first, even if its words can be filters',
    async () => {
      const titles = [...new Map(fc.sample(TITLE, SEARCH_COUNT / 4).map((each) => [keyOf(each), each])).values()];
      await importCatalog(
        app,
        callers[0] ?? { token: '' },
        titles.map((title) => movie('Films', title)),
      );
      await refreshLexicon(app);
      let understoodCount = 0;
      for (const title of titles) {
        const { body } = await client(app)
          .as(callers[0] ?? { token: '' })
          .post<SearchCandidatesResponse>('/intelligence/candidates:search', { query: title }, { expect: 200 });
        const first = body.candidates[0]?.media.title ?? '';
        expect([title, keyOf(first)]).toEqual([title, keyOf(title)]);
        understoodCount += body.understood.length > 0 ? 1 : 0;
      }
      expect(understoodCount).toBeGreaterThan(titles.length / 4);
    },
    LIMIT_MS + 60_000,
  );

  it.each([
    ['overview', 'the'],
    ['genres', 'the who'],
    ['overview', 'of it 1984'],
  ])('finds nothing in %s by stop words and years: %s', async (field, query) => {
    const { body } = await client(app)
      .as(callers[0] ?? { token: '' })
      .post<{ candidates: object[] }>(
        '/intelligence/candidates:search',
        { query, search_in: [field] },
        { expect: 200 },
      );
    expect(body.candidates).toEqual([]);
  });
});
