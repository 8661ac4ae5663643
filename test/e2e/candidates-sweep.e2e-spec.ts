import fc from 'fast-check';
import { createUser, type TestUser } from '../support/accounts';
import { uuidOf } from '../support/catalog';
import { client } from '../support/client';
import { searchRequest } from '../support/search-requests';
import { createTestApp, type TestApp } from '../support/test-app';
import type { SearchCandidatesResponse } from '../../src/candidates/candidates.dto';
import { EvidenceCheck } from './candidates-evidence';
import { CATALOG, loadCatalog } from './candidates-fixture';

/** Searches that go to the database; SEARCH_SWEEP_RUNS asks for more. `search-sweep.spec.ts` plans many more. */
const ASKED = Number(process.env['SEARCH_SWEEP_RUNS'] ?? 1_000);

describe('whatever is searched for, wherever, under whatever filter', () => {
  let app: TestApp;
  let callers: TestUser[];

  beforeAll(async () => {
    app = await createTestApp({ workers: false });
    const admin = await createUser(app, { role: 'admin' });
    const confined = await createUser(app, { libraryIds: [uuidOf('Films')] });
    await loadCatalog(app, admin);
    callers = [admin, confined];
  });
  afterAll(() => app.close());

  it(
    `is answered, ${ASKED} times, whether or not the caller sees all libraries, with evidence for every candidate`,
    async () => {
      const check = new EvidenceCheck(CATALOG);
      let shown = 0;
      await fc.assert(
        fc.asyncProperty(searchRequest, fc.nat(1), fc.integer({ min: 1, max: 300 }), async (request, caller, chars) => {
          const user = callers[caller] ?? { token: '' };
          const asked = { ...request, caps: { summary_max_chars: chars } };
          const { body } = await client(app)
            .as(user)
            .post<SearchCandidatesResponse>('/intelligence/candidates:search', asked, { expect: 200 });
          expect(
            body.candidates.map((candidate) => check.findFault(candidate)).filter((fault) => fault !== null),
          ).toEqual([]);
          shown += body.candidates.length;
        }),
        { numRuns: ASKED },
      );
      expect(shown).toBeGreaterThan(ASKED / 2);
    },
    60_000 + ASKED * 100,
  );

  it.each([
    ['overview', 'the'],
    ['genres', 'the who'],
    ['overview', 'of it 1984'],
  ])('finds nothing in %s by stop words alone: %s', async (field, query) => {
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
