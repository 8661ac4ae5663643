import type { Input } from 'intelligence-client';
import type { FacetsResponse, OverviewResponse } from '../../../src/overview/overview.dto';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
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
import { typedClient } from '../../support/requests/typed-client';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    library('Shows', 'series'),
    library('Other films'),
    movie('Films', 'Nosferatu', {
      year: 1922,
      genres: ['Horror'],
      people: [actor('Max Schreck')],
      runtime_minutes: 94,
    }),
    movie('Films', 'The General', { year: 1926, genres: ['Comedy', 'Action'], people: [actor('Buster Keaton')] }),
    movie('Films', 'Sherlock Jr.', { year: 1924, genres: ['Comedy'], people: [actor('Buster Keaton')] }),
    movie('Films', 'Lost reel', { available: false, genres: ['Horror'] }),
    movie('Other films', 'Metropolis', { year: 1927, genres: ['Science Fiction'], original_language: 'de' }),
    movie('Other films', 'Cops', { year: 1922, genres: ['Comedy'], people: [actor('Buster Keaton')] }),
    series('Shows', 'The Perils', { year: 1914, genres: ['Drama'], content_rating: 'TV-G' }),
    season('The Perils', 1),
    episode('The Perils', 1, 1, { title: 'The cliff' }),
    episode('The Perils', 1, 2),
  ]);
});
afterAll(() => app.close());

function actor(name: string): { name: string; role: string } {
  return { name, role: 'actor' };
}

type OverviewBody = NonNullable<Input<'getOverview'>['body']>;

function overview(user: TestUser, body: OverviewBody = {}): Promise<OverviewResponse> {
  return typedClient(app, user).getOverview({ body });
}

/** Returns the names of the libraries on all pages, with one library on each page. */
async function pagedNames(user: TestUser): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = null, more = true; more;) {
    const answer: OverviewResponse = await overview(user, { pagination: { limit: 1, cursor } });
    names.push(...answer.libraries.map(({ name }) => name));
    cursor = answer.page.next_cursor;
    more = answer.page.has_more;
  }
  return names;
}

function values(groups: OverviewResponse['facets'], kind: string): [string, number][] | undefined {
  return groups.find((group) => group.kind === kind)?.values.map((value) => [value.key, value.count]);
}

describe('libraries/overview', () => {
  it('returns the counts of each library, ordered by library name, without unavailable items', async () => {
    const { libraries, page } = await overview(admin);
    expect(libraries.map(({ name, counts }) => [name, counts])).toEqual([
      ['Films', { movies: 3, series: 0, seasons: 0, episodes: 0, artifacts: 0 }],
      ['Other films', { movies: 2, series: 0, seasons: 0, episodes: 0, artifacts: 0 }],
      ['Shows', { movies: 0, series: 1, seasons: 1, episodes: 2, artifacts: 0 }],
    ]);
    expect(page).toEqual({ limit: 20, returned: 3, has_more: false, next_cursor: null, truncated: false });
    expect(libraries[0]?.summary.text).toBe('Films holds 3 movies. Most frequent genres: Comedy, Action, Horror.');
  });

  it('gives exact facets over all libraries, most frequent first, then by key', async () => {
    const { facets } = await overview(admin);
    expect(values(facets, 'genre')).toEqual([
      ['comedy', 3],
      ['action', 1],
      ['drama', 1],
      ['horror', 1],
      ['science fiction', 1],
    ]);
    expect(values(facets, 'release_decade')).toEqual([
      ['1920', 5],
      ['1910', 1],
    ]);
    expect(values(facets, 'media_kind')).toEqual([
      ['movie', 5],
      ['episode', 2],
      ['season', 1],
      ['series', 1],
    ]);
    expect(values(facets, 'watch_state')).toEqual([['unwatched', 7]]);
    const language = facets.find((group) => group.kind === 'language');
    expect(language).toMatchObject({ cardinality: 1, other_count: 0, missing_count: 5 });
  });

  it('keeps counts exact under the smallest cap', async () => {
    const { facets, caps } = await overview(admin, { caps: { facet_limit: 1 }, facet_kinds: ['genre', 'media_kind'] });
    expect(caps.facet_limit).toBe(1);
    expect(facets).toMatchObject([
      { kind: 'genre', values: [{ key: 'comedy', count: 3 }], cardinality: 5, other_count: 4, missing_count: 0 },
      { kind: 'media_kind', values: [{ key: 'movie', count: 5 }], cardinality: 4, other_count: 4 },
    ]);
  });

  it('adds up the counts of the requested libraries, and returns sample items and unknown library ids', async () => {
    const absent = uuidOf('absent');
    const answer = await overview(admin, {
      library_ids: [uuidOf('Films'), uuidOf('Other films').toUpperCase(), absent],
      facet_kinds: ['genre', 'library', 'person'],
    });
    expect(values(answer.facets, 'genre')?.[0]).toEqual(['comedy', 3]);
    expect(values(answer.facets, 'library')).toEqual([
      [uuidOf('Films'), 3],
      [uuidOf('Other films'), 2],
    ]);
    expect(answer.facets.find((group) => group.kind === 'person')).toMatchObject({
      cardinality: 2,
      values: [
        { key: 'buster keaton', label: 'Buster Keaton', count: 3 },
        { key: 'max schreck', count: 1 },
      ],
    });
    expect(answer.facets[0]?.values[0]?.sample_media_ids).toEqual(
      [mediaIdOf('movie', 'The General'), mediaIdOf('movie', 'Sherlock Jr.'), mediaIdOf('movie', 'Cops')].sort(),
    );
    expect(answer.unknown_library_ids).toEqual([absent]);
  });

  it('gives equal counts in equally many round trips if the request or the account lists all libraries', async () => {
    const ids = ['Films', 'Shows', 'Other films'].map(uuidOf);
    const allLibraries = await overview(admin);
    const pool = app.app.get(ReadPool);
    const before = pool.statistics.roundTrips;
    expect((await overview(admin, { library_ids: ids })).facets).toEqual(allLibraries.facets);
    const tripsPerOverview = pool.statistics.roundTrips - before;
    expect((await overview(await createUser(app, { libraryIds: ids }))).facets).toEqual(allLibraries.facets);
    expect(pool.statistics.roundTrips - before).toBe(2 * tripsPerOverview);
    await overview(admin);
    expect(pool.statistics.roundTrips - before).toBe(3 * tripsPerOverview);
  });

  it('returns no counts to a user who may see no library', async () => {
    const user = await createUser(app, { libraryIds: [uuidOf('absent')] });
    for (const answer of [await overview(user), await overview(user, { library_ids: [uuidOf('Films')] })]) {
      expect(answer.libraries).toEqual([]);
      expect(answer.facets.flatMap((group) => group.values.map(({ count }) => count)).filter(Boolean)).toEqual([]);
    }
  });

  it('shows a user only the libraries, counts and samples that the user may see', async () => {
    const user = await createUser(app, { libraryIds: [uuidOf('Films')] });
    const answer = await overview(user);
    expect(answer.libraries.map(({ name }) => name)).toEqual(['Films']);
    expect(values(answer.facets, 'genre')?.[0]).toEqual(['comedy', 2]);
    const hidden = await overview(user, { library_ids: [uuidOf('Shows')] });
    expect(hidden).toMatchObject({ libraries: [], unknown_library_ids: [uuidOf('Shows')] });
  });

  it('counts only the watch states of the caller', async () => {
    const [viewer, other] = [await createUser(app), await createUser(app)];
    const media = mediaIdOf('movie', 'Nosferatu');
    await client(app)
      .as(viewer)
      .put(`/watch-states/${media}`, { position_seconds: 10, duration_seconds: 100 }, { expect: 200 });
    const answer = await overview(viewer, { facet_kinds: ['watch_state'] });
    expect(values(answer.facets, 'watch_state')).toEqual([
      ['unwatched', 6],
      ['in_progress', 1],
    ]);
    expect(answer.facets[0]?.values.find((value) => value.key === 'unwatched')?.sample_media_ids).not.toContain(media);
    expect(values((await overview(other)).facets, 'watch_state')).toEqual([['unwatched', 7]]);
    await client(app).as(viewer).delete(`/watch-states/${media}`, { expect: 204 });
    expect(values((await overview(viewer)).facets, 'watch_state')).toEqual([['unwatched', 7]]);
  });

  it('pages through libraries by name', async () => {
    expect(await pagedNames(admin)).toEqual(['Films', 'Other films', 'Shows']);
  });

  it('takes 8 database round trips, 10 if the page shows only some libraries, 5 if all facets are cached', async () => {
    const { statistics } = app.app.get(ReadPool);
    const tripsOf = async (request: object): Promise<number> => {
      const before = statistics.roundTrips;
      await overview(admin, request);
      return statistics.roundTrips - before;
    };
    // Changes the counts of every library and restores them, so that no facets are cached.
    for (const name of ['Films', 'Shows', 'Other films']) {
      await importCatalog(app, admin, [movie(name, 'Safety Last!', { year: 1923 })]);
      await importCatalog(app, admin, [{ type: 'delete', media_id: mediaIdOf('movie', 'Safety Last!') }]);
    }
    // For each facet limit, the facets of each library and their sum are cached until a count changes.
    expect(await tripsOf({ caps: { facet_limit: 29 } })).toBe(8);
    expect(await tripsOf({ caps: { facet_limit: 31 } })).toBe(8);
    expect(await tripsOf({ caps: { facet_limit: 31 } })).toBe(5);
    // Counting the libraries that are not on the page takes two more round trips, for any number of libraries.
    expect(await tripsOf({ caps: { facet_limit: 30 }, pagination: { limit: 1 } })).toBe(10);
    expect(await tripsOf({ caps: { facet_limit: 30 }, pagination: { limit: 1 } })).toBe(5);
    // Only the facets of the second library are not cached. They take two round trips.
    expect(await tripsOf({ caps: { facet_limit: 30 }, pagination: { limit: 2 } })).toBe(7);
    // Watch states, which take two of the five round trips, are read only if their facet is requested.
    expect(await tripsOf({ caps: { facet_limit: 31 }, facet_kinds: ['genre', 'watch_state'] })).toBe(8);
    expect(await tripsOf({ caps: { facet_limit: 31 }, facet_kinds: ['genre', 'watch_state'] })).toBe(5);
    expect(await tripsOf({ caps: { facet_limit: 31 }, facet_kinds: ['genre'] })).toBe(3);
  });

  it.each<[string, object, string]>([
    ['an empty list', { library_ids: [] }, 'library_ids'],
    ['an invalid UUID', { library_ids: ['nonsense'] }, 'library_ids'],
    ['51 libraries', { library_ids: Array.from({ length: 51 }, (_, index) => uuidOf(String(index))) }, 'library_ids'],
    ['an unknown kind', { facet_kinds: ['mood'] }, 'facet_kinds'],
    ['null', { facet_kinds: null }, 'facet_kinds'],
    ['an unknown field', { owner: 'me' }, 'owner'],
  ])('answers 400 on /facets to %s, and names the field', async (_, body, field) => {
    const answer = await client(app).as(admin).post('/intelligence/facets', body, { expect: 400 });
    expect(answer.body).toMatchObject({ code: 'invalid-request', errors: [{ field: expect.stringContaining(field) }] });
  });

  it('gives the same facets on /facets, without libraries, and answers 400 to a cursor there', async () => {
    const bodies: OverviewBody[] = [
      {},
      { library_ids: [uuidOf('Films'), uuidOf('Nowhere')] },
      { facet_kinds: ['library'] },
    ];
    for (const body of bodies) {
      const answer: FacetsResponse = await typedClient(app, admin).getFacets({ body });
      const { facets, unknown_library_ids, caps } = await overview(admin, body);
      const { generated_at: _, ...comparable } = answer;
      const origins = { catalog: ['facets'] };
      expect(comparable).toEqual({ facets, unknown_library_ids, truncated: false, caps, origins });
    }
    const pagination = { cursor: 'x' };
    await client(app).as(admin).post('/intelligence/facets', { pagination }, { expect: 400 });
  });
});

// Last, because it adds libraries.
it('sorts libraries by the code points of their names, as the database does', async () => {
  // JavaScript's own order compares code units, and the first code unit of an emoji is smaller than a full-width
  // letter.
  const names = ['Films 2', 'Ｆilms', '📼 Films'];
  await importCatalog(
    app,
    admin,
    [...names].reverse().map((name) => library(name)),
  );
  const user = await createUser(app, { libraryIds: names.map(uuidOf) });
  expect((await overview(user)).libraries.map(({ name }) => name)).toEqual(names);
  expect(await pagedNames(user)).toEqual(names);
});
