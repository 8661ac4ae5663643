import type { MultiSearchResponse } from '../../../src/candidates/multi-search/multi-search.dto';
import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { ReadPool } from '../../../src/database/read-pool';
import type { ItemContextsResponse } from '../../../src/items/context/item-contexts.dto';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const CONTEXTS = '/intelligence/items:contexts';
const SEARCHES = '/intelligence/candidates:multi-search';
const film = (index: number): string => mediaIdOf('movie', `Film ${index}`);
const HIDDEN = mediaIdOf('movie', 'Hidden lantern');
const ABSENT = mediaIdOf('movie', 'Absent');
const EPISODE = mediaIdOf('episode', 'Show/1/1');

let app: TestApp;
let admin: TestUser;
let confined: TestUser;

beforeAll(async () => {
  // Without background loops, rows stay stale until a request derives them.
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { username: 'admin', role: 'admin' });
  confined = await createUser(app, { libraryIds: ['Films', 'Shows'].map(uuidOf) });
  await importCatalog(app, admin, [
    library('Films'),
    library('Vault'),
    library('Shows', 'series'),
    ...Array.from({ length: 30 }, (_, index): CatalogRecord => {
      const people = [{ name: `Actor ${index % 4}`, role: 'actor' }];
      return movie('Films', `Film ${index}`, { overview: `A lantern in window ${index}.`, people, genres: ['Drama'] });
    }),
    movie('Vault', 'Hidden lantern', { overview: 'A lantern.' }),
    series('Shows', 'Show', { genres: ['Drama'] }),
    season('Show', 1),
    ...[1, 2].map((number) => episode('Show', 1, number)),
  ]);
  for (const index of [0, 1, 2]) {
    const note = { kind: 'user_note', scope: 'user', title: `Note ${index}`, summary: 'Seen.', content: {} };
    const about = { media_id: film(index), sources: [{ media_id: film(index), field: 'overview' }] };
    const path = `/intelligence/artifacts/${uuidOf(`note ${index}`)}`;
    await client(app)
      .as(confined)
      .put(path, { ...note, ...about }, { expect: 201 });
  }
  const state = { position_seconds: 30, duration_seconds: 600 };
  await client(app).as(confined).put(`/watch-states/${EPISODE}`, state, { expect: 200 });
});
afterAll(() => app.close());

async function post<Body>(path: string, body: object, user = confined): Promise<Body> {
  return (await client(app).as(user).post<Body>(path, body, { expect: 200 })).body;
}

async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const { statistics } = app.app.get(ReadPool);
  const before = statistics.roundTrips;
  await work();
  return statistics.roundTrips - before;
}

describe('items:contexts', () => {
  it('shows each item as the context route does, in the order of the request', async () => {
    const media_ids = [film(1), EPISODE, mediaIdOf('series', 'Show'), mediaIdOf('season', 'Show/1'), film(0)];
    const { contexts, unknown_media_ids, page } = await post<ItemContextsResponse>(CONTEXTS, { media_ids });
    expect(unknown_media_ids).toEqual([]);
    expect(page).toMatchObject({ limit: 25, returned: 5, has_more: false });
    for (const [index, id] of media_ids.entries()) {
      const single = await post<ItemContextResponse>(`/intelligence/items/${id}/context`, {});
      const { related: _, caps: __, origins: ___, ...context } = single;
      expect(contexts[index]).toEqual(context);
    }
    expect(contexts[0]?.artifacts).toHaveLength(1);
    expect(contexts[1]?.item.watch_state?.state).toBe('in_progress');
  });

  // The films 0, 1 and 2 have artifacts.
  it.each<[string, number, string[]]>([
    ['one round trip for one item', 1, [film(3)]],
    ['one round trip for 25 items', 1, Array.from({ length: 25 }, (_, index) => film(index + 3))],
    ['one more round trip if an item has artifacts', 2, [film(0)]],
    ['one more round trip if several items have artifacts', 2, Array.from({ length: 25 }, (_, index) => film(index))],
    ['one more round trip if ids are unknown', 2, [film(3), film(4), ABSENT, HIDDEN]],
    [
      'two more round trips if ids are unknown and items have artifacts',
      3,
      [film(0), film(1), film(3), ABSENT, HIDDEN],
    ],
  ])('takes %s', async (_, roundTrips, media_ids) => {
    expect(await countRoundTrips(() => post(CONTEXTS, { media_ids }))).toBe(roundTrips);
  });

  it('lists absent and hidden ids once each in canonical spelling', async () => {
    const spellings = [film(3), film(3).replace('movie:', 'Movies(').concat(')'), ABSENT.toUpperCase(), HIDDEN, HIDDEN];
    const answer = await post<ItemContextsResponse>(CONTEXTS, { media_ids: spellings });
    expect(answer.contexts.map(({ item }) => item.media.media_id)).toEqual([film(3)]);
    expect(answer.unknown_media_ids).toEqual([ABSENT, HIDDEN]);
    const adminAnswer = await post<ItemContextsResponse>(CONTEXTS, { media_ids: [HIDDEN] }, admin);
    expect(adminAnswer.unknown_media_ids).toEqual([]);
    // An id with the wrong kind counts as absent.
    const wrong = film(3).replace('movie:', 'series:');
    expect((await post<ItemContextsResponse>(CONTEXTS, { media_ids: [wrong] })).unknown_media_ids).toEqual([wrong]);
  });

  it('derives stale rows in at most five round trips', async () => {
    const fields = { genres: ['Comedy'] };
    await importCatalog(app, admin, [series('Shows', 'Show', fields)]);
    const media_ids = [EPISODE, mediaIdOf('episode', 'Show/1/2'), mediaIdOf('season', 'Show/1'), ABSENT, film(0)];
    let answer: ItemContextsResponse | undefined;
    const roundTrips = await countRoundTrips(async () => {
      answer = await post<ItemContextsResponse>(CONTEXTS, { media_ids });
    });
    expect(roundTrips).toBeLessThanOrEqual(5);
    const genresOf = ({ item }: ItemContextsResponse['contexts'][number]): string[] =>
      item.facets.filter(({ kind }) => kind === 'genre').flatMap(({ values }) => values.map(({ label }) => label));
    expect(answer?.contexts.map(genresOf)).toEqual([['Comedy'], ['Comedy'], ['Comedy'], ['Drama']]);
    expect(answer?.unknown_media_ids).toEqual([ABSENT]);
    expect(answer?.contexts.map(({ item }) => item.media.media_id)).toEqual(media_ids.filter((id) => id !== ABSENT));
  });

  it('has pages, and refuses a cursor in a request with other ids', async () => {
    const media_ids = [film(0), HIDDEN, film(1), film(2), ABSENT, film(3)];
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const body: object = { media_ids, pagination: { limit: 2, cursor } };
      const answer: ItemContextsResponse = await post<ItemContextsResponse>(CONTEXTS, body);
      ids.push(...answer.contexts.map(({ item }) => item.media.media_id));
      cursor = answer.page.next_cursor;
      if (cursor !== null) {
        const other = { media_ids: [film(1)], pagination: { cursor } };
        await client(app).as(confined).post(CONTEXTS, other, { expect: 400 });
      }
    } while (cursor !== null);
    expect(ids).toEqual([0, 1, 2, 3].map(film));
  });

  it.each([
    [{ media_ids: [] }, 'media_ids', 'invalid-request'],
    [{}, 'media_ids', 'invalid-request'],
    [{ media_ids: [film(0), 'movie:1'] }, 'media_ids[1]', 'invalid-media-id'],
    [{ media_ids: [film(0), 5] }, 'media_ids[1]', 'invalid-request'],
    [{ media_ids: Array.from({ length: 26 }, (_, index) => film(index)) }, 'media_ids', 'invalid-request'],
  ])('refuses the request %j and names the field %s', async (request, field, code) => {
    const { body } = await client(app).as(confined).post(CONTEXTS, request, { expect: 400 });
    expect(body).toMatchObject({ code, errors: [{ field }] });
  });
});

describe('candidates:multi-search', () => {
  const queries = [
    { query: 'lantern window' },
    { query: 'show', media_kinds: ['series'] },
    { query: 'actor 1', search_in: ['people'] },
    { query: 'nothing like this' },
  ];

  it('returns for each query the same candidates as a search', async () => {
    const { results, caps } = await post<MultiSearchResponse>(SEARCHES, { queries, pagination: { limit: 4 } });
    expect(caps.candidate_limit).toBe(4);
    expect(results).toHaveLength(queries.length);
    for (const [index, query] of queries.entries()) {
      const body = { ...query, pagination: { limit: 4 } };
      const {
        caps: _,
        origins: __,
        ...single
      } = await post<SearchCandidatesResponse>('/intelligence/candidates:search', body);
      expect(results[index]).toEqual(single);
    }
  });

  it('returns cursors with which a search continues a query', async () => {
    const { results } = await post<MultiSearchResponse>(SEARCHES, { queries, pagination: { limit: 4 } });
    const [query] = queries;
    const pagination = { cursor: results[0]?.page.next_cursor };
    const next = await post<SearchCandidatesResponse>('/intelligence/candidates:search', { ...query, pagination });
    const shownIds = new Set(results[0]?.candidates.map(({ media }) => media.media_id));
    expect(next.candidates.length).toBeGreaterThan(4);
    expect(next.candidates.filter(({ media }) => shownIds.has(media.media_id))).toEqual([]);
  });

  it('fits the candidates of all queries into one budget, and returns cursors to continue', async () => {
    const unlimited = await client(app).as(confined).post<MultiSearchResponse>(SEARCHES, { queries });
    const budget = { max_chars: Math.floor(unlimited.text.length / 5) };
    const { text, body } = await client(app)
      .as(confined)
      .post<MultiSearchResponse>(SEARCHES, { queries, budget }, { expect: 200 });
    expect(text.length).toBeLessThanOrEqual(budget.max_chars);
    const cutResults = body.results.filter((result, index) => {
      return result.candidates.length < (unlimited.body.results[index]?.candidates.length ?? 0);
    });
    expect(cutResults.length).toBeGreaterThan(0);
    for (const { candidates, page } of cutResults) {
      expect(page).toMatchObject({ returned: candidates.length, has_more: true });
      expect(page.next_cursor).not.toBeNull();
    }
  });

  it.each([
    [{ queries: [] }, 'queries'],
    [{ queries: Array.from({ length: 9 }, () => ({ query: 'x' })) }, 'queries'],
    [{ queries: [{ query: 'x' }, { query: ' ' }] }, 'queries[1].query'],
    [{ queries: [{ query: 'x', pagination: {} }] }, 'queries[0].pagination'],
    [{ queries: [{ query: 'x', filters: { year: { gte: 'x' } } }] }, 'queries[0].filters.year.gte'],
  ])('refuses the request %j and names the field %s', async (request, field) => {
    const { body } = await client(app).as(confined).post(SEARCHES, request, { expect: 400 });
    expect(body).toMatchObject({ code: 'invalid-request', errors: [{ field }] });
  });

  it('refuses a cursor, because its answer has one cursor for each query', async () => {
    const { body } = await client(app)
      .as(confined)
      .post(SEARCHES, { queries, pagination: { cursor: 'x' } });
    expect(body['code']).toBe('invalid-cursor');
  });
});
