import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { createUser } from '../../support/accounts/accounts';
import { distinctWord, importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

/** Number of films whose overviews contain "love", more than a search looks up. */
const FILMS = 1_500;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each(['love', 'love movie', 'movie with love'])(
  'the search "%s" with the filter in_progress finds a film in progress even if many overviews contain the word',
  async (query) => {
    const admin = await createUser(app, { role: 'admin' });
    const started = distinctWord(FILMS);
    const titles = Array.from({ length: FILMS }, (_, number) => distinctWord(number + 1));
    await importCatalog(app, admin, [
      library('Films'),
      ...titles.map((title) => movie('Films', title, { overview: 'A story of love.' })),
      {
        type: 'watch_state',
        username: admin.username,
        media_id: mediaIdOf('movie', started),
        position_seconds: 60,
        duration_seconds: 600,
        last_watched_at: '2026-01-01T00:00:00Z',
      },
    ]);
    await refreshLexicon(app);
    const { body } = await client(app)
      .as(admin)
      .post<SearchCandidatesResponse>(
        '/intelligence/candidates:search',
        { query, filters: { watch_states: ['in_progress'] } },
        { expect: 200 },
      );
    expect(body.candidates.map(({ media }) => media.title)).toEqual([started]);
  },
);
