import { randomUUID } from 'node:crypto';
import type { IntelligenceArtifactSummary } from '../../../src/common/dto/artifact-summary.dto';
import type { TestUser } from '../../support/accounts/accounts';
import { type ApiResponse, client } from '../../support/requests/client';
import type { TestApp } from '../../support/app/test-app';
import { ArtifactsFixture, GENERAL } from './artifacts-fixture';

let artifacts: ArtifactsFixture;
let app: TestApp;
let admin: TestUser;
let writer: TestUser;
let ada: TestUser;
let bob: TestUser;

beforeAll(async () => {
  artifacts = await ArtifactsFixture.open();
  ({ app, admin, writer, ada, bob } = artifacts);
});
afterAll(() => artifacts.close());

describe('a conditional PUT', () => {
  /** Sends a PUT with headers. Each request has a new title, so that it changes the artifact if it is accepted. */
  function putIf(
    user: TestUser,
    id: string,
    headers: Record<string, string>,
    body: Record<string, unknown> = {},
  ): Promise<ApiResponse> {
    const artifact = { kind: 'summary', scope: 'user', title: `Title ${randomUUID()}`, content: {}, ...body };
    return client(app).as(user).put(`/intelligence/artifacts/${id}`, artifact, { headers });
  }

  async function etagOf(user: TestUser, id: string): Promise<string> {
    return (await artifacts.get(user, id)).headers.get('etag') ?? '';
  }

  it('replaces the artifact only if If-Match contains its current tag or is *', async () => {
    const id = randomUUID();
    await artifacts.put(ada, id, {}, 201);
    const first = await etagOf(ada, id);
    expect(await putIf(ada, id, { 'if-match': first })).toMatchObject({ status: 200, body: { revision: 2 } });
    const second = await etagOf(ada, id);
    for (const wrong of [first, `W/${second}`, 'unquoted', '', `"${second}"`]) {
      expect(await putIf(ada, id, { 'if-match': wrong })).toMatchObject({
        status: 412,
        body: { code: 'precondition-failed' },
      });
    }
    expect(await artifacts.read(ada, id)).toMatchObject({ revision: 2 });
    expect((await putIf(ada, id, { 'if-match': `${first}, ${second}` })).status).toBe(200);
    expect((await putIf(ada, id, { 'if-match': '*' })).body).toMatchObject({ revision: 4 });
  });

  it('accepts the tag of an answer at the level `full`', async () => {
    const id = randomUUID();
    const ids = Array.from({ length: 15 }, () => randomUUID());
    for (const source of ids) await artifacts.put(ada, source, {}, 201);
    const sources = ids.map((artifact_id) => ({ artifact_id }));
    await artifacts.put(ada, id, { sources, summary: 'word '.repeat(200) }, 201);
    const read = (query: string): Promise<ApiResponse<IntelligenceArtifactSummary>> =>
      client(app).as(ada).get(`/intelligence/artifacts/${id}${query}`, { expect: 200 });
    const [standard, full] = [await read('?detail=standard'), await read('?detail=full')];
    expect(standard.body).toEqual((await read('')).body);
    expect(standard.body).toMatchObject({ summary: { max_chars: 400, truncated: true } });
    expect(full.body).toMatchObject({ summary: { max_chars: 800, truncated: true } });
    expect(standard.body.provenance).toHaveLength(12);
    expect(full.body.provenance).toHaveLength(15);
    expect(full.body.grounding).toHaveLength(15);
    expect(full.body.summary.text.length).toBeGreaterThan(standard.body.summary.text.length);
    const tag = full.headers.get('etag') ?? '';
    expect(tag).not.toBe(standard.headers.get('etag'));
    expect((await putIf(ada, id, { 'if-none-match': tag })).status).toBe(412);
    expect((await putIf(ada, id, { 'if-match': tag })).status).toBe(200);
    expect((await putIf(ada, id, { 'if-match': tag })).status).toBe(412);
  });

  it('replaces the artifact once for many simultaneous requests with the same tag', async () => {
    const id = randomUUID();
    await artifacts.put(ada, id, {}, 201);
    const headers = { 'if-match': await etagOf(ada, id) };
    const answers = await Promise.all(Array.from({ length: 8 }, () => putIf(ada, id, headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it('creates nothing with If-Match if the artifact is absent or stale', async () => {
    const absent = randomUUID();
    for (const tag of ['*', '"1-x"']) expect((await putIf(ada, absent, { 'if-match': tag })).status).toBe(412);
    expect((await artifacts.get(ada, absent)).status).toBe(404);
    const stale = randomUUID();
    const source = randomUUID();
    await artifacts.put(ada, source, {}, 201);
    await artifacts.put(ada, stale, { sources: [{ artifact_id: source }] }, 201);
    const tag = await etagOf(ada, stale);
    await artifacts.put(ada, source, { content: { text: 'changed' } }, 200);
    for (const match of ['*', tag]) expect((await putIf(ada, stale, { 'if-match': match })).status).toBe(412);
    await artifacts.put(ada, stale, { expected_revision: 1 }, 200);
  });

  it('creates but does not replace an artifact with If-None-Match: *', async () => {
    const id = randomUUID();
    const onlyNew = { 'if-none-match': '*' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => putIf(ada, id, onlyNew)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(412)]);
    expect(await artifacts.read(ada, id)).toMatchObject({ revision: 1 });
    await artifacts.invalidate(ada, id);
    expect((await putIf(ada, id, onlyNew)).status).toBe(412);
    // The artifact of another user with this id counts as absent.
    expect((await putIf(bob, id, onlyNew)).status).toBe(201);
  });

  it('does not replace the artifact if If-None-Match contains its current tag', async () => {
    const id = randomUUID();
    await artifacts.put(ada, id, {}, 201);
    const tag = await etagOf(ada, id);
    for (const tags of [tag, `W/${tag}`, `"x", ${tag}`]) {
      expect((await putIf(ada, id, { 'if-none-match': tags })).status).toBe(412);
    }
    expect((await putIf(ada, id, { 'if-none-match': '"x"' })).status).toBe(200);
  });

  it('gets 403, 404 or 409 instead of 412 if a PUT without a condition gets this error too', async () => {
    const headers = { 'if-match': '"x"' };
    expect((await putIf(bob, randomUUID(), headers, { media_id: GENERAL })).status).toBe(404);
    expect((await putIf(ada, randomUUID(), headers, { scope: 'global' })).status).toBe(403);
    const shared = randomUUID();
    await artifacts.put(writer, shared, { scope: 'global' }, 201);
    expect((await putIf(ada, shared, { 'if-match': await etagOf(ada, shared) })).status).toBe(409);
    const tag = await etagOf(admin, shared);
    expect((await putIf(admin, shared, { 'if-match': tag }, { scope: 'global' })).status).toBe(200);
  });

  it('gets the error of its body instead of 412 if the body is refused and the tag does not match', async () => {
    const [first, second, derived, other] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await artifacts.put(ada, first, {}, 201);
    await artifacts.put(ada, second, { supersedes_artifact_id: first }, 201);
    await artifacts.put(ada, derived, { sources: [{ artifact_id: second }] }, 201);
    await artifacts.put(ada, other, {}, 201);
    const cases: [string, Record<string, unknown>, number][] = [
      [first, {}, 409],
      [second, { expected_revision: 9 }, 409],
      [second, { media_id: GENERAL }, 409],
      [second, { supersedes_artifact_id: other }, 409],
      [second, { sources: [{ artifact_id: derived }] }, 409],
      [other, { supersedes_artifact_id: other }, 409],
      [other, { supersedes_artifact_id: first }, 409],
      [other, { supersedes_artifact_id: randomUUID() }, 404],
      [other, { sources: [{ artifact_id: randomUUID() }] }, 404],
      [randomUUID(), { supersedes_artifact_id: other, media_id: GENERAL }, 400],
    ];
    for (const [id, body, status] of cases) {
      const answer = await putIf(ada, id, { 'if-match': '"x"' }, body);
      expect([body, answer.status]).toEqual([body, status]);
    }
    expect((await putIf(ada, derived, { 'if-match': '"x"' }, { supersedes_artifact_id: other })).status).toBe(412);
    expect(await artifacts.read(ada, other)).toMatchObject({ revision: 1 });
  });

  it('succeeds with the current tag, even if the write itself makes the artifact stale', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await artifacts.put(ada, first, {}, 201);
    await artifacts.put(ada, second, { sources: [{ artifact_id: first }] }, 201);
    const headers = { 'if-match': await etagOf(ada, second) };
    expect((await putIf(ada, second, headers, { supersedes_artifact_id: first })).status).toBe(200);
  });
});
