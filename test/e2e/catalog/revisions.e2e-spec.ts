import { randomUUID } from 'node:crypto';
import { RevisionTokens } from '../../../src/common/paging/revision-token';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { type CatalogRecord, importRecords, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const OVERVIEW = '/intelligence/libraries/overview';

let app: TestApp;
let admin: TestUser;
let reader: TestUser;
let tokens: RevisionTokens;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  reader = await createUser(app, { libraryIds: [uuidOf('Shown')] });
  tokens = app.app.get(RevisionTokens);
  await write(library('Shown'), movie('Shown', 'A film'), library('Hidden'), movie('Hidden', 'Another film'));
});
afterAll(() => app.close());

/** Imports records. Returns the revision token of the answer. */
async function write(...records: CatalogRecord[]): Promise<string> {
  return (await importRecords(client(app).as(admin), records)) ?? '';
}

function tokenOf({ headers }: { readonly headers: Headers }): string {
  return headers.get('x-catalog-revision') ?? '';
}

function read(user: TestUser, minimum?: string): Promise<ApiResponse> {
  const headers: Record<string, string> = minimum === undefined ? {} : { 'x-min-revision': minimum };
  return client(app).as(user).post(OVERVIEW, {}, { headers });
}

const removeLibrary = async (name: string): Promise<string> =>
  tokenOf(
    await client(app)
      .as(admin)
      .delete(`/admin/catalog/libraries/${uuidOf(name)}`, { expect: 204 }),
  );

describe('the revision token', () => {
  it('contains the ids and revisions of the libraries that the caller sees', async () => {
    // Only a write raises revisions. The token of its answer contains the libraries that it changed.
    const shown = tokens.decode(await write(movie('Shown', randomUUID()))) ?? [];
    const hidden = tokens.decode(await write(movie('Hidden', randomUUID()))) ?? [];
    const [[, revision] = [], ...others] = [...shown];
    expect([others, revision]).toEqual([[], expect.any(Number)]);
    expect(tokens.decode(tokenOf(await read(reader)))).toEqual(new Map(shown));
    expect(tokens.decode(tokenOf(await read(admin)))).toEqual(new Map([...shown, ...hidden]));
  });

  it('changes with the libraries that the caller sees, and not with hidden libraries', async () => {
    const before = tokenOf(await read(reader));
    const written = await write(movie('Hidden', 'One more film'));
    expect([...(tokens.decode(written) ?? []).keys()]).toEqual([uuidOf('Hidden')]);
    expect(tokenOf(await read(reader))).toBe(before);
    await write(movie('Shown', 'A film', { year: 1920 }));
    expect(tokenOf(await read(reader))).not.toBe(before);
  });

  it('is empty for a caller who sees no library', async () => {
    const nobody = await createUser(app, { libraryIds: [] });
    const before = tokenOf(await read(nobody));
    expect(tokens.decode(before)?.size).toBe(0);
    await write(movie('Shown', 'A film', { year: 1921 }));
    expect(tokenOf(await read(nobody, before))).toBe(before);
  });
});

it('an answer that neither shows nor changes a library has no revision token', async () => {
  const nobody = await createUser(app, { libraryIds: [] });
  for (const path of ['/health/ready', '/auth/me']) {
    const { headers } = await client(app).as(nobody).get(path, { expect: 200 });
    expect([path, headers.get('x-catalog-revision')]).toEqual([path, null]);
  }
});

describe('a minimum revision', () => {
  it('of a confirmed write is reached at once, also for a reader who sees only some of the libraries', async () => {
    const written = await write(movie('Shown', 'A film', { year: 1922 }), movie('Hidden', 'Film', { year: 1922 }));
    expect((await read(reader, written)).status).toBe(200);
    expect((await read(admin, written)).status).toBe(200);
  });

  it('of a library that the caller does not see has no effect on the read', async () => {
    const future = new Map([[uuidOf('Hidden'), 999_999]]);
    expect((await read(reader, tokens.encode(future))).status).toBe(200);
    expect((await read(admin, tokens.encode(future))).status).toBe(409);
    expect((await read(admin, tokens.encode(new Map([[randomUUID(), 999_999]])))).status).toBe(200);
  });

  it('of a library that was removed or imported again is reached', async () => {
    const first = await write(library('Lost'), movie('Lost', 'A lost film'), movie('Lost', 'Its sequel'));
    const removed = await removeLibrary('Lost');
    for (const token of [first, removed]) expect((await read(admin, token)).status).toBe(200);
    const again = await write(library('Lost'));
    const revisionIn = (token: string): number => tokens.decode(token)?.get(uuidOf('Lost')) ?? 0;
    expect(revisionIn(removed)).toBeGreaterThan(revisionIn(first));
    expect(revisionIn(again)).toBeGreaterThan(revisionIn(removed));
    for (const token of [first, removed, again]) expect((await read(admin, token)).status).toBe(200);
    expect(revisionIn(await removeLibrary('Lost'))).toBeGreaterThan(revisionIn(again));
  });

  it.each(['', '0', '17', '-1', 'x', 'null', 'A'.repeat(40), 'A'.repeat(2049), '{"a":1}', '%00', 'a b', '\u00ff'])(
    'of %j is refused with an error that names the header, and takes no connection of the read pool',
    async (text) => {
      const { statistics } = app.app.get(ReadPool);
      const { acquired } = statistics;
      const answer = await read(admin, text);
      expect(answer.body).toMatchObject({
        status: 400,
        code: 'invalid-request',
        errors: [{ field: 'X-Min-Revision', message: 'must be the X-Catalog-Revision of an earlier answer' }],
      });
      expect(answer.headers.get('x-catalog-revision')).toBeNull();
      expect(statistics.acquired).toBe(acquired);
    },
  );

  it('that is a changed token or a cursor gets 400', async () => {
    const token = tokenOf(await read(admin));
    const page = await client(app)
      .as(admin)
      .post<{ page: { next_cursor: string } }>(OVERVIEW, { pagination: { limit: 1 } }, { expect: 200 });
    const changed = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
    for (const text of [changed, `${token}=`, `${token}, ${token}`, page.body.page.next_cursor]) {
      expect((await read(admin, text)).status).toBe(400);
    }
  });
});

it('a revision token contains at most 64 libraries, including the library that changed last', async () => {
  const names = Array.from({ length: 70 }, (_, index) => `Library ${index}`);
  await write(...names.map((name) => library(name)));
  const written = await write(movie('Library 3', 'The last film'));
  const answer = await read(admin, written);
  expect(answer.status).toBe(200);
  const token = tokenOf(answer);
  expect(token.length).toBeLessThanOrEqual(2048);
  const named = tokens.decode(token);
  expect(named?.size).toBe(64);
  expect(named?.get(uuidOf('Library 3'))).toBe(tokens.decode(written)?.get(uuidOf('Library 3')));
  expect((await read(admin, token)).status).toBe(200);
  const context = `/intelligence/items/${mediaIdOf('movie', 'The last film')}/context`;
  const item = await client(app)
    .as(admin)
    .post(context, {}, { headers: { 'x-min-revision': written } });
  expect(item.status).toBe(200);
});
