import type { Input } from 'intelligence-client';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReadPool } from '../../../src/database/read-pool';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import type { IntelligenceArtifactSummary } from '../../../src/common/dto/artifact-summary.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { CANARY_CONTENT } from '../../support/checks/canary';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { runSql } from '../../support/databases/sql';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';

let app: TestApp;
let admin: TestUser;
let writer: TestUser;
let ada: TestUser;
let bob: TestUser;

const general = mediaIdOf('movie', 'The General');
const cops = mediaIdOf('movie', 'Cops');

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  writer = await createUser(app, { scopes: ['artifacts:write'] });
  ada = await createUser(app);
  bob = await createUser(app, { libraryIds: [uuidOf('Shorts')] });
  await importCatalog(app, admin, [
    library('Features'),
    library('Shorts'),
    movie('Features', 'The General', { year: 1926, overview: 'A locomotive is stolen.' }),
    movie('Features', 'Sherlock Jr.', { year: 1924 }),
    movie('Shorts', 'Cops', { year: 1922 }),
  ]);
});
afterAll(async () => {
  await app.close();
});

type Body = Record<string, unknown>;

function put<T = IntelligenceArtifactSummary>(
  user: TestUser,
  id: string,
  body: Body = {},
  expect?: number,
): Promise<ApiResponse<T>> {
  const artifact = { kind: 'summary', scope: 'user', title: 'A title', content: { text: 'raw' }, ...body };
  return client(app).as(user).put<T>(`/intelligence/artifacts/${id}`, artifact, { expect });
}

type SearchBody = NonNullable<Input<'listArtifacts'>['body']>;

function search(user: TestUser, body: SearchBody = {}): Promise<SearchArtifactsResponse> {
  return typedClient(app, user).listArtifacts({ body });
}

function shown(user: TestUser, id: string): Promise<object> {
  return typedClient(app, user).getArtifact({ path: { artifact_id: id } });
}

function get(user: TestUser, id: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  return client(app).as(user).get(`/intelligence/artifacts/${id}`, { headers });
}

function invalidate(user: TestUser, id: string): Promise<ApiResponse> {
  return client(app).as(user).post(`/intelligence/artifacts/${id}:invalidate`, { reason: 'wrong' });
}

async function ids(user: TestUser, body: SearchBody = {}): Promise<string[]> {
  return (await search(user, body)).artifacts.map((artifact) => artifact.artifact_id);
}

describe('PUT artifacts/{artifact_id}', () => {
  it('creates and replaces an artifact, and changes nothing for an equal request', async () => {
    const id = randomUUID();
    const first = await put(
      ada,
      id,
      { media_id: general, title: 'On trains', summary: 'Long.', producer: 'model' },
      201,
    );
    expect(first.body).toMatchObject({
      artifact_id: id,
      kind: 'summary',
      scope: 'user',
      status: 'active',
      library_id: uuidOf('Features'),
      media: { media_id: general, title: 'The General', year: 1926, artifact_ids: [id] },
      title: 'On trains',
      summary: { text: 'Long.', max_chars: 400, truncated: false, original_chars: 5 },
      producer: 'model',
      supersedes_artifact_id: null,
      revision: 1,
      hidden_sources: 0,
      provenance: [{ source: 'media_metadata', media_id: general }],
      grounding: [{ source: 'media_metadata', media_id: general, label: 'The General' }],
    });
    expect(first.body).not.toHaveProperty('content');
    const same = { media_id: general.toUpperCase(), title: ' On  trains', summary: 'Long.', producer: 'model' };
    expect((await put(ada, id.toUpperCase(), same, 200)).body).toEqual(first.body);
    const second = await put(ada, id, { ...same, content: { text: 'other' }, expected_revision: 1 }, 200);
    expect(second.body).toMatchObject({ revision: 2, created_at: first.body.created_at });
    await put(ada, id, { ...same, title: 'Lost update', expected_revision: 1 }, 409);
    await put(ada, randomUUID(), { expected_revision: 1 }, 409);
    await put(ada, id, { ...same, expected_revision: 0 }, 409);
  });

  it('refuses another scope or library, and global artifacts of users without the scope', async () => {
    const id = randomUUID();
    await put(ada, id, { scope: 'global' }, 403);
    await put(writer, id, { scope: 'global', media_id: cops }, 201);
    await put(ada, id, {}, 409);
    await put(writer, id, { scope: 'global', media_id: general }, 409);
    await put(admin, id, { scope: 'global', media_id: cops, title: 'By another' }, 200);
    expect((await get(bob, id)).status).toBe(200);
    expect((await invalidate(ada, id)).status).toBe(403);
    expect((await invalidate(admin, id)).status).toBe(200);
    expect((await get(bob, id)).status).toBe(404);
  });

  it('gives 404 for hidden items, libraries and artifacts as for absent ones', async () => {
    const mine = randomUUID();
    await put(ada, mine, { title: 'Private' }, 201);
    for (const body of [
      { media_id: general },
      { media_id: mediaIdOf('movie', 'Nothing') },
      { media_id: cops.replace('movie', 'season') },
      { library_id: uuidOf('Features') },
      { library_id: randomUUID() },
      { sources: [{ artifact_id: mine }] },
      { sources: [{ media_id: general }] },
      { run_id: randomUUID() },
      { sources: [{ tool_call_id: randomUUID() }] },
      { supersedes_artifact_id: mine },
    ]) {
      const answer = await put(bob, randomUUID(), body, 404);
      expect(answer.body).toMatchObject({ code: 'not-found' });
    }
    // Ids of user artifacts are separate for each owner.
    await put(bob, mine, { title: 'Also private' }, 201);
    expect(await shown(ada, mine)).toMatchObject({ title: 'Private' });
    expect(await shown(bob, mine)).toMatchObject({ title: 'Also private' });
  });

  it.each([
    ['no title', { title: '   ' }],
    ['a long title', { title: 'x'.repeat(513) }],
    ['an unknown kind', { kind: 'poem' }],
    ['a list as content', { content: [] }],
    ['no content', { content: undefined }],
    ['an owner', { owner: randomUUID() }],
    ['two ids in one source', { sources: [{ run_id: randomUUID(), artifact_id: randomUUID() }] }],
    ['no id in a source', { sources: [{ field: 'title' }] }],
    ['too many sources', { sources: Array.from({ length: 49 }, () => ({ media_id: general })) }],
    ['a fractional revision', { expected_revision: 1.5 }],
    ['text that cannot be stored', { content: { text: 'a\0b' } }],
    ['another library than the item’s', { media_id: general, library_id: uuidOf('Shorts') }],
  ])('refuses %s', async (_, body) => {
    expect((await put(ada, randomUUID(), body)).body).toMatchObject({ code: 'invalid-request' });
  });

  it('refuses content of more than 1 MiB, and stores valid content with unusual names', async () => {
    const big = { text: 'x'.repeat(1_048_576) };
    expect((await put(ada, randomUUID(), { content: big })).status).toBe(413);
    await put(ada, randomUUID(), { content: { text: 'x'.repeat(1_048_000) } }, 201);
    const strange = { then: 'x', toJSON: 1, length: -1, 'a.b': [[[{}]]], '': null, title: '\u202e' };
    await put(ada, randomUUID(), { content: strange, title: 'a\u202eb\u{e0041}' }, 201);
    const constructed = '{"kind":"summary","scope":"user","title":"t","content":{"__proto__":{"x":1}}}';
    const answer = await client(app)
      .as(ada)
      .send('PUT', `/intelligence/artifacts/${randomUUID()}`, constructed, {
        headers: { 'content-type': 'application/json' },
      });
    expect(answer.status).toBe(400);
  });

  it('creates one artifact for many simultaneous requests', async () => {
    const id = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => put(ada, id, { title: `Title ${n % 2}` })));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7);
    expect(await ids(ada, { artifact_ids: [id] })).toEqual([id]);
  });
});

describe('a conditional PUT', () => {
  /** Sends a PUT with headers. Each has another title, so that it would change the artifact. */
  function putIf(user: TestUser, id: string, headers: Record<string, string>, body: Body = {}): Promise<ApiResponse> {
    const artifact = { kind: 'summary', scope: 'user', title: `Title ${randomUUID()}`, content: {}, ...body };
    return client(app).as(user).put(`/intelligence/artifacts/${id}`, artifact, { headers });
  }

  async function etagOf(user: TestUser, id: string): Promise<string> {
    return (await get(user, id)).headers.get('etag') ?? '';
  }

  it('replaces the artifact only if If-Match contains its present tag', async () => {
    const id = randomUUID();
    await put(ada, id, {}, 201);
    const first = await etagOf(ada, id);
    expect(await putIf(ada, id, { 'if-match': first })).toMatchObject({ status: 200, body: { revision: 2 } });
    const second = await etagOf(ada, id);
    for (const wrong of [first, `W/${second}`, 'unquoted', '', `"${second}"`]) {
      expect(await putIf(ada, id, { 'if-match': wrong })).toMatchObject({
        status: 412,
        body: { code: 'precondition-failed' },
      });
    }
    expect(await shown(ada, id)).toMatchObject({ revision: 2 });
    expect((await putIf(ada, id, { 'if-match': `${first}, ${second}` })).status).toBe(200);
    expect((await putIf(ada, id, { 'if-match': '*' })).body).toMatchObject({ revision: 4 });
  });

  it('replaces the artifact once for many simultaneous requests with the same tag', async () => {
    const id = randomUUID();
    await put(ada, id, {}, 201);
    const headers = { 'if-match': await etagOf(ada, id) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => putIf(ada, id, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it('creates nothing with If-Match if the artifact is absent or stale', async () => {
    const absent = randomUUID();
    for (const tag of ['*', '"1-x"']) expect((await putIf(ada, absent, { 'if-match': tag })).status).toBe(412);
    expect((await get(ada, absent)).status).toBe(404);
    const stale = randomUUID();
    const source = randomUUID();
    await put(ada, source, {}, 201);
    await put(ada, stale, { sources: [{ artifact_id: source }] }, 201);
    const tag = await etagOf(ada, stale);
    await put(ada, source, { content: { text: 'changed' } }, 200);
    for (const each of ['*', tag]) expect((await putIf(ada, stale, { 'if-match': each })).status).toBe(412);
    await put(ada, stale, { expected_revision: 1 }, 200);
  });

  it('creates but does not replace an artifact with If-None-Match: *', async () => {
    const id = randomUUID();
    const onlyNew = { 'if-none-match': '*' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => putIf(ada, id, onlyNew)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(412)]);
    expect(await shown(ada, id)).toMatchObject({ revision: 1 });
    await invalidate(ada, id);
    expect((await putIf(ada, id, onlyNew)).status).toBe(412);
    // The artifact of another user with this id counts as absent.
    expect((await putIf(bob, id, onlyNew)).status).toBe(201);
  });

  it('does not replace the artifact if If-None-Match contains its present tag', async () => {
    const id = randomUUID();
    await put(ada, id, {}, 201);
    const tag = await etagOf(ada, id);
    for (const each of [tag, `W/${tag}`, `"x", ${tag}`]) {
      expect((await putIf(ada, id, { 'if-none-match': each })).status).toBe(412);
    }
    expect((await putIf(ada, id, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('is refused for other errors before the condition is checked', async () => {
    const headers = { 'if-match': '"x"' };
    expect((await putIf(bob, randomUUID(), headers, { media_id: general })).status).toBe(404);
    expect((await putIf(ada, randomUUID(), headers, { scope: 'global' })).status).toBe(403);
    const shared = randomUUID();
    await put(writer, shared, { scope: 'global' }, 201);
    expect((await putIf(ada, shared, { 'if-match': await etagOf(ada, shared) })).status).toBe(409);
    const tag = await etagOf(admin, shared);
    expect((await putIf(admin, shared, { 'if-match': tag }, { scope: 'global' })).status).toBe(200);
  });
});

describe('artifacts that supersede or derive from others', () => {
  it('give 410 with the last successor when they are superseded', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await put(ada, first, {}, 201);
    await put(ada, second, { supersedes_artifact_id: first, sources: [{ artifact_id: first }] }, 201);
    await put(ada, third, { supersedes_artifact_id: second }, 201);
    expect(await get(ada, first)).toMatchObject({ status: 410, body: { code: 'gone', superseded_by: third } });
    expect(await get(ada, second)).toMatchObject({ status: 410, body: { superseded_by: third } });
    expect((await get(bob, first)).status).toBe(404);
    await put(ada, first, { title: 'Again' }, 409);
    await put(ada, randomUUID(), { supersedes_artifact_id: first }, 409);
    await put(ada, third, { supersedes_artifact_id: first }, 409);
    await put(ada, third, { title: 'Still its successor' }, 200);
    expect(await shown(ada, third)).toMatchObject({ supersedes_artifact_id: second });
    await put(ada, randomUUID(), { media_id: general, supersedes_artifact_id: third }, 400);
    const own = randomUUID();
    await put(ada, own, { supersedes_artifact_id: own }, 409);
    expect((await invalidate(ada, third)).status).toBe(200);
    expect(await get(ada, first)).toMatchObject({ status: 410, body: { superseded_by: null } });
  });

  it('are refused if their sources form a circle or a chain of more than 16', async () => {
    const chain = Array.from({ length: 17 }, () => randomUUID());
    for (const [index, id] of chain.entries()) {
      const sources = index === 0 ? [] : [{ artifact_id: chain[index - 1] }];
      await put(ada, id, { sources }, index < 16 ? 201 : 409);
    }
    await put(ada, chain[0] ?? '', { sources: [{ artifact_id: chain[15] }] }, 409);
    await put(ada, chain[0] ?? '', { sources: [{ artifact_id: chain[0] }] }, 409);
    // A change of the first artifact makes the whole chain stale.
    await put(ada, chain[0] ?? '', { content: { text: 'changed' } }, 200);
    expect(await ids(ada, { artifact_ids: chain.slice(0, 16) })).toEqual([chain[0]]);
  });

  it('become stale when the content of a source changes, and invalidated when the source is deleted', async () => {
    const film = movie('Shorts', 'One Week', { overview: 'A house in parts.' });
    const filmId = mediaIdOf('movie', 'One Week');
    await importCatalog(app, admin, [film]);
    const [derived, further, note] = [randomUUID(), randomUUID(), randomUUID()];
    await put(ada, derived, { media_id: filmId }, 201);
    await put(bob, note, { kind: 'user_note', media_id: filmId }, 201);
    await put(ada, further, { sources: [{ artifact_id: derived }, { media_id: cops, field: 'title' }] }, 201);
    await importCatalog(app, admin, [film]);
    expect(await ids(ada, { artifact_ids: [derived, further] })).toHaveLength(2);
    await importCatalog(app, admin, [{ ...film, overview: 'A house askew.' }]);
    expect(await ids(ada, { artifact_ids: [derived, further] })).toEqual([]);
    expect(await ids(bob, { artifact_ids: [note] })).toEqual([note]);
    await put(ada, derived, { media_id: filmId, expected_revision: 1 }, 200);
    expect(await ids(ada, { artifact_ids: [derived, further] })).toEqual([derived]);
    await client(app).as(admin).delete(`/admin/catalog/items/${filmId}`);
    expect((await get(ada, derived)).status).toBe(404);
    expect((await get(bob, note)).status).toBe(404);
  });

  it('hide the sources that the reader may not see, and count them', async () => {
    const id = randomUUID();
    await put(
      writer,
      id,
      { scope: 'global', media_id: cops, sources: [{ media_id: general, field: 'overview' }] },
      201,
    );
    expect(await shown(ada, id)).toMatchObject({
      hidden_sources: 0,
      provenance: [{ media_id: cops }, { media_id: general, grounding: [{ field: 'overview', label: 'The General' }] }],
    });
    expect(await shown(bob, id)).toMatchObject({ hidden_sources: 1, provenance: [{ media_id: cops }] });
    expect((await get(bob, id)).text).not.toContain(general);
    // A global artifact cannot have a source that only its writer may see.
    const own = randomUUID();
    await put(writer, own, {}, 201);
    await put(writer, randomUUID(), { scope: 'global', sources: [{ artifact_id: own }] }, 404);
  });
});

describe('raw content', () => {
  it('is stored, and is neither in the log nor in the answer if its statement fails', async () => {
    const { url } = app.database;
    const id = randomUUID();
    await put(ada, id, { title: 'Kept' }, 201);
    const rows = await runSql(
      url,
      'SELECT content, content_bytes FROM intelligence_artifact_contents WHERE artifact_id = $1',
      [id],
    );
    const content = { canary: CANARY_CONTENT, text: 'raw' };
    expect(rows).toEqual([{ content, content_bytes: JSON.stringify(content).length }]);
    await runSql(
      url,
      'ALTER TABLE intelligence_artifact_contents ADD CONSTRAINT refuse CHECK (content_bytes < 0) NOT VALID',
    );
    expect((await put(ada, id, { title: 'Not kept' })).body).toMatchObject({ code: 'internal', status: 500 });
    expect((await put(ada, randomUUID())).status).toBe(500);
    await runSql(url, 'ALTER TABLE intelligence_artifact_contents DROP CONSTRAINT refuse');
    expect(await shown(ada, id)).toMatchObject({ title: 'Kept', revision: 1 });
  });

  it('is written by one statement of the code and read by none', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const sources = files.map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
    const used = /\b(FROM|JOIN|INTO|UPDATE|USING)\s+intelligence_artifact_contents\b/gi;
    expect(sources.match(used)).toEqual(['INTO intelligence_artifact_contents']);
    // The entity exists only for the schema. No repository uses it.
    expect(sources.match(/\(ArtifactContentEntity\)/g)).toBeNull();
  });
});

describe('reading artifacts', () => {
  it('gives the same answer on both routes, a page of 24 in three round trips', async () => {
    const user = await createUser(app);
    for (let n = 0; n < 26; n += 1) {
      await put(user, randomUUID(), { media_id: n % 2 === 0 ? general : cops, title: `Number ${n}` }, 201);
    }
    const statistics = app.app.get(ReadPool).statistics;
    const before = statistics.roundTrips;
    const body = { library_ids: [uuidOf('Features'), uuidOf('Shorts')], caps: { artifact_limit: 24 } };
    const paged = { ...body, pagination: { limit: 50 } };
    const listed = await client(app).as(user).post('/intelligence/artifacts', paged, { expect: 200 });
    expect(statistics.roundTrips - before).toBe(3);
    const searched = await client(app).as(user).post('/intelligence/artifacts:search', paged, { expect: 200 });
    expect(searched.text).toBe(listed.text);
    expect(await typedClient(app, user).searchArtifacts({ body: paged })).toEqual(listed.body);
    expect((listed.body as unknown as SearchArtifactsResponse).page).toMatchObject({ limit: 24, has_more: true });
  });

  it('lists each remaining artifact once, newest first, while others are added and removed', async () => {
    const user = await createUser(app);
    const made: string[] = [];
    for (let n = 0; n < 11; n += 1) made.push((await put(user, randomUUID(), {}, 201)).body.artifact_id);
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const request: Body = { kinds: ['summary'], pagination: { limit: 3, cursor } };
      const { artifacts, page }: SearchArtifactsResponse = await search(user, request);
      const own = artifacts.filter((artifact) => artifact.scope === 'user');
      walked.push(...own.map((artifact) => artifact.artifact_id));
      if (walked.length === 3) {
        await put(user, randomUUID(), { title: 'Late' }, 201);
        await invalidate(user, made[0] ?? '');
      }
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(walked).toEqual(made.slice(1).reverse());
    const { page } = await search(user, { pagination: { limit: 3 } });
    const foreign = { pagination: { limit: 3, cursor: page.next_cursor } };
    const refused = await client(app).as(ada).post('/intelligence/artifacts', foreign);
    expect(refused.body).toMatchObject({ code: 'invalid-cursor' });
  });

  it('finds words of the title and the summary, without regard to case and accents', async () => {
    const user = await createUser(app);
    const id = randomUUID();
    await put(user, id, { title: 'Étude on Buster', summary: 'The stone face runs from policemen.' }, 201);
    await put(user, randomUUID(), { title: 'Something else', summary: 'About Buster.' }, 201);
    const found = async (query: string): Promise<number> => (await ids(user, { query })).length;
    expect(await ids(user, { query: 'etude BUSTER' })).toEqual([id]);
    expect(await ids(user, { query: 'policeman running' })).toHaveLength(0);
    expect(await ids(user, { query: 'the policemen' })).toEqual([id]);
    expect(await found('buster')).toBe(2);
    expect(await found('buster zeppelin')).toBe(0);
    expect(await found(`${'-'.repeat(40)} & | ! <-> :*`)).toBe(0);
    for (const query of ['', '  ', 'x'.repeat(513)]) {
      const answer = await client(app).as(user).post('/intelligence/artifacts', { query });
      expect(answer.body).toMatchObject({ code: 'invalid-request' });
    }
  });

  it('shows only artifacts of visible libraries, in lists and by id', async () => {
    const user = await createUser(app, { libraryIds: [uuidOf('Shorts')] });
    const hidden = randomUUID();
    const shown = randomUUID();
    const free = randomUUID();
    await put(writer, hidden, { scope: 'global', library_id: uuidOf('Features'), title: 'Zyx hidden' }, 201);
    await put(writer, shown, { scope: 'global', media_id: cops, title: 'Zyx shown' }, 201);
    await put(writer, free, { scope: 'global', title: 'Zyx free' }, 201);
    expect(await ids(user, { query: 'zyx' })).toEqual([free, shown]);
    expect(await ids(user, { query: 'zyx', kinds: ['summary'] })).toEqual([free, shown]);
    expect(await ids(user, { query: 'zyx', library_ids: [uuidOf('Features'), uuidOf('Shorts')] })).toEqual([shown]);
    expect(await ids(user, { artifact_ids: [hidden, shown], media_ids: [cops] })).toEqual([shown]);
    expect(await ids(user, { media_ids: [cops.replace('movie', 'season')] })).toEqual([]);
    const answers = await Promise.all([get(user, hidden), get(user, randomUUID())]);
    const [foreign, absent] = answers.map(({ status, text, headers }) => ({
      status,
      body: text.replace(headers.get('x-request-id') ?? '', ''),
    }));
    expect(foreign).toEqual(absent);
  });

  it('has a strong entity tag that changes with the artifact', async () => {
    const id = randomUUID();
    await put(ada, id, {}, 201);
    const fresh = await get(ada, id);
    const etag = fresh.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"1-[\w-]{22}"$/);
    expect(await get(ada, id, { 'if-none-match': `"x", ${etag}` })).toMatchObject({ status: 304, text: '' });
    await put(ada, id, { title: 'Changed' }, 200);
    expect(await get(ada, id, { 'if-none-match': etag })).toMatchObject({ status: 200 });
    expect((await client(app).as(ada).get(`/intelligence/artifacts/not-a-uuid`)).status).toBe(400);
  });
});
