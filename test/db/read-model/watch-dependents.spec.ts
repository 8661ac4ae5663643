import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import type { ArtifactKey } from '../../../src/read-model/artifacts/artifact-owners';
import { DEPENDENTS_OF_STATES, listDependentsOfStates } from '../../../src/read-model/artifacts/watch-dependents.store';
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
import { type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watch } from '../../support/requests/watch-states';

const FILM = mediaIdOf('movie', 'The General');
const SERIES = mediaIdOf('series', 'Serial');
const FURTHER_FILMS = Array.from({ length: 40 }, (_, n) => `Film ${n}`);

let app: TestApp;
let admin: TestUser;
let ada: TestUser;
let database: Client;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  ada = await createUser(app);
  database = new Client({ connectionString: app.database.url });
  await database.connect();
  await importCatalog(app, admin, [
    library('Films'),
    ...['The General', ...FURTHER_FILMS].map((title) => movie('Films', title)),
    library('Shows', 'series'),
    series('Shows', 'Serial'),
    season('Serial', 1),
    episode('Serial', 1, 1),
  ]);
});
afterAll(async () => {
  await database.end();
  await app.close();
});

type Body = Record<string, unknown>;

function put(id: string, sources: readonly Body[], title = 'A title'): Promise<ApiResponse> {
  const artifact = { kind: 'analysis', scope: 'user', title, content: {}, sources };
  return client(app).as(ada).put(`/intelligence/artifacts/${id}`, artifact);
}

function watched(mediaId: string, position: number): CatalogRecord {
  const seconds = { position_seconds: position, duration_seconds: 100, last_watched_at: new Date().toISOString() };
  return { type: 'watch_state', username: ada.username, media_id: mediaId, ...seconds };
}

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ status: string }>(
    'SELECT status FROM intelligence_artifacts WHERE artifact_id = $1',
    [id],
  );
  return rows[0]?.status;
}

describe('a watch state that changes while an artifact is derived from it', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['a PUT', FILM, () => watch(app, ada, FILM, 50)],
    ['an import', FILM, () => importCatalog(app, admin, [watched(FILM, 60)])],
    ['a PUT of an episode', SERIES, () => watch(app, ada, mediaIdOf('episode', 'Serial/1/1'), 70)],
    ['a new episode', SERIES, () => importCatalog(app, admin, [episode('Serial', 1, 2)])],
  ])('marks the artifact as stale: %s', async (_, mediaId, change) => {
    const id = randomUUID();
    await put(id, []);
    // The lock makes the writer of the artifact wait after it has read the watch state.
    const holder = await holdArtifact(id);
    const writing = put(id, [{ media_id: mediaId, field: 'watch_state' }]);
    await eventually(async () => (await countWaiting('transactionid')) === 1);
    let isChanged = false;
    const changing = change().then(() => (isChanged = true));
    await eventually(async () => isChanged || (await countWaiting('advisory')) === 1);
    await holder.end();
    expect([(await writing).status, await changing]).toEqual([200, true]);
    expect(await statusOf(id)).toBe('stale');
  });

  async function holdArtifact(id: string): Promise<Client> {
    const holder = new Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM intelligence_artifacts WHERE artifact_id = $1 FOR UPDATE', [id]);
    return holder;
  }

  async function countWaiting(lock: 'advisory' | 'transactionid'): Promise<number> {
    const { rows } = await database.query<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`,
      [lock],
    );
    return rows[0]?.waiting ?? 0;
  }
});

it('the statements for one server and a cluster find the same artifacts, and none of a removed series', async () => {
  const id = randomUUID();
  await put(id, [{ media_id: SERIES, field: 'watch_state' }]);
  await database.query(`UPDATE intelligence_artifact_sources SET source_hash = 'earlier' WHERE artifact_id = $1`, [id]);
  const [libraryId, userId, mediaId] = [uuidOf('Shows'), ada.userId, uuidOf('episode/Serial/1/1')];
  const found = await app.app.get(DataSource).transaction(async (manager) => {
    const list = async (): Promise<ArtifactKey[][]> => [
      await manager.query<ArtifactKey[]>(DEPENDENTS_OF_STATES.text, [[libraryId], [userId], [mediaId]]),
      await listDependentsOfStates(manager, [{ libraryId, userId, mediaId }]),
    ];
    const before = await list();
    await manager.query('DELETE FROM media_items WHERE media_id = $1', [uuidOf('series/Serial')]);
    return [...before, ...(await list())].map((keys) => keys.map((key) => key.artifact_id));
  });
  await importCatalog(app, admin, [series('Shows', 'Serial')]);
  expect(found).toEqual([[id], [id], [], []]);
});

describe('the number of statements of a write of watch states', () => {
  it('grows by three if artifacts use the watch state, however many, and does not grow for other artifacts', async () => {
    await watch(app, ada, FILM, 1);
    const alone = await countStatements(() => watch(app, ada, FILM, 2));
    for (const title of FURTHER_FILMS) await putAbout(mediaIdOf('movie', title));
    expect(await countStatements(() => watch(app, ada, FILM, 3))).toBe(alone);
    expect(alone).toBe(3);
    const dependents: string[] = [];
    while (dependents.length < 40) dependents.push(await putAbout(FILM));
    expect(await countStatements(() => watch(app, ada, FILM, 4))).toBe(alone + 3);
    expect(await Promise.all(dependents.map(statusOf))).toEqual(dependents.map(() => 'stale'));
  });

  it('is the same for an import of one watch state and of 40', async () => {
    const batch = (count: number, position: number): Promise<unknown> =>
      importCatalog(
        app,
        admin,
        FURTHER_FILMS.slice(0, count).map((title) => watched(mediaIdOf('movie', title), position)),
      );
    const single = await countStatements(() => batch(1, 5));
    expect(await countStatements(() => batch(40, 6))).toBe(single);
  });

  async function putAbout(mediaId: string): Promise<string> {
    const id = randomUUID();
    expect((await put(id, [{ media_id: mediaId, field: 'watch_state' }])).status).toBe(201);
    return id;
  }
});

/** Returns the number of statements that name tables of watch states, artifacts or items. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    const texts = query.mock.calls.map(([statement]) => {
      const argument: unknown = statement;
      return typeof argument === 'string' ? argument : (argument as { text: string }).text;
    });
    return texts.filter((text) => /watch_states|intelligence_artifact|media_items/.test(text)).length;
  } finally {
    query.mockRestore();
  }
}
