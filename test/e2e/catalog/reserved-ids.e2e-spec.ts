import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import { RESERVED_UUID_RULE } from '../../../src/common/media-id';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, movie, sendImport, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const NIL = '00000000-0000-0000-0000-000000000000';
const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const RESERVED = [NIL, MAX, MAX.toUpperCase()];

let app: TestApp;
let admin: TestUser;
let reader: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  reader = await createUser(app);
  await importCatalog(app, admin, [library('Films'), movie('Films', 'Cops')]);
});
afterAll(() => app.close());

const artifact = (more: object = {}): object => ({
  kind: 'analysis',
  scope: 'user',
  title: 'A title',
  content: { text: 'raw' },
  ...more,
});

function put(user: TestUser, path: string, body: object): Promise<ApiResponse> {
  return client(app).as(user).put(`/intelligence/${path}`, body);
}

function refusal(field: string): object {
  return { code: 'invalid-request', errors: [{ field, message: RESERVED_UUID_RULE }] };
}

describe.each(RESERVED)('the reserved UUID %s', (id) => {
  it('gets 400 as the id of an artifact of any scope', async () => {
    for (const [user, scope] of [[reader, 'user'] as const, [admin, 'user'] as const, [admin, 'global'] as const]) {
      const answer = await put(user, `artifacts/${id}`, artifact({ scope }));
      expect([answer.status, answer.body]).toMatchObject([400, refusal('artifact_id')]);
    }
    expect((await client(app).as(reader).get(`/intelligence/artifacts/${id}`)).status).toBe(404);
  });

  it('gets 400 as the id of a run, so no tool call can be stored under it', async () => {
    const answer = await put(reader, `runs/${id}`, { purpose: 'other' });
    expect([answer.status, answer.body]).toMatchObject([400, refusal('run_id')]);
    const call = await put(reader, `runs/${id}/tool-calls/0`, { name: 'search', kind: 'search' });
    expect(call.status).toBe(404);
  });

  it('gives 404 when an artifact refers to it', async () => {
    const references = [
      { library_id: id },
      { media_id: `movie:${id}` },
      { run_id: id },
      { supersedes_artifact_id: id },
      { sources: [{ artifact_id: id }] },
      { sources: [{ media_id: `movie:${id}` }] },
      { sources: [{ run_id: id }] },
    ];
    for (const reference of references) {
      for (const scope of ['user', 'global']) {
        const answer = await put(admin, `artifacts/${randomUUID()}`, artifact({ scope, ...reference }));
        expect([reference, answer.status]).toEqual([reference, 404]);
      }
    }
  });

  it('gets 400 in the library ids of a user', async () => {
    const api = client(app).as(admin);
    const created = await api.post('/admin/users', { username: 'x', password: 'long enough', library_ids: [id] });
    const changed = await api.patch(`/admin/users/${reader.userId}`, { library_ids: [uuidOf('Films'), id] });
    for (const answer of [created, changed]) {
      expect([answer.status, answer.body]).toMatchObject([400, refusal('library_ids')]);
    }
  });

  it('gives 404 when an administrator removes a library or an item, or refreshes a library', async () => {
    const api = client(app).as(admin);
    expect((await api.delete(`/admin/catalog/libraries/${id}`)).status).toBe(404);
    expect((await api.delete(`/admin/catalog/items/movie:${id}`)).status).toBe(404);
    expect((await api.post('/admin/read-models/refresh', { library_id: id })).status).toBe(404);
  });

  it('makes an import reject only the lines that contain it', async () => {
    const lines = [
      { type: 'library', library_id: id, name: 'All', library_kind: 'movies' },
      { type: 'movie', media_id: `movie:${id}`, library_id: uuidOf('Films'), title: 'Nothing' },
      { ...movie('Films', 'Cops'), title: 'Cops again' },
    ];
    const answer = await sendImport(client(app).as(admin), lines);
    expect(answer.body).toMatchObject({
      rejected: 2,
      errors: [
        { line: 1, code: 'invalid-library-id' },
        { line: 2, code: 'invalid-media-id' },
      ],
    });
  });
});

/*
 * The database stores artifacts in partitions. The id of a partition is the id of its library. For artifacts without a
 * library, it is the id of their owner, or the nil UUID if they are global.
 */
describe('lists of artifacts', () => {
  const list = async (user: TestUser, body: object): Promise<string[]> => {
    const { body: answer } = await client(app)
      .as(user)
      .post<SearchArtifactsResponse>('/intelligence/artifacts', body, { expect: 200 });
    return answer.artifacts.map(({ artifact_id }) => artifact_id);
  };
  const globalArtifactId = randomUUID();
  const userArtifactId = randomUUID();
  let lister: TestUser;

  beforeAll(async () => {
    lister = await createUser(app);
    const globalArtifact = artifact({ scope: 'global', title: 'Shared' });
    expect((await put(admin, `artifacts/${globalArtifactId}`, globalArtifact)).status).toBe(201);
    expect((await put(lister, `artifacts/${userArtifactId}`, artifact({ title: 'Own' }))).status).toBe(201);
  });

  it('contain no artifact without a library if a request gives the nil UUID or a user id as a library id', async () => {
    for (const more of [{}, { query: 'shared' }, { query: 'own' }, { kinds: ['analysis'] }]) {
      expect(await list(lister, { library_ids: [NIL, lister.userId], ...more })).toEqual([]);
    }
  });

  it('contain each artifact once, even if the library ids of the user are the nil UUID and the user id', async () => {
    const restricted = await createUser(app);
    const restrictedId = randomUUID();
    await put(restricted, `artifacts/${restrictedId}`, artifact({ title: 'Own' }));
    await app.app
      .get(DataSource)
      .query('UPDATE users SET library_ids = ARRAY[$1, user_id] WHERE user_id = $2', [NIL, restricted.userId]);
    expect((await list(restricted, {})).sort()).toEqual([globalArtifactId, restrictedId].sort());
    expect((await list(restricted, { kinds: ['analysis'] })).sort()).toEqual([globalArtifactId, restrictedId].sort());
    expect(await list(restricted, { query: 'shared' })).toEqual([globalArtifactId]);
  });
});

it('an artifact and a run that an earlier version stored under a reserved UUID can still be changed', async () => {
  const id = randomUUID();
  await put(reader, `artifacts/${id}`, artifact());
  await put(reader, `runs/${id}`, { purpose: 'other' });
  for (const [table, column] of [
    ['intelligence_artifacts', 'artifact_id'],
    ['intelligence_artifact_contents', 'artifact_id'],
    ['intelligence_runs', 'run_id'],
  ] as const) {
    await app.app.get(DataSource).query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(t, '{"${column}": "${NIL}"}')).*
         FROM ${table} t WHERE ${column} = $1`,
      [id],
    );
  }
  const api = client(app).as(reader);
  await api.get(`/intelligence/artifacts/${NIL}`, { expect: 200 });
  await api.put(`/intelligence/artifacts/${NIL}`, artifact({ title: 'Another title' }), { expect: 200 });
  await api.post(`/intelligence/artifacts/${NIL}:invalidate`, { reason: 'wrong' }, { expect: 200 });
  await api.put(`/intelligence/runs/${NIL}`, { status: 'cancelled' }, { expect: 200 });
});
