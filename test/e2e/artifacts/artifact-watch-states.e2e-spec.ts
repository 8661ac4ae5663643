import { randomUUID } from 'node:crypto';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import { CatalogImportService } from '../../../src/catalog/catalog-import.service';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
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
import { type ApiResponse, client } from '../../support/requests/client';
import { runSql } from '../../support/databases/sql';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watch } from '../../support/requests/watch-states';

/*
 * A watch state can be a source of artifacts. When the watch state changes, the artifacts of its user that are derived
 * from it become stale. Artifacts of other users do not.
 */

const FILM = mediaIdOf('movie', 'The General');
const OTHER_FILM = mediaIdOf('movie', 'Cops');
const SERIES = mediaIdOf('series', 'Serial');
const SEASON = mediaIdOf('season', 'Serial/1');
const SEASON_2 = mediaIdOf('season', 'Serial/2');
const EPISODE = mediaIdOf('episode', 'Serial/1/1');

let app: TestApp;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
});
afterAll(() => app.close());

beforeEach(async () => {
  [ada, bob] = [await createUser(app), await createUser(app)];
  await importCatalog(app, admin, [
    library('Films'),
    movie('Films', 'The General', { overview: 'A locomotive is stolen.' }),
    movie('Films', 'Cops'),
    library('Shows', 'series'),
    series('Shows', 'Serial'),
    season('Serial', 1),
    season('Serial', 2),
    episode('Serial', 1, 1),
    episode('Serial', 1, 2),
    episode('Serial', 2, 1),
  ]);
});

type Body = Record<string, unknown>;

function put(user: TestUser, id: string, body: Body, expect?: number): Promise<ApiResponse> {
  const artifact = { kind: 'analysis', scope: 'user', title: 'A title', content: {}, ...body };
  return client(app).as(user).put(`/intelligence/artifacts/${id}`, artifact, { expect });
}

async function make(user: TestUser, body: Body): Promise<string> {
  const id = randomUUID();
  await put(user, id, body, 201);
  return id;
}

function fromWatchState(mediaId: string): Body {
  return { sources: [{ media_id: mediaId, field: 'watch_state' }] };
}

/** Returns those of the ids whose artifacts the user can see. */
async function visibleIds(user: TestUser, ids: readonly string[]): Promise<string[]> {
  const request = { artifact_ids: ids, caps: { artifact_limit: 24 }, pagination: { limit: 24 } };
  const { body } = await client(app)
    .as(user)
    .post<SearchArtifactsResponse>('/intelligence/artifacts', request, { expect: 200 });
  const listedIds = body.artifacts.map((artifact) => artifact.artifact_id);
  return ids.filter((id) => listedIds.includes(id));
}

function unwatch(user: TestUser, mediaId: string): Promise<ApiResponse> {
  return client(app).as(user).delete(`/watch-states/${mediaId}`, { expect: 204 });
}

function importWatched(user: TestUser, mediaId: string, position: number, at = new Date()): Promise<unknown> {
  const seconds = { position_seconds: position, duration_seconds: 100, last_watched_at: at.toISOString() };
  return importCatalog(app, admin, [
    { type: 'watch_state', username: user.username, media_id: mediaId, ...seconds },
    movie('Films', 'Cops', { overview: `Changed in the same batch at ${at.toISOString()}.` }),
  ]);
}

/** Every kind of request that writes a watch state. Each changes the position of 10 seconds that the test has set. */
const WRITES: readonly [string, () => Promise<unknown>][] = [
  ['a PUT that completes the item', () => watch(app, ada, FILM, 95)],
  ['a PUT of another position', () => watch(app, ada, FILM, 11)],
  ['a DELETE', () => unwatch(ada, FILM)],
  ['an imported watch state', () => importWatched(ada, FILM, 95)],
];

describe('an artifact derived from a watch state', () => {
  it.each(WRITES)(
    'becomes stale after %s, and so do artifacts derived from it, but not artifacts of another user',
    async (_, write) => {
      await watch(app, ada, FILM, 10);
      await watch(app, bob, FILM, 10);
      const derived = await make(ada, fromWatchState(FILM));
      const further = await make(ada, { sources: [{ artifact_id: derived }] });
      const furthest = await make(ada, {
        sources: [{ artifact_id: further }, { media_id: OTHER_FILM, field: 'title' }],
      });
      const unaffected = [
        await make(ada, fromWatchState(EPISODE)),
        await make(ada, { media_id: FILM }),
        await make(ada, { sources: [{ media_id: FILM, field: 'overview' }] }),
      ];
      const idOfBob = await make(bob, fromWatchState(FILM));
      expect(await visibleIds(ada, [derived, further, furthest])).toHaveLength(3);
      await write();
      expect(await visibleIds(ada, [derived, further, furthest, ...unaffected])).toEqual(unaffected);
      expect(await visibleIds(bob, [idOfBob])).toEqual([idOfBob]);
      for (const id of [derived, further, furthest]) {
        expect((await client(app).as(ada).get(`/intelligence/artifacts/${id}`)).status).toBe(404);
      }
    },
  );

  it('is not in an item context that shows a newer watch state', async () => {
    const id = await make(ada, { media_id: FILM, title: 'You have not watched it', ...fromWatchState(FILM) });
    const context = async (): Promise<ItemContextResponse> => {
      const path = `/intelligence/items/${FILM}/context`;
      return (await client(app).as(ada).post<ItemContextResponse>(path, {}, { expect: 200 })).body;
    };
    expect((await context()).artifacts.map(({ artifact_id }) => artifact_id)).toEqual([id]);
    await watch(app, ada, FILM, 95);
    const after = await context();
    expect(after.item.watch_state).toMatchObject({ state: 'completed' });
    expect([after.artifacts, after.item.artifact_ids]).toEqual([[], []]);
    await put(ada, id, { media_id: FILM, title: 'You have watched it', ...fromWatchState(FILM) }, 200);
    expect((await context()).artifacts.map(({ title }) => title)).toEqual(['You have watched it']);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a PUT of the same state', () => watch(app, ada, FILM, 10)],
    ['an import of the same state', () => importWatched(ada, FILM, 10)],
    ['an import of an older viewing', () => importWatched(ada, FILM, 95, new Date('2001-01-01'))],
    ['a DELETE of an absent state', () => unwatch(ada, OTHER_FILM)],
    ['an import of another text', () => importCatalog(app, admin, [movie('Films', 'The General', { overview: 'X.' })])],
  ])('stays active after %s', async (_, write) => {
    await watch(app, ada, FILM, 10);
    const ids = [await make(ada, fromWatchState(FILM)), await make(ada, fromWatchState(OTHER_FILM))];
    await write();
    expect(await visibleIds(ada, ids)).toEqual(ids);
  });

  it('is invalidated when its item or its library is deleted', async () => {
    for (const path of [`items/${FILM}`, `libraries/${uuidOf('Films')}`]) {
      const media = path.startsWith('items') ? FILM : OTHER_FILM;
      const ids = [await make(ada, fromWatchState(media)), await make(bob, fromWatchState(media))];
      const unaffected = await make(ada, fromWatchState(EPISODE));
      await client(app).as(admin).delete(`/admin/catalog/${path}`, { expect: 204 });
      expect(await visibleIds(ada, [...ids, unaffected])).toEqual([unaffected]);
      expect(await statuses(ids)).toEqual(['invalidated', 'invalidated']);
    }
  });

  it('is deleted with its user', async () => {
    const ids = [await make(ada, fromWatchState(FILM)), await make(bob, fromWatchState(FILM))];
    await client(app).as(admin).delete(`/admin/users/${ada.userId}`, { expect: 204 });
    expect(await statuses(ids)).toEqual([null, 'active']);
    expect(await visibleIds(bob, ids)).toEqual([ids[1]]);
  });

  it('has the watch state in its provenance', async () => {
    const id = await make(ada, { sources: [{ media_id: FILM, field: 'watch_state' }, { media_id: FILM }] });
    const { body } = await client(app).as(ada).get(`/intelligence/artifacts/${id}`);
    expect(body).toMatchObject({
      hidden_sources: 0,
      provenance: [
        {
          source: 'watch_state',
          media_id: FILM,
          source_hash: expect.any(String) as string,
          grounding: [{ source: 'watch_state', media_id: FILM, field: 'watch_state', label: 'The General' }],
        },
        { source: 'media_metadata', media_id: FILM },
      ],
    });
  });

  it.each(['watch_state', 'Watch_State', 'watch_state.position_seconds'])(
    'becomes stale after a change of the watch state if its source cites the field %s, and cannot be global',
    async (field) => {
      const sources = [{ media_id: OTHER_FILM }, { media_id: FILM, field }];
      const writer = await createUser(app, { scopes: ['artifacts:write'] });
      const refused = await put(writer, randomUUID(), { scope: 'global', sources }, 400);
      expect(refused.body).toMatchObject({ code: 'invalid-request', errors: [{ field: 'sources[1].field' }] });
      const id = await make(writer, { sources });
      await watch(app, writer, FILM, 50);
      expect(await visibleIds(writer, [id])).toEqual([]);
    },
  );
});

describe('an artifact derived from the watch state of a series or a season', () => {
  const all = [SERIES, SEASON, SEASON_2];

  it.each<[event: string, change: () => Promise<unknown>, expectedActive: string[]]>([
    ['an episode is completed', () => watch(app, ada, EPISODE, 95), [SEASON_2]],
    ['a completed episode is imported', () => importWatched(ada, EPISODE, 95), [SEASON_2]],
    ['the watch state of an episode is deleted', () => unwatch(ada, mediaIdOf('episode', 'Serial/1/2')), [SEASON_2]],
    ['the position within an episode changes', () => watch(app, ada, mediaIdOf('episode', 'Serial/1/2'), 11), all],
    ['an unwatched episode is set to unwatched', () => watch(app, ada, EPISODE, 0), all],
    ['another user completes an episode', () => watch(app, bob, EPISODE, 95), all],
    ['an episode is renamed', () => importCatalog(app, admin, [episode('Serial', 1, 1, { title: 'New' })]), all],
    ['an episode is added', () => importCatalog(app, admin, [episode('Serial', 1, 9)]), [SEASON_2]],
    ['an episode is removed', () => remove(mediaIdOf('episode', 'Serial/2/1')), [SEASON]],
    ['an episode moves to another season', () => importCatalog(app, admin, [{ ...moved, season_number: 2 }]), []],
    ['a season is removed', () => remove(SEASON_2), [SEASON]],
    [
      'a season gets another number',
      () => importCatalog(app, admin, [{ ...season('Serial', 2), season_number: 3 }]),
      [SEASON],
    ],
    ['a scanner misses an episode', () => scan({ ...episode('Serial', 2, 1), available: false }), [SEASON]],
    ['a scanner finds a title', () => scan(episode('Serial', 2, 1, { title: 'Found' })), all],
    ['a film is watched', () => watch(app, ada, FILM, 95), all],
  ])('becomes stale only if that watch state changes: %s', async (_, change, expectedActive) => {
    await watch(app, ada, mediaIdOf('episode', 'Serial/1/2'), 10);
    const ids = new Map<string, string>();
    for (const mediaId of all) ids.set(mediaId, await make(ada, fromWatchState(mediaId)));
    await change();
    const stillVisible = await visibleIds(ada, [...ids.values()]);
    expect(all.filter((mediaId) => stillVisible.includes(ids.get(mediaId) ?? ''))).toEqual(expectedActive);
  });

  const moved = { ...episode('Serial', 1, 1), season_id: SEASON_2 };

  function scan(record: object): Promise<unknown> {
    return app.app.get(CatalogImportService).importRecords([record]);
  }

  function remove(mediaId: string): Promise<ApiResponse> {
    return client(app).as(admin).delete(`/admin/catalog/items/${mediaId}`, { expect: 204 });
  }
});

async function statuses(ids: readonly string[]): Promise<(string | null)[]> {
  const rows = await runSql<{ artifact_id: string; status: string }>(
    app.database.url,
    'SELECT artifact_id, status FROM intelligence_artifacts WHERE artifact_id = ANY($1::uuid[])',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.artifact_id === id)?.status ?? null);
}
