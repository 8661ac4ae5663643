import { ReadPool } from '../../../src/database/read-pool';
import type { NextUpResponse } from '../../../src/items/next-up/next-up.dto';
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

const PATH = '/intelligence/items:next-up';
const SHOWS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Hidden'];

let app: TestApp;
let admin: TestUser;
let viewer: TestUser;
let other: TestUser;

const id = (show: string, seasonNumber: number, number: number): string =>
  mediaIdOf('episode', `${show}/${seasonNumber}/${number}`);

/** A series with two seasons of three episodes each, and a special. */
function show(title: string): CatalogRecord[] {
  return [
    series(title === 'Hidden' ? 'Vault' : 'Shows', title),
    ...[0, 1, 2].map((number) => season(title, number)),
    episode(title, 0, 1),
    ...[1, 2].flatMap((number) => [1, 2, 3].map((part) => episode(title, number, part))),
  ];
}

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { role: 'admin' });
  viewer = await createUser(app, { username: 'viewer', libraryIds: [uuidOf('Shows')] });
  other = await createUser(app, { username: 'other' });
  await importCatalog(app, admin, [library('Shows', 'series'), library('Vault', 'series'), ...SHOWS.flatMap(show)]);
  await importCatalog(app, admin, [
    ...history('viewer', 1, [id('Alpha', 1, 1), id('Alpha', 1, 2)]),
    ...history('viewer', 2, [id('Beta', 1, 3)]),
    ...history('viewer', 3, [id('Delta', 2, 3)]),
    ...history('viewer', 4, [id('Alpha', 0, 1), id('Hidden', 1, 1)]),
    ...history('viewer', 5, [id('Gamma', 1, 2)], 'in_progress'),
    ...history('other', 9, [id('Delta', 1, 1)]),
  ]);
});
afterAll(() => app.close());

/** Returns records of watch states, one second apart. A higher `minute` is a later time. */
function history(username: string, minute: number, ids: string[], state = 'completed'): CatalogRecord[] {
  return ids.map((media_id, index) => ({
    type: 'watch_state',
    username,
    media_id,
    position_seconds: 300,
    duration_seconds: 600,
    completed: state === 'completed',
    last_watched_at: new Date(1_763_700_000_000 + minute * 60_000 + index * 1000).toISOString(),
  }));
}

async function nextUp(user: TestUser, body: object = {}): Promise<NextUpResponse> {
  return (await client(app).as(user).post<NextUpResponse>(PATH, body, { expect: 200 })).body;
}

const idsOf = ({ items }: NextUpResponse): string[] => items.map(({ media }) => media.media_id);

describe('items:next-up', () => {
  it('lists the current or next episode of each series, the most recently watched series first', async () => {
    const { statistics } = app.app.get(ReadPool);
    const before = statistics.roundTrips;
    const answer = await nextUp(viewer);
    expect(statistics.roundTrips - before).toBe(1);
    // Delta has no episode left, Hidden is not visible, and specials do not count.
    expect(idsOf(answer)).toEqual([id('Gamma', 1, 2), id('Beta', 2, 1), id('Alpha', 1, 3)]);
    expect(answer.items[0]).toMatchObject({
      state: 'in_progress',
      position_seconds: 300,
      last_media_id: id('Gamma', 1, 2),
    });
    expect(answer.items[1]).toMatchObject({ state: 'unwatched', position_seconds: 0, last_media_id: id('Beta', 1, 3) });
    expect(answer.items[1]?.grounding[0]).toMatchObject({ source: 'watch_state', media_id: id('Beta', 1, 3) });
    expect(answer.page).toMatchObject({ returned: 3, has_more: false, truncated: false });
  });

  it('gives the same list in pages', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = null, more = true; more;) {
      const answer: NextUpResponse = await nextUp(viewer, { pagination: { limit: 1, cursor } });
      ids.push(...idsOf(answer));
      ({ next_cursor: cursor, has_more: more } = answer.page);
    }
    expect(ids).toEqual(idsOf(await nextUp(viewer)));
  });

  it('depends on the watch states of the caller alone', async () => {
    expect(idsOf(await nextUp(other))).toEqual([id('Delta', 1, 2)]);
    expect(idsOf(await nextUp(admin))).toEqual([]);
    const path = `/watch-states/${id('Beta', 2, 1)}`;
    const state = { position_seconds: 600, duration_seconds: 600 };
    await client(app).as(viewer).put(path, state, { expect: 200 });
    expect(idsOf(await nextUp(viewer))[0]).toBe(id('Beta', 2, 2));
    await client(app).as(viewer).delete(path);
    expect(idsOf(await nextUp(viewer))[1]).toBe(id('Beta', 2, 1));
  });

  it('is truncated for a caller with more than 2,000 watch states, even if no series is found', async () => {
    const films = Array.from({ length: 2_002 }, (_, index) => `Film ${index}`);
    const filmGoer = await createUser(app, { username: 'film_goer' });
    const ids = films.map((title) => mediaIdOf('movie', title));
    await importCatalog(app, admin, [
      library('Films', 'movies'),
      ...films.map((title) => movie('Films', title)),
      ...history('film_goer', 5, ids.slice(2)),
    ]);
    expect((await nextUp(filmGoer)).page).toMatchObject({ returned: 0, has_more: false, truncated: false });
    await importCatalog(app, admin, [
      ...history('film_goer', 9, ids.slice(0, 2)),
      ...history('film_goer', 1, [id('Alpha', 1, 1)]),
    ]);
    expect((await nextUp(filmGoer)).page).toMatchObject({ returned: 0, has_more: false, truncated: true });
  });

  it('skips completed and removed episodes', async () => {
    const late = await createUser(app, { username: 'late' });
    await importCatalog(app, admin, [
      ...history('late', 1, [id('Alpha', 1, 2), id('Alpha', 1, 3), id('Alpha', 2, 1)]),
      ...history('late', 2, [id('Alpha', 1, 1)]),
      { type: 'delete', media_id: id('Alpha', 2, 2) },
    ]);
    expect(idsOf(await nextUp(late))).toEqual([id('Alpha', 2, 3)]);
    await importCatalog(app, admin, [episode('Alpha', 2, 2)]);
    expect(idsOf(await nextUp(late))).toEqual([id('Alpha', 2, 2)]);
  });

  it('continues after an unavailable episode without naming it', async () => {
    const collector = await createUser(app, { username: 'collector' });
    await importCatalog(app, admin, [
      ...history('collector', 1, [id('Beta', 1, 1)], 'in_progress'),
      { ...episode('Beta', 1, 1), available: false },
    ]);
    const answer = await nextUp(collector);
    expect(idsOf(answer)).toEqual([id('Beta', 1, 2)]);
    expect(answer.items[0]).toMatchObject({ last_media_id: null, grounding: [] });
    expect(JSON.stringify(answer)).not.toContain(id('Beta', 1, 1));
    await importCatalog(app, admin, [episode('Beta', 1, 1)]);
    expect((await nextUp(collector)).items[0]).toMatchObject({ last_media_id: id('Beta', 1, 1) });
  });

  it('follows the episode watched last if that episode is no longer available', async () => {
    const absent = await createUser(app, { username: 'absent' });
    await importCatalog(app, admin, [
      ...history('absent', 1, [id('Alpha', 1, 1)]),
      ...history('absent', 2, [id('Alpha', 1, 2)], 'in_progress'),
      ...history('absent', 3, [id('Beta', 1, 3)]),
      episode('Alpha', 1, 2, { available: false }),
      episode('Beta', 1, 3, { available: false }),
    ]);
    expect(idsOf(await nextUp(absent))).toEqual([id('Beta', 2, 1), id('Alpha', 1, 3)]);
    await importCatalog(app, admin, [episode('Alpha', 1, 2), episode('Beta', 1, 3)]);
    expect(idsOf(await nextUp(absent))).toEqual([id('Beta', 2, 1), id('Alpha', 1, 2)]);
  });

  it('lists only episodes of the requested libraries, and none of a hidden library', async () => {
    expect(idsOf(await nextUp(viewer, { library_ids: [uuidOf('Shows')] }))).toHaveLength(3);
    for (const name of ['Vault', 'Nowhere']) {
      expect(idsOf(await nextUp(viewer, { library_ids: [uuidOf(name)] }))).toEqual([]);
    }
  });
});
