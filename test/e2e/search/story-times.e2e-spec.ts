import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

describe('a search for the time of a story', () => {
  let app: TestApp;
  let admin: TestUser;
  let confined: TestUser;

  beforeAll(async () => {
    app = await createTestApp();
    admin = await createUser(app, { role: 'admin' });
    await importCatalog(app, admin, [
      library('Films'),
      library('More films'),
      movie('Films', 'The Lamp Set', { year: 1955, genres: ['Drama'] }),
      movie('Films', 'Between Two Lamps', { year: 1916, genres: ['War'] }),
      movie('Films', 'Harbor Rain', { year: 1999, genres: ['Drama'], overview: 'In the 1950s, sailors find a lamp.' }),
      movie('Films', 'Quiet Trenches', { year: 2017, genres: ['War'], overview: 'From 1914 to 1918, a man waits.' }),
      movie('More films', 'Far Island', { year: 2005, genres: ['Comedy'], overview: 'A family of the 1950s.' }),
    ]);
    confined = await createUser(app, { libraryIds: [uuidOf('Films')] });
  });
  afterAll(() => app.close());

  async function search(query: string, user = admin): Promise<SearchCandidatesResponse> {
    const { body } = await client(app)
      .as(user)
      .post<SearchCandidatesResponse>('/intelligence/candidates:search', { query }, { expect: 200 });
    return body;
  }
  const titlesOf = ({ candidates }: SearchCandidatesResponse): string[] =>
    candidates.map(({ media }) => media.title).sort();

  it.each([
    ['movies set in the 1950s', ['Far Island', 'Harbor Rain']],
    ['show me films that take place during the 1950s', ['Far Island', 'Harbor Rain']],
    ['films set between 1914 and 1918', ['Quiet Trenches']],
    ['movies set in 1917', []],
  ])(
    '%s: finds the words of the time in overviews, and no other items because of their years',
    async (query, titles) => {
      expect(titlesOf(await search(query))).toEqual(titles);
    },
  );

  it.each(['dramas set in the 1950s', 'war films set between 1914 and 1918'])(
    '%s: returns the item whose overview names the time first',
    async (query) => {
      const [first] = (await search(query)).candidates;
      expect(['Harbor Rain', 'Quiet Trenches']).toContain(first?.media.title);
    },
  );

  it('returns items of visible libraries only', async () => {
    expect(titlesOf(await search('movies set in the 1950s', confined))).toEqual(['Harbor Rain']);
  });

  it('does not apply to "set" before other words, or to years of release', async () => {
    expect(titlesOf(await search('lamp set 1955'))).toContain('The Lamp Set');
    expect(titlesOf(await search('movies from the 1950s'))).toEqual(['The Lamp Set']);
  });
});
