import { type FakeProvider, startFakeProvider } from '../../../test/support/demo/fake-provider';
import { connectTo } from '../../../test/support/demo/fake-provider-client';
import { FIRST_YEAR, LAST_YEAR, moviesOf } from '../../../test/support/demo/fake-provider-catalog';
import { problem } from '../../../test/support/demo/fake-provider-problem';
import { toDemoOptions } from '../planner/demo-options';
import { listCandidates } from './candidate-stream';

/** Number of titles of each year. They fill three pages. */
const PER_YEAR = 50;

describe('titles for a demo library', () => {
  let fake: FakeProvider;

  beforeAll(async () => {
    fake = await startFakeProvider({ perYear: PER_YEAR });
  });
  beforeEach(() => {
    fake.failures = [];
    fake.rewrite = (body) => body;
    fake.requests.length = 0;
  });
  afterAll(() => fake.close());

  async function list(provider = connectTo(fake)): Promise<number[]> {
    const { libraries, seed } = toDemoOptions({ libraries: [{ library_kind: 'movies', name: 'L' }] }, {});
    const [options] = libraries;
    if (options === undefined) throw new Error('no library');
    const ids: number[] = [];
    const request = { budget: { remaining: 10_000 } };
    for await (const id of listCandidates(provider, { options, index: 0, seed }, request)) ids.push(id);
    return ids;
  }

  it('are listed once each, even if pages repeat titles, and include no titles for adults', async () => {
    const ids = await list();
    const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
    const allMovies = years.flatMap((year) => moviesOf(year, PER_YEAR));
    const adults = new Set(allMovies.filter(({ adult }) => adult).map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => adults.has(id))).toEqual([]);
    // Titles may be missing, because the lists of a provider can shift while they are read.
    expect(ids.length).toBeGreaterThan((allMovies.length - adults.size) * 0.9);
  });

  it('are read only from pages that the provider can return', async () => {
    // A provider can announce more than the 500 pages that it returns.
    fake.rewrite = (body) =>
      fake.requests.at(-1)?.parameters['primary_release_year'] === String(LAST_YEAR)
        ? { ...(body as object), results: [{ id: 1 }], total_pages: 600 }
        : body;
    await list();
    const pages = fake.requests.map(({ parameters }) => Number(parameters['page']));
    expect(Math.min(...pages)).toBe(1);
    expect(Math.max(...pages)).toBe(500);
  });

  it('are read from other years if the provider refuses a page', async () => {
    fake.failures = [{ kind: 'page-refused', times: 5 }];
    const ids = await list();
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(PER_YEAR * 60);
  });

  it('are listed without a failure if the provider refuses the later pages of every year', async () => {
    fake.rewrite = (body) => {
      if (Number(fake.requests.at(-1)?.parameters['page']) > 2) throw problem(400, 22, 'Invalid page.');
      return { ...(body as object), total_pages: 400 };
    };
    const provider = connectTo(fake);
    const ids = await list(provider);
    // The first two pages of a year have 40 titles. Some are for adults, and one is on both pages.
    expect(ids.length).toBeGreaterThan(30 * (LAST_YEAR - FIRST_YEAR));
    expect(provider.statistics.failures).toBe(0);
  });

  it('cannot be listed if the provider refuses the first page of every year', async () => {
    fake.failures = [{ kind: 'page-refused' }];
    await expect(list()).rejects.toMatchObject({ failure: 'refused' });
  });
});
