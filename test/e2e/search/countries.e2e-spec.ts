import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie, series, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** Films that would come first if titles with a word of the query came before items of the country. */
const FILMS_WITH_THE_WORD = Array.from({ length: 60 }, (_, index) => movie('Films', `Korean Lamp ${index}`));

describe('a search for the items of a country', () => {
  let app: TestApp;
  let admin: TestUser;
  let confined: TestUser;

  beforeAll(async () => {
    app = await createTestApp();
    admin = await createUser(app, { role: 'admin' });
    const korean = { countries: ['South Korea'] };
    await importCatalog(app, admin, [
      library('Films'),
      library('Shows', 'series'),
      ...FILMS_WITH_THE_WORD,
      movie('Films', 'The Korean Kettle', { genres: ['Comedy'] }),
      movie('Films', 'Harbor Rain', { overview: 'A film of French sailors.' }),
      series('Shows', 'Quiet Harbor', { ...korean, genres: ['Drama'] }),
      series('Shows', 'Loud Harbor', { ...korean, genres: ['Comedy'] }),
      series('Shows', 'Old Code', {
        countries: ['KR'],
        genres: ['Drama'],
        year: 1999,
        people: [{ name: 'Ada Brandt', role: 'actor' }],
      }),
      series('Shows', 'Far Island', { countries: ['Japan'], genres: ['Drama'] }),
      series('Shows', 'Near Island', { countries: ['France'], genres: ['Drama'] }),
    ]);
    confined = await createUser(app, { libraryIds: [uuidOf('Films')] });
  });
  afterAll(() => app.close());

  async function search(query: string, request = {}, user = admin): Promise<SearchCandidatesResponse> {
    const { body } = await client(app)
      .as(user)
      .post<SearchCandidatesResponse>('/intelligence/candidates:search', { query, ...request }, { expect: 200 });
    return body;
  }

  const firstTitles = async (query: string, count: number, request = {}): Promise<string[]> =>
    (await search(query, request)).candidates.slice(0, count).map(({ media }) => media.title);

  it.each([
    ['korean dramas', ['Old Code', 'Quiet Harbor']],
    ['korean comedy', ['Loud Harbor']],
    ['korean shows', ['Loud Harbor', 'Old Code', 'Quiet Harbor']],
    ['the best korean shows', ['Loud Harbor', 'Old Code', 'Quiet Harbor']],
    ['dramas from South Korea', ['Old Code', 'Quiet Harbor']],
    ['korean dramas from the 1990s', ['Old Code']],
    ['japanese or french dramas', ['Far Island', 'Near Island']],
    ['korean shows without comedy', ['Old Code', 'Quiet Harbor']],
    ['korean shows without Ada Brandt', ['Loud Harbor', 'Quiet Harbor']],
  ])('finds the items of the country before titles with the word for "%s"', async (query, titles) => {
    expect((await firstTitles(query, titles.length)).sort()).toEqual(titles);
  });

  it('finds words in texts if no item of the named kind is from the country', async () => {
    expect(await firstTitles('french movies', 1)).toEqual(['Harbor Rain']);
    expect(await firstTitles('korean movies', 1)).toEqual([expect.stringContaining('Korean')]);
  });

  it('finds words in texts for a caller who sees no item of the country', async () => {
    const { candidates } = await search('korean dramas', {}, confined);
    expect(candidates[0]?.media.title).toContain('Korean');
  });

  it('finds a title that equals the query first', async () => {
    await importCatalog(app, admin, [movie('Films', 'Korean Shows')]);
    expect(await firstTitles('korean shows', 1)).toEqual(['Korean Shows']);
  });

  it('counts the same items in facets and on all pages', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const pagination: object = cursor === null ? {} : { pagination: { cursor } };
      const { candidates, page } = await search('korean dramas', { caps: { candidate_limit: 7 }, ...pagination });
      seen.push(...candidates.map(({ media }) => media.media_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    const { matches } = await search('korean dramas', { facets: ['country'] });
    expect(matches).toEqual({ count: seen.length, relation: 'eq' });
  });

  it('tells which words it understood as a country', async () => {
    const { understood } = await search('korean dramas');
    expect(understood).toEqual([
      { kind: 'country', value: 'South Korea', text: 'korean' },
      { kind: 'genre', value: 'drama', text: 'dramas' },
    ]);
  });
});
