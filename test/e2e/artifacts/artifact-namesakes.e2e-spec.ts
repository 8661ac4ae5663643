import { randomUUID } from 'node:crypto';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import type { RunAuditResponse } from '../../../src/audit/audit.dto';
import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import type { RelatedResponse } from '../../../src/items/related/related.dto';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watch } from '../../support/requests/watch-states';

/*
 * A user can create a global artifact with the id of another user's `user` artifact, because a refusal would reveal the
 * `user` artifact. The owner of the `user` artifact may see both, but each answer shows only one of them.
 */

const GENERAL = mediaIdOf('movie', 'The General');
const COPS = mediaIdOf('movie', 'Cops');

let app: TestApp;
let admin: TestUser;
let writer: TestUser;
let ada: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Features'),
    library('Shorts'),
    movie('Features', 'The General', { genres: ['Comedy'] }),
    movie('Features', 'The Navigator', { genres: ['Comedy'] }),
    movie('Shorts', 'Cops', { genres: ['Comedy'] }),
  ]);
});
afterAll(() => app.close());

beforeEach(async () => {
  writer = await createUser(app, { scopes: ['artifacts:write'] });
  ada = await createUser(app);
});

type Body = Record<string, unknown>;

function put(user: TestUser, id: string, body: Body, expect?: number): Promise<ApiResponse> {
  const artifact = { kind: 'analysis', scope: 'user', title: 'A title', content: {}, ...body };
  return client(app).as(user).put(`/intelligence/artifacts/${id}`, artifact, { expect });
}

function putGlobal(user: TestUser, id: string, body: Body = {}, expect?: number): Promise<ApiResponse> {
  return put(user, id, { scope: 'global', title: 'Everybody’s zyx', ...body }, expect);
}

function invalidate(user: TestUser, id: string): Promise<ApiResponse> {
  return client(app).as(user).post(`/intelligence/artifacts/${id}:invalidate`, { reason: 'wrong' }, { expect: 200 });
}

function ask<T>(user: TestUser, path: string, body: Body = {}): Promise<T> {
  return client(app)
    .as(user)
    .post<T>(`/intelligence${path}`, body, { expect: 200 })
    .then((answer) => answer.body);
}

/** Returns the scope of the artifact in each answer that can contain it, and the result of `idsShown`. */
async function whereShown(user: TestUser, id: string, runId: string): Promise<Record<string, string | string[]>> {
  const answer = await client(app).as(user).get<{ scope: string }>(`/intelligence/artifacts/${id}`);
  const lists: Record<string, string[]> = {};
  const filters: Record<string, Body> = {
    'all artifacts': {},
    'by id': { artifact_ids: [id] },
    'by id and item': { artifact_ids: [id], media_ids: [GENERAL, COPS] },
    'by item': { media_ids: [GENERAL, COPS] },
    'by library': { library_ids: [uuidOf('Features'), uuidOf('Shorts')] },
    'by kind': { kinds: ['analysis', 'summary'] },
    'by words': { query: 'zyx' },
  };
  for (const [name, filter] of Object.entries(filters)) {
    const body = { ...filter, caps: { artifact_limit: 24 }, pagination: { limit: 24 } };
    const { artifacts } = await ask<SearchArtifactsResponse>(user, '/artifacts', body);
    lists[name] = artifacts.filter(({ artifact_id }) => artifact_id === id).map(({ scope }) => scope);
  }
  return { get: answer.status === 200 ? answer.body.scope : 'none', ...lists, ...(await idsShown(user, id, runId)) };
}

/**
 * Returns the occurrences of the id in each list of ids in the answers, by the name of the list. `labels` contains the
 * labels of the run's groundings that have the id.
 */
async function idsShown(user: TestUser, id: string, runId: string): Promise<Record<string, string[]>> {
  const occurrences = (ids: readonly string[]): string[] => ids.filter((other) => other === id);
  const general = await ask<ItemContextResponse>(user, `/items/${GENERAL}/context`);
  const cops = await ask<ItemContextResponse>(user, `/items/${COPS}/context`);
  const related = await ask<RelatedResponse>(user, `/items/${GENERAL}/related`);
  const { candidates } = await ask<SearchCandidatesResponse>(user, '/candidates:search', { query: 'comedy' });
  const { libraries } = await ask<OverviewResponse>(user, '/libraries/overview');
  const { run } = await ask<RunAuditResponse>(user, `/runs/${runId}/audit`);
  return {
    'artifact_ids of The General': occurrences(general.item.artifact_ids),
    'artifacts of The General': occurrences(general.artifacts.map(({ artifact_id }) => artifact_id)),
    'media of The General': occurrences(general.item.media.artifact_ids),
    'artifact_ids of Cops': occurrences(cops.item.artifact_ids),
    'artifacts of Cops': occurrences(cops.artifacts.map(({ artifact_id }) => artifact_id)),
    'related seed': occurrences(related.seed.artifact_ids),
    'related Cops': occurrences(
      related.related.flatMap(({ media, artifact_ids }) => (media.media_id === COPS ? artifact_ids : [])),
    ),
    candidates: occurrences(candidates.flatMap(({ artifact_ids }) => artifact_ids)),
    libraries: occurrences(libraries.flatMap(({ artifact_ids }) => artifact_ids)),
    run: occurrences(run.artifact_ids),
    'grounding of the run': occurrences(run.grounding.flatMap(({ artifact_id }) => artifact_id ?? [])),
    labels: run.grounding.filter(({ artifact_id }) => artifact_id === id).map(({ label }) => label),
  };
}

/** Returns the artifact count of a library in the overview; -1 if the user does not see the library. */
async function countArtifacts(user: TestUser, name: string): Promise<number> {
  const { libraries } = await ask<OverviewResponse>(user, '/libraries/overview');
  return libraries.find(({ library_id }) => library_id === uuidOf(name))?.counts.artifacts ?? -1;
}

/** Checks that the count of each library equals the number of artifacts in its list. */
async function expectCountsToMatch(user: TestUser): Promise<void> {
  for (const name of ['Features', 'Shorts']) {
    const body = { library_ids: [uuidOf(name)], caps: { artifact_limit: 24 }, pagination: { limit: 24 } };
    const { artifacts, page } = await ask<SearchArtifactsResponse>(user, '/artifacts', body);
    expect(page.has_more).toBe(false);
    expect(new Set(artifacts.map(({ artifact_id }) => artifact_id)).size).toBe(artifacts.length);
    expect([name, await countArtifacts(user, name)]).toEqual([name, artifacts.length]);
  }
}

/** Creates a run of the user that has the artifact as a source. */
async function createRunAbout(user: TestUser, id: string): Promise<string> {
  const runId = randomUUID();
  await client(app)
    .as(user)
    .put(`/intelligence/runs/${runId}`, { purpose: 'other', sources: [{ artifact_id: id }] }, { expect: 201 });
  return runId;
}

describe('a global artifact with the id of a user artifact', () => {
  it('can be created, and the owner of the user artifact sees only the user artifact, once per answer', async () => {
    const id = randomUUID();
    const runId = await createRunAbout(ada, id);
    await put(ada, id, { title: 'Ada’s zyx', media_id: GENERAL, run_id: runId }, 201);
    await putGlobal(writer, id, { media_id: COPS }, 201);
    const once = [id];
    expect(await whereShown(ada, id, runId)).toEqual({
      get: 'user',
      'all artifacts': ['user'],
      'by id': ['user'],
      'by id and item': ['user'],
      'by item': ['user'],
      'by library': ['user'],
      'by kind': ['user'],
      'by words': ['user'],
      'artifact_ids of The General': once,
      'artifacts of The General': once,
      'media of The General': once,
      'artifact_ids of Cops': [],
      'artifacts of Cops': [],
      'related seed': once,
      'related Cops': [],
      candidates: once,
      libraries: once,
      run: once,
      'grounding of the run': once,
      labels: ['Ada’s zyx'],
    });
    await expectCountsToMatch(ada);
    expect([await countArtifacts(writer, 'Shorts'), await countArtifacts(ada, 'Shorts')]).toEqual([1, 0]);
    await invalidate(writer, id);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['invalidates the user artifact', (id) => invalidate(ada, id)],
    [
      'supersedes the user artifact',
      (id) => put(ada, randomUUID(), { library_id: uuidOf('Features'), supersedes_artifact_id: id }, 201),
    ],
    ['lets the user artifact become stale', () => watch(app, ada, GENERAL, 50)],
    ['no longer sees its library', () => setVisibleLibraries(ada, ['Shorts'])],
  ])('is shown to the owner of the user artifact who %s', async (change, applyChange) => {
    const id = randomUUID();
    const sources = [{ media_id: GENERAL, field: 'watch_state' }];
    await put(ada, id, { library_id: uuidOf('Features'), sources }, 201);
    await putGlobal(writer, id, { media_id: COPS }, 201);
    await applyChange(id);
    const runId = await createRunAbout(ada, id);
    const once = [id];
    expect((await client(app).as(ada).get(`/intelligence/artifacts/${id}`)).body).toMatchObject({ scope: 'global' });
    const { artifacts } = await ask<SearchArtifactsResponse>(ada, '/artifacts', { artifact_ids: once });
    expect(artifacts).toMatchObject([{ artifact_id: id, scope: 'global' }]);
    expect((await ask<ItemContextResponse>(ada, `/items/${COPS}/context`)).item.artifact_ids).toEqual(once);
    expect((await ask<RunAuditResponse>(ada, `/runs/${runId}/audit`)).run.grounding).toMatchObject([
      { artifact_id: id, label: 'Everybody’s zyx' },
    ]);
    if (change !== 'no longer sees its library') await expectCountsToMatch(ada);
    await invalidate(writer, id);
  });

  it('does not make any artifact id missing or repeated on the pages of a list', async () => {
    const ids = Array.from({ length: 9 }, () => randomUUID());
    for (const id of ids) await put(ada, id, { media_id: GENERAL, title: 'Own zyx' }, 201);
    for (const id of ids.filter((_, n) => n % 2 === 0)) await putGlobal(writer, id, { media_id: COPS }, 201);
    const others = [randomUUID(), randomUUID()];
    for (const id of others) await putGlobal(writer, id, { media_id: COPS }, 201);
    for (const filter of [{}, { query: 'zyx' }, { media_ids: [GENERAL, COPS] }, { kinds: ['analysis'] }]) {
      const listedIds: string[] = [];
      let cursor: string | null = null;
      do {
        const body: Body = { ...filter, pagination: { limit: 2, cursor } };
        const { artifacts, page }: SearchArtifactsResponse = await ask(ada, '/artifacts', body);
        listedIds.push(...artifacts.map(({ artifact_id }) => artifact_id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect([filter, [...listedIds].sort()]).toEqual([filter, [...ids, ...others].sort()]);
    }
    await expectCountsToMatch(ada);
    for (const id of [...others, ...ids.filter((_, n) => n % 2 === 0)]) await invalidate(writer, id);
  });

  it('becomes a hidden source of artifacts derived from it when the user artifact is active again', async () => {
    const id = randomUUID();
    await put(ada, id, { title: 'Ada’s' }, 201);
    await invalidate(ada, id);
    await putGlobal(writer, id, {}, 201);
    const derived = randomUUID();
    const created = await put(ada, derived, { sources: [{ artifact_id: id }] }, 201);
    expect(created.body).toMatchObject({
      hidden_sources: 0,
      grounding: [{ artifact_id: id, label: 'Everybody’s zyx' }],
    });
    await put(ada, id, { title: 'Ada’s again' }, 200);
    const answer = await client(app).as(ada).get(`/intelligence/artifacts/${derived}`);
    expect(answer.body).toMatchObject({ hidden_sources: 1, grounding: [] });
    await invalidate(writer, id);
  });

  async function setVisibleLibraries(user: TestUser, names: readonly string[]): Promise<void> {
    const body = { library_ids: names.map((name) => uuidOf(name)) };
    await client(app).as(admin).patch(`/admin/users/${user.userId}`, body, { expect: 200 });
  }
});

describe('a second artifact with the same id', () => {
  const states: [string, (user: TestUser, id: string) => Promise<unknown>][] = [
    ['active', () => Promise.resolve()],
    ['stale', makeStale],
    ['invalidated', invalidate],
  ];

  it.each(states)('is a conflict if the caller has a user artifact with this id (%s)', async (_, changeState) => {
    const [id, source] = [randomUUID(), randomUUID()];
    await put(writer, source, {}, 201);
    await put(writer, id, { sources: [{ artifact_id: source }] }, 201);
    await changeState(writer, id);
    expect((await putGlobal(writer, id)).body).toMatchObject({ status: 409, code: 'conflict' });
    expect((await putGlobal(admin, id)).status).toBe(201);
    await invalidate(admin, id);
  });

  it.each(states)(
    'is a conflict if the caller sees a global artifact with this id (%s)',
    async (state, changeState) => {
      const [id, source] = [randomUUID(), randomUUID()];
      await putGlobal(writer, source, {}, 201);
      await putGlobal(writer, id, { sources: [{ artifact_id: source }] }, 201);
      await changeState(writer, id);
      // Every such artifact is a conflict for callers who may write global artifacts; for other callers, only an active
      // or superseded one, which they can find out about anyway.
      expect((await put(writer, id, {})).status).toBe(409);
      expect((await put(ada, id, {})).status).toBe(state === 'active' ? 409 : 201);
      if (state !== 'invalidated') await invalidate(admin, id);
    },
  );

  it('is a conflict for one of two simultaneous requests of the same user', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = randomUUID();
      const answers = await Promise.all([put(writer, id, {}), putGlobal(writer, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    }
  });

  it('leaves artifact counts equal to list lengths if many users use one id at the same time', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => createUser(app)));
    const ids: string[] = [];
    for (let round = 0; round < 8; round += 1) {
      const id = randomUUID();
      ids.push(id);
      const userRequests = users.map((user) => put(user, id, { media_id: GENERAL }));
      const [globalAnswer, ...userAnswers] = await Promise.all([
        putGlobal(admin, id, { media_id: COPS }),
        ...userRequests,
      ]);
      expect(globalAnswer.status).toBe(201);
      for (const { status } of userAnswers) expect([201, 409]).toContain(status);
    }
    for (const user of users) await expectCountsToMatch(user);
    for (const id of ids) await invalidate(admin, id);
    for (const user of users) await expectCountsToMatch(user);
  });

  /** Changes the content of the source that the artifact was derived from. */
  async function makeStale(user: TestUser, id: string): Promise<void> {
    const { body } = await client(app)
      .as(user)
      .get<{ scope: string; provenance: { artifact_id: string }[] }>(`/intelligence/artifacts/${id}`);
    const content = { text: 'changed' };
    await put(user, body.provenance[0]?.artifact_id ?? '', { scope: body.scope, content }, 200);
  }
});

describe('the creator of a global artifact', () => {
  /**
   * Sends requests whose answers could show an artifact with this id, before and after the creation of a global
   * artifact with this id. Returns the answers without the ids, the times and the `instance` of problems.
   */
  async function askAbout(id: string): Promise<string[]> {
    const answers: string[] = [];
    const send = async (
      method: string,
      path: string,
      body?: Body,
      headers: Record<string, string> = {},
    ): Promise<void> => {
      const answer = await client(app).as(writer).send(method, `/intelligence${path}`, body, { headers });
      const text = answer.text
        .replaceAll(id, 'id')
        .replace(/"instance":"[^"]*"/g, '')
        .replace(/"\d{4}-[^"]*Z"/g, '""');
      answers.push(`${method} ${answer.status} ${answer.headers.get('x-catalog-revision') ?? ''} ${text}`);
    };
    const artifact = { kind: 'analysis', scope: 'global', title: 'Shared', content: {}, media_id: COPS };
    const path = `/artifacts/${id}`;
    const read = async (): Promise<void> => {
      await send('GET', path);
      await send('POST', '/artifacts', { artifact_ids: [id] });
      await send('POST', '/artifacts', { media_ids: [GENERAL, COPS] });
      await send('POST', '/libraries/overview', {});
      await send('POST', `/items/${GENERAL}/context`, {});
      await send('PUT', `/artifacts/${uuidOf(`derived from ${id}`)}`, {
        ...artifact,
        scope: 'user',
        sources: [{ artifact_id: id }],
      });
    };
    await read();
    await send('POST', `${path}:invalidate`, { reason: 'r' });
    await send('PUT', path, { ...artifact, expected_revision: 1 });
    await send('PUT', path, artifact, { 'if-match': '*' });
    await send('PUT', path, artifact, { 'if-none-match': '*' });
    await read();
    await send('PUT', path, { ...artifact, title: 'Shared again', expected_revision: 1 });
    await send('PUT', path, { ...artifact, scope: 'user' });
    await send('POST', `${path}:invalidate`, { reason: 'r' });
    await send('POST', `/artifacts/${uuidOf(`derived from ${id}`)}:invalidate`, { reason: 'r' });
    return answers.map((answer) => answer.replaceAll(uuidOf(`derived from ${id}`), 'derived'));
  }

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['active', () => Promise.resolve()],
    ['invalidated', (id) => invalidate(ada, id)],
    ['superseded', (id) => put(ada, randomUUID(), { library_id: uuidOf('Features'), supersedes_artifact_id: id }, 201)],
  ])('cannot find out that another user has a user artifact with this id (%s)', async (_, changeState) => {
    const taken = randomUUID();
    await put(ada, taken, { title: 'Private', library_id: uuidOf('Features') }, 201);
    await changeState(taken);
    const before = await client(app).as(ada).get(`/intelligence/artifacts/${taken}`);
    const foreign = await askAbout(taken);
    expect(foreign).toEqual(await askAbout(randomUUID()));
    expect(foreign.join('\n')).not.toContain('Private');
    // The requests have not changed the user artifact.
    const after = await client(app).as(ada).get(`/intelligence/artifacts/${taken}`);
    expect([after.status, after.headers.get('etag')]).toEqual([before.status, before.headers.get('etag')]);
  });
});
