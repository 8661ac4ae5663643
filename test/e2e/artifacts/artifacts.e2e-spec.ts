import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestUser } from '../../support/accounts/accounts';
import { CANARY_CONTENT } from '../../support/checks/canary';
import { mediaIdOf, uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { runSql } from '../../support/databases/sql';
import type { TestApp } from '../../support/app/test-app';
import { ArtifactsFixture, COPS, GENERAL } from './artifacts-fixture';

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

describe('PUT artifacts/{artifact_id}', () => {
  it('creates and replaces an artifact, and changes nothing for an equal request', async () => {
    const id = randomUUID();
    const first = await artifacts.put(
      ada,
      id,
      { media_id: GENERAL, title: 'On trains', summary: 'Long.', producer: 'model' },
      201,
    );
    expect(first.body).toMatchObject({
      artifact_id: id,
      kind: 'summary',
      scope: 'user',
      status: 'active',
      library_id: uuidOf('Features'),
      media: { media_id: GENERAL, title: 'The General', year: 1926, artifact_ids: [id] },
      title: 'On trains',
      summary: { text: 'Long.', max_chars: 400, truncated: false, original_chars: 5 },
      producer: 'model',
      supersedes_artifact_id: null,
      revision: 1,
      hidden_sources: 0,
      provenance: [{ source: 'media_metadata', media_id: GENERAL }],
      grounding: [{ source: 'media_metadata', media_id: GENERAL, label: 'The General' }],
    });
    expect(first.body).not.toHaveProperty('content');
    const same = { media_id: GENERAL.toUpperCase(), title: ' On  trains', summary: 'Long.', producer: 'model' };
    expect((await artifacts.put(ada, id.toUpperCase(), same, 200)).body).toEqual(first.body);
    const second = await artifacts.put(ada, id, { ...same, content: { text: 'other' }, expected_revision: 1 }, 200);
    expect(second.body).toMatchObject({ revision: 2, created_at: first.body.created_at });
    await artifacts.put(ada, id, { ...same, title: 'Lost update', expected_revision: 1 }, 409);
    await artifacts.put(ada, randomUUID(), { expected_revision: 1 }, 409);
    await artifacts.put(ada, id, { ...same, expected_revision: 0 }, 409);
  });

  it('gives 409 for another scope or library, and 403 for a global artifact without artifacts:write', async () => {
    const id = randomUUID();
    await artifacts.put(ada, id, { scope: 'global' }, 403);
    await artifacts.put(writer, id, { scope: 'global', media_id: COPS }, 201);
    await artifacts.put(ada, id, {}, 409);
    await artifacts.put(writer, id, { scope: 'global', media_id: GENERAL }, 409);
    await artifacts.put(admin, id, { scope: 'global', media_id: COPS, title: 'By another' }, 200);
    expect((await artifacts.get(bob, id)).status).toBe(200);
    expect((await artifacts.invalidate(ada, id)).status).toBe(403);
    expect((await artifacts.invalidate(admin, id)).status).toBe(200);
    expect((await artifacts.get(bob, id)).status).toBe(404);
  });

  it('gives 404 for references to records that are hidden or absent', async () => {
    const idOfAda = randomUUID();
    await artifacts.put(ada, idOfAda, { title: 'Private' }, 201);
    for (const body of [
      { media_id: GENERAL },
      { media_id: mediaIdOf('movie', 'Nothing') },
      { media_id: COPS.replace('movie', 'season') },
      { library_id: uuidOf('Features') },
      { library_id: randomUUID() },
      { sources: [{ artifact_id: idOfAda }] },
      { sources: [{ media_id: GENERAL }] },
      { run_id: randomUUID() },
      { sources: [{ tool_call_id: randomUUID() }] },
      { supersedes_artifact_id: idOfAda },
    ]) {
      const answer = await artifacts.put(bob, randomUUID(), body, 404);
      expect(answer.body).toMatchObject({ code: 'not-found' });
    }
    // Ids of user artifacts are separate for each owner.
    await artifacts.put(bob, idOfAda, { title: 'Also private' }, 201);
    expect(await artifacts.read(ada, idOfAda)).toMatchObject({ title: 'Private' });
    expect(await artifacts.read(bob, idOfAda)).toMatchObject({ title: 'Also private' });
  });

  it.each([
    ['no title', { title: '   ' }],
    ['a long title', { title: 'x'.repeat(513) }],
    ['an unknown kind', { kind: 'poem' }],
    ['a list as content', { content: [] }],
    ['no content', { content: undefined }],
    ['a field for the owner', { owner: randomUUID() }],
    ['two ids in one source', { sources: [{ run_id: randomUUID(), artifact_id: randomUUID() }] }],
    ['no id in a source', { sources: [{ field: 'title' }] }],
    ['too many sources', { sources: Array.from({ length: 49 }, () => ({ media_id: GENERAL })) }],
    ['a fractional revision', { expected_revision: 1.5 }],
    ['text that cannot be stored', { content: { text: 'a\0b' } }],
    ['another library than the item’s', { media_id: GENERAL, library_id: uuidOf('Shorts') }],
  ])('gives `invalid-request` for %s', async (_, body) => {
    expect((await artifacts.put(ada, randomUUID(), body)).body).toMatchObject({ code: 'invalid-request' });
  });

  it('gives 413 for content above 1 MiB and 400 for a member `__proto__`, and stores unusual names', async () => {
    const big = { text: 'x'.repeat(1_048_576) };
    expect((await artifacts.put(ada, randomUUID(), { content: big })).status).toBe(413);
    await artifacts.put(ada, randomUUID(), { content: { text: 'x'.repeat(1_048_000) } }, 201);
    const strange = { then: 'x', toJSON: 1, length: -1, 'a.b': [[[{}]]], '': null, title: '\u202e' };
    await artifacts.put(ada, randomUUID(), { content: strange, title: 'a\u202eb\u{e0041}' }, 201);
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
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => artifacts.put(ada, id, { title: `Title ${n % 2}` })),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(7);
    expect(await artifacts.searchIds(ada, { artifact_ids: [id] })).toEqual([id]);
  });
});

describe('raw content', () => {
  it('is stored, and is neither in the log nor in the answer if it cannot be written', async () => {
    const { url } = app.database;
    const id = randomUUID();
    await artifacts.put(ada, id, { title: 'Kept' }, 201);
    const rows = await runSql(
      url,
      'SELECT content, content_bytes FROM intelligence_artifact_contents WHERE artifact_id = $1',
      [id],
    );
    const content = { canary: CANARY_CONTENT, text: 'raw' };
    expect(rows).toEqual([{ content, content_bytes: JSON.stringify(content).length }]);
    // The client adds a canary to the content. This file fails if the canary is in a log line or in an answer.
    await runSql(
      url,
      'ALTER TABLE intelligence_artifact_contents ADD CONSTRAINT refuse CHECK (content_bytes < 0) NOT VALID',
    );
    expect((await artifacts.put(ada, id, { title: 'Not kept' })).body).toMatchObject({ code: 'internal', status: 500 });
    expect((await artifacts.put(ada, randomUUID())).status).toBe(500);
    await runSql(url, 'ALTER TABLE intelligence_artifact_contents DROP CONSTRAINT refuse');
    expect(await artifacts.read(ada, id)).toMatchObject({ title: 'Kept', revision: 1 });
  });

  it('is written by one statement of the code and read by no statement', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const sources = files.map((name) => readFileSync(join('src', name), 'utf8')).join('\n');
    const statements = /\b(FROM|JOIN|INTO|UPDATE|USING)\s+intelligence_artifact_contents\b/gi;
    expect(sources.match(statements)).toEqual(['INTO intelligence_artifact_contents']);
    // The entity exists only for the schema. No repository uses it.
    expect(sources.match(/\(ArtifactContentEntity\)/g)).toBeNull();
  });
});
