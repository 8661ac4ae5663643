import { CandidatesService } from '../../src/candidates/candidates.service';
import { SearchWarmUp } from '../../src/candidates/search-warm-up';
import { ReadPool } from '../../src/database/read-pool';
import { createUser } from '../support/accounts';
import { importCatalog, library, movie } from '../support/catalog';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { createTestApp, type TestApp } from '../support/test-app';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { WARM_UP_MS: '60000' } });
  const admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    movie('Films', 'Nosferatu', { people: [{ name: 'Max Schreck', role: 'actor' }], overview: 'A count travels.' }),
    // A letter less cuts this one's fourth character in two; the next has no fourth one to lose.
    movie('Films', 'abc\u{1F600}', {}),
    movie('Films', '!', {}),
    movie('Films', 'Lost reel', { available: false }),
  ]);
});
afterAll(() => app.close());

/** How many snapshots the warm-up of an application took. */
async function snapshotsOf({ app: started }: TestApp): Promise<number> {
  const { statistics } = started.get(ReadPool);
  const before = statistics.acquired;
  await started.get(SearchWarmUp).run();
  return statistics.acquired - before;
}

describe('the warm-up before the service answers', () => {
  it('searches for the titles, slips, people and overviews of items that may be served', async () => {
    // The list itself; four searches for the first, two for the second, and one for "!", which has no slip.
    expect(await snapshotsOf(app)).toBe(1 + 4 + 2 + 1);
  });

  it('searches among all kinds and among those of the item in turns', async () => {
    const searches = jest.spyOn(app.app.get(CandidatesService), 'searchCandidates');
    await app.app.get(SearchWarmUp).run();
    expect(searches.mock.calls.map(([, { query, media_kinds }]) => [query, media_kinds])).toEqual(
      expect.arrayContaining([
        ['Nosferatu', undefined],
        ['Noseratu', ['movie']],
        ['Max Schreck', undefined],
        ['A count travels.', ['movie']],
      ]),
    );
    searches.mockRestore();
  });

  it('does nothing where it is switched off', async () => {
    const off = await createTestApp({ beside: app });
    expect(await snapshotsOf(off)).toBe(0);
    await off.close();
  });

  it('lets the service start when the database is gone', async () => {
    let proxy: TcpProxy | undefined;
    const cutOff = await createTestApp({
      beside: app,
      env: { WARM_UP_MS: '60000' },
      databaseUrl: async (database) => (proxy = await createTcpProxy(database.url)).url,
    });
    await proxy?.close();
    expect(await snapshotsOf(cutOff)).toBe(0);
    await cutOff.close();
  });
});
