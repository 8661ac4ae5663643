import { randomUUID } from 'node:crypto';
import { ReadPool } from '../../../src/database/read-pool';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { uuidOf } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import type { TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';
import { ArtifactsFixture, COPS, GENERAL } from './artifacts-fixture';

let artifacts: ArtifactsFixture;
let app: TestApp;
let writer: TestUser;
let ada: TestUser;

beforeAll(async () => {
  artifacts = await ArtifactsFixture.open();
  ({ app, writer, ada } = artifacts);
});
afterAll(() => artifacts.close());

describe('reading artifacts', () => {
  it('gives the same answer on `artifacts` and `artifacts:search`, in three round trips', async () => {
    const user = await createUser(app);
    for (let n = 0; n < 26; n += 1) {
      await artifacts.put(user, randomUUID(), { media_id: n % 2 === 0 ? GENERAL : COPS, title: `Number ${n}` }, 201);
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

  it('lists each artifact once, newest first, during changes, and refuses a cursor of another user', async () => {
    const user = await createUser(app);
    const ids: string[] = [];
    for (let n = 0; n < 11; n += 1) ids.push((await artifacts.put(user, randomUUID(), {}, 201)).body.artifact_id);
    const listedIds: string[] = [];
    let cursor: string | null = null;
    do {
      const request: Record<string, unknown> = { kinds: ['summary'], pagination: { limit: 3, cursor } };
      const { artifacts: rows, page }: SearchArtifactsResponse = await artifacts.search(user, request);
      const userArtifacts = rows.filter((artifact) => artifact.scope === 'user');
      listedIds.push(...userArtifacts.map((artifact) => artifact.artifact_id));
      if (listedIds.length === 3) {
        await artifacts.put(user, randomUUID(), { title: 'Late' }, 201);
        await artifacts.invalidate(user, ids[0] ?? '');
      }
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(listedIds).toEqual(ids.slice(1).reverse());
    const { page } = await artifacts.search(user, { pagination: { limit: 3 } });
    const foreign = { pagination: { limit: 3, cursor: page.next_cursor } };
    const refused = await client(app).as(ada).post('/intelligence/artifacts', foreign);
    expect(refused.body).toMatchObject({ code: 'invalid-cursor' });
  });

  it('finds words of titles and summaries by their stems, in any case and with any accents', async () => {
    const user = await createUser(app);
    const id = randomUUID();
    await artifacts.put(user, id, { title: 'Étude on Buster', summary: 'The stone face runs from policemen.' }, 201);
    await artifacts.put(user, randomUUID(), { title: 'Something else', summary: 'About Buster.' }, 201);
    const countFound = async (query: string): Promise<number> => (await artifacts.searchIds(user, { query })).length;
    expect(await artifacts.searchIds(user, { query: 'etude BUSTER' })).toEqual([id]);
    expect(await artifacts.searchIds(user, { query: 'policemen running' })).toEqual([id]);
    expect(await artifacts.searchIds(user, { query: 'policeman running' })).toEqual([]);
    expect(await artifacts.searchIds(user, { query: 'the policemen' })).toEqual([id]);
    expect(await countFound('buster')).toBe(2);
    expect(await countFound('buster zeppelin')).toBe(0);
    expect(await countFound(`${'-'.repeat(40)} & | ! <-> :*`)).toBe(0);
    for (const query of ['', '  ', 'x'.repeat(513)]) {
      const answer = await client(app).as(user).post('/intelligence/artifacts', { query });
      expect(answer.body).toMatchObject({ code: 'invalid-request' });
    }
  });

  it('shows no artifact of a hidden library, in lists or by id', async () => {
    const user = await createUser(app, { libraryIds: [uuidOf('Shorts')] });
    const hidden = randomUUID();
    const shown = randomUUID();
    const free = randomUUID();
    await artifacts.put(writer, hidden, { scope: 'global', library_id: uuidOf('Features'), title: 'Zyx hidden' }, 201);
    await artifacts.put(writer, shown, { scope: 'global', media_id: COPS, title: 'Zyx shown' }, 201);
    await artifacts.put(writer, free, { scope: 'global', title: 'Zyx free' }, 201);
    expect(await artifacts.searchIds(user, { query: 'zyx' })).toEqual([free, shown]);
    expect(await artifacts.searchIds(user, { query: 'zyx', kinds: ['summary'] })).toEqual([free, shown]);
    expect(
      await artifacts.searchIds(user, { query: 'zyx', library_ids: [uuidOf('Features'), uuidOf('Shorts')] }),
    ).toEqual([shown]);
    expect(await artifacts.searchIds(user, { artifact_ids: [hidden, shown], media_ids: [COPS] })).toEqual([shown]);
    expect(await artifacts.searchIds(user, { media_ids: [COPS.replace('movie', 'season')] })).toEqual([]);
    const answers = await Promise.all([artifacts.get(user, hidden), artifacts.get(user, randomUUID())]);
    const [foreign, absent] = answers.map(({ status, text, headers }) => ({
      status,
      body: text.replace(headers.get('x-request-id') ?? '', ''),
    }));
    expect(foreign).toEqual(absent);
  });

  it('gives a strong entity tag that changes with the artifact, and 304 for an equal tag in If-None-Match', async () => {
    const id = randomUUID();
    await artifacts.put(ada, id, {}, 201);
    const first = await artifacts.get(ada, id);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"1-[\w-]{22}"$/);
    expect(await artifacts.get(ada, id, { 'if-none-match': `"x", ${etag}` })).toMatchObject({ status: 304, text: '' });
    await artifacts.put(ada, id, { title: 'Changed' }, 200);
    expect(await artifacts.get(ada, id, { 'if-none-match': etag })).toMatchObject({ status: 200 });
    expect((await client(app).as(ada).get(`/intelligence/artifacts/not-a-uuid`)).status).toBe(400);
  });
});
