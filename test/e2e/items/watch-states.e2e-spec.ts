import { ReadPool } from '../../../src/database/read-pool';
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
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

let app: TestApp;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  user = await createUser(app, { libraryIds: [uuidOf('Films'), uuidOf('Shows')] });
  await importCatalog(app, admin, [
    library('Films'),
    library('Hidden'),
    library('Shows', 'series'),
    movie('Films', 'Seen'),
    movie('Films', 'Gone', { available: false }),
    movie('Hidden', 'Secret'),
    series('Shows', 'Show'),
    season('Show', 1),
    episode('Show', 1, 1),
  ]);
});
afterAll(() => app.close());

function put(
  mediaId: string,
  body: unknown,
  who: TestUser = user,
): Promise<{ status: number; body: Record<string, unknown> }> {
  return client(app).as(who).put(`/watch-states/${mediaId}`, body);
}

const SEEN = mediaIdOf('movie', 'Seen');

describe('watch states', () => {
  it.each([
    [{ position_seconds: 0, duration_seconds: 100 }, 'unwatched'],
    [{ position_seconds: 1, duration_seconds: 100 }, 'in_progress'],
    [{ position_seconds: 89, duration_seconds: 100 }, 'in_progress'],
    [{ position_seconds: 90, duration_seconds: 100 }, 'completed'],
    [{ position_seconds: 500, duration_seconds: 100 }, 'completed'],
    [{ position_seconds: 500, duration_seconds: 0 }, 'in_progress'],
    [{ position_seconds: 0, duration_seconds: 0, completed: true }, 'completed'],
    [{ position_seconds: 99, duration_seconds: 100, completed: false }, 'in_progress'],
  ])('%j gives the state %s', async (body, state) => {
    expect(await put(SEEN, body)).toMatchObject({
      status: 200,
      body: { media_id: SEEN, state, threshold_percent: 90 },
    });
  });

  it('accept another spelling of an id and return the canonical one', async () => {
    const spelling = SEEN.replace('movie:', 'Movies(').toUpperCase() + ')';
    const { body } = await put(encodeURIComponent(spelling), { position_seconds: 1, duration_seconds: 2 });
    expect(body.media_id).toBe(SEEN);
  });

  it('are removed by DELETE, which can be repeated', async () => {
    const stateOf = async (): Promise<unknown> =>
      (await client(app).as(user).post<ItemContextResponse>(`/intelligence/items/${SEEN}/context`, {})).body.item
        .watch_state;
    await put(SEEN, { position_seconds: 1, duration_seconds: 2 });
    expect(await stateOf()).toMatchObject({ state: 'in_progress' });
    for (const _ of [1, 2]) {
      await client(app).as(user).delete(`/watch-states/${SEEN}`, { expect: 204 });
      expect(await stateOf()).toBeNull();
    }
  });

  it('give the same 404 for items that are hidden, absent, unavailable or of another kind', async () => {
    const ids = [
      mediaIdOf('movie', 'Secret'),
      mediaIdOf('movie', 'Never was'),
      mediaIdOf('movie', 'Gone'),
      SEEN.replace('movie:', 'episode:'),
    ];
    const answers = await Promise.all(ids.map((id) => put(id, { position_seconds: 1, duration_seconds: 2 })));
    const bodies = answers.map(({ status, body }) => [status, { ...body, instance: null }]);
    expect(bodies[0]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it.each([mediaIdOf('series', 'Show'), mediaIdOf('season', 'Show/1')])(
    'return 404 for a series or a season: %s',
    async (mediaId) => {
      const answer = await put(mediaId, { position_seconds: 1, duration_seconds: 2 });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
    },
  );

  it.each([
    ['position_seconds', { position_seconds: -1, duration_seconds: 1 }],
    ['position_seconds', { position_seconds: 1.5, duration_seconds: 1 }],
    ['position_seconds', { duration_seconds: 1 }],
    ['duration_seconds', { position_seconds: 1, duration_seconds: '1' }],
    ['duration_seconds', { position_seconds: 1, duration_seconds: 31_536_001 }],
    ['completed', { position_seconds: 1, duration_seconds: 1, completed: null }],
    ['user_id', { position_seconds: 1, duration_seconds: 1, user_id: uuidOf('somebody') }],
  ])('with an invalid %s give 400 and take no connection from the read pool', async (field, body) => {
    const { acquired } = app.app.get(ReadPool).statistics;
    expect(await put(SEEN, body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(app.app.get(ReadPool).statistics.acquired).toBe(acquired);
  });
});
