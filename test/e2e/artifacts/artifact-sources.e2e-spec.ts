import { randomUUID } from 'node:crypto';
import type { TestUser } from '../../support/accounts/accounts';
import { importCatalog, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { runSql } from '../../support/databases/sql';
import { client } from '../../support/requests/client';
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

/** Returns the stored status of each artifact. */
async function statusesOf(...ids: string[]): Promise<(string | undefined)[]> {
  const rows = await runSql<{ id: string; status: string }>(
    app.database.url,
    'SELECT artifact_id AS id, status FROM intelligence_artifacts WHERE artifact_id = ANY($1)',
    [ids],
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
}

describe('artifacts that supersede or derive from other artifacts', () => {
  it.each([
    ['changed', { title: 'Another title' }],
    ['unchanged', {}],
  ])('supersede an artifact that has become active again when a later, %s request names it', async (_, change) => {
    const [first, second, derived] = [randomUUID(), randomUUID(), randomUUID()];
    await artifacts.put(ada, first, {}, 201);
    const body = { supersedes_artifact_id: first };
    await artifacts.put(ada, second, body, 201);
    expect((await artifacts.invalidate(ada, first)).status).toBe(200);
    // The first artifact is invalidated, so the request supersedes nothing.
    await artifacts.put(ada, second, body, 200);
    expect(await artifacts.read(ada, second)).toMatchObject({ revision: 1 });
    await artifacts.put(ada, first, {}, 200);
    await artifacts.put(ada, derived, { sources: [{ artifact_id: first }] }, 201);
    await artifacts.put(ada, second, { ...body, ...change }, 200);
    expect(await artifacts.get(ada, first)).toMatchObject({ status: 410, body: { superseded_by: second } });
    expect((await artifacts.get(ada, derived)).status).toBe(404);
    expect(await artifacts.read(ada, second)).toMatchObject({ revision: 2, supersedes_artifact_id: first });
    await artifacts.put(ada, second, { ...body, ...change }, 200);
    expect(await artifacts.read(ada, second)).toMatchObject({ revision: 2 });
  });

  it.each([
    ['user', {}],
    ['global', { library_id: uuidOf('Features') }],
  ])('can be derived from the same %s artifact that they supersede, and can then be replaced', async (scope, about) => {
    const [first, second, derived] = [randomUUID(), randomUUID(), randomUUID()];
    const put = (id: string, body: object, expect: number) =>
      artifacts.put(writer, id, { scope, ...about, ...body }, expect);
    await put(first, {}, 201);
    const sources = [{ artifact_id: first }];
    const body = { supersedes_artifact_id: first, sources };
    await put(derived, { sources }, 201);
    const { body: created } = await put(second, body, 201);
    expect((await put(second, body, 200)).body).toEqual(created);
    expect((await put(second, { ...body, title: 'Another title' }, 200)).body).toMatchObject({ revision: 2 });
    expect(await artifacts.get(writer, first)).toMatchObject({ status: 410, body: { superseded_by: second } });
    // Other artifacts cannot be derived from a superseded artifact.
    await put(derived, { sources }, 404);
    await put(randomUUID(), { sources }, 404);
    expect((await artifacts.invalidate(writer, first)).status).toBe(200);
    expect((await artifacts.get(writer, second)).status).toBe(404);
    await put(second, body, 404);
  });

  it('give 410 with the last successor when they are superseded', async () => {
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    await artifacts.put(ada, first, {}, 201);
    await artifacts.put(ada, second, { supersedes_artifact_id: first, sources: [{ artifact_id: first }] }, 201);
    await artifacts.put(ada, third, { supersedes_artifact_id: second }, 201);
    expect(await artifacts.get(ada, first)).toMatchObject({
      status: 410,
      body: { code: 'gone', superseded_by: third },
    });
    expect(await artifacts.get(ada, second)).toMatchObject({ status: 410, body: { superseded_by: third } });
    expect((await artifacts.get(bob, first)).status).toBe(404);
    await artifacts.put(ada, first, { title: 'Again' }, 409);
    await artifacts.put(ada, randomUUID(), { supersedes_artifact_id: first }, 409);
    await artifacts.put(ada, third, { supersedes_artifact_id: first }, 409);
    for (const body of [{ title: 'Still its successor' }, { title: 'Again', supersedes_artifact_id: null }]) {
      await artifacts.put(ada, third, body, 200);
      expect(await artifacts.read(ada, third)).toMatchObject({ title: body.title, supersedes_artifact_id: second });
    }
    await artifacts.put(ada, randomUUID(), { media_id: GENERAL, supersedes_artifact_id: third }, 400);
    const id = randomUUID();
    await artifacts.put(ada, id, { supersedes_artifact_id: id }, 409);
    expect((await artifacts.invalidate(ada, third)).status).toBe(200);
    expect(await artifacts.get(ada, first)).toMatchObject({ status: 410, body: { superseded_by: null } });
  });

  it('get 409 if their sources form a cycle or a chain of more than 16 artifacts', async () => {
    const chain = Array.from({ length: 17 }, () => randomUUID());
    for (const [index, id] of chain.entries()) {
      const sources = index === 0 ? [] : [{ artifact_id: chain[index - 1] }];
      await artifacts.put(ada, id, { sources }, index < 16 ? 201 : 409);
    }
    await artifacts.put(ada, chain[0] ?? '', { sources: [{ artifact_id: chain[15] }] }, 409);
    await artifacts.put(ada, chain[0] ?? '', { sources: [{ artifact_id: chain[0] }] }, 409);
    // A change of the first artifact makes all others of the chain stale.
    await artifacts.put(ada, chain[0] ?? '', { content: { text: 'changed' } }, 200);
    expect(await artifacts.searchIds(ada, { artifact_ids: chain.slice(0, 16) })).toEqual([chain[0]]);
  });

  it('become stale when a source changes, except user notes, and are invalidated when it is deleted', async () => {
    const film = movie('Shorts', 'One Week', { overview: 'A house in parts.' });
    const filmId = mediaIdOf('movie', 'One Week');
    await importCatalog(app, admin, [film]);
    const [derived, further, note] = [randomUUID(), randomUUID(), randomUUID()];
    await artifacts.put(ada, derived, { media_id: filmId }, 201);
    await artifacts.put(bob, note, { kind: 'user_note', media_id: filmId }, 201);
    await artifacts.put(ada, further, { sources: [{ artifact_id: derived }, { media_id: COPS, field: 'title' }] }, 201);
    await importCatalog(app, admin, [film]);
    expect(await artifacts.searchIds(ada, { artifact_ids: [derived, further] })).toHaveLength(2);
    await importCatalog(app, admin, [{ ...film, overview: 'A house askew.' }]);
    expect(await artifacts.searchIds(ada, { artifact_ids: [derived, further] })).toEqual([]);
    expect(await artifacts.searchIds(bob, { artifact_ids: [note] })).toEqual([note]);
    expect(await statusesOf(derived, further, note)).toEqual(['stale', 'stale', 'active']);
    await artifacts.put(ada, derived, { media_id: filmId, expected_revision: 1 }, 200);
    expect(await artifacts.searchIds(ada, { artifact_ids: [derived, further] })).toEqual([derived]);
    await client(app).as(admin).delete(`/admin/catalog/items/${filmId}`);
    expect((await artifacts.get(ada, derived)).status).toBe(404);
    expect((await artifacts.get(bob, note)).status).toBe(404);
    expect(await statusesOf(derived, further, note)).toEqual(['invalidated', 'invalidated', 'invalidated']);
  });

  it('hide the sources that the reader may not see, and count them', async () => {
    const id = randomUUID();
    await artifacts.put(
      writer,
      id,
      { scope: 'global', media_id: COPS, sources: [{ media_id: GENERAL, field: 'overview' }] },
      201,
    );
    expect(await artifacts.read(ada, id)).toMatchObject({
      hidden_sources: 0,
      provenance: [{ media_id: COPS }, { media_id: GENERAL, grounding: [{ field: 'overview', label: 'The General' }] }],
    });
    expect(await artifacts.read(bob, id)).toMatchObject({ hidden_sources: 1, provenance: [{ media_id: COPS }] });
    expect((await artifacts.get(bob, id)).text).not.toContain(GENERAL);
    // A global artifact cannot have a source that only its writer may see.
    const userArtifact = randomUUID();
    await artifacts.put(writer, userArtifact, {}, 201);
    await artifacts.put(writer, randomUUID(), { scope: 'global', sources: [{ artifact_id: userArtifact }] }, 404);
  });
});
