import { DataSource } from 'typeorm';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { RevisionTokens } from '../../../src/common/paging/revision-token';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  importRecords,
  mediaIdOf,
  movie,
  sendImport,
  uuidOf,
} from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { type TestApp } from '../../support/app/test-app';
import { watch } from '../../support/requests/watch-states';
import { EPISODE, FILM, SERIES, startTwoInstances, type TwoInstances } from './two-instances';

let instances: TwoInstances;
let first: TestApp;
let second: TestApp;
let admin: TestUser;
let dataSource: DataSource;

beforeAll(async () => {
  instances = await startTwoInstances();
  ({ first, second, admin, dataSource } = instances);
});
afterAll(() => instances.close());

describe('a watch event', () => {
  it('writes one row, whatever the size of the library', async () => {
    const small = await countWrites(() => watch(first, admin, EPISODE, 10));
    const many = Array.from({ length: 400 }, (_, index) => episode('The Quokka Files', 1, index + 10));
    await importCatalog(first, admin, many);
    expect(await countWrites(() => watch(first, admin, EPISODE, 10))).toBe(small);
    expect(small).toBe(1);
  });

  it('is visible immediately at the other instance: in the item, its series and the facet', async () => {
    const user = await createUser(first);
    await watch(first, user, EPISODE, 95);
    await watch(first, user, FILM, 95);
    const api = client(second).as(user);
    const item = await api.post(`/intelligence/items/${EPISODE}/context`, {}, { expect: 200 });
    expect(item.body).toMatchObject({ item: { watch_state: { state: 'completed' } } });
    const seriesContext = await api.post(`/intelligence/items/${SERIES}/context`, {}, { expect: 200 });
    expect(seriesContext.body).toMatchObject({
      item: { watch_state: { state: 'in_progress', episodes: { completed: 1 } } },
    });
    expect(await countCompleted(user)).toBe(2);
    await client(first).as(user).delete(`/watch-states/${FILM}`, { expect: 204 });
    expect(await countCompleted(user)).toBe(1);
  });

  async function countCompleted(user: TestUser): Promise<number | undefined> {
    const body = { facet_kinds: ['watch_state'] };
    const answer = await client(second).as(user).post<OverviewResponse>('/intelligence/facets', body, { expect: 200 });
    return answer.body.facets[0]?.values.find(({ key }) => key === 'completed')?.count;
  }
});

/** Counts the rows that transactions wrote to all tables during `work`. */
async function countWrites(work: () => Promise<unknown>): Promise<number> {
  const [before] = await dataSource.query<{ id: string }[]>(
    'SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS id',
  );
  await work();
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const counts = tables.map(
    ({ name }) => `SELECT count(*)::integer AS rows FROM ${name} WHERE xmin::text::bigint >= $1`,
  );
  const rows = await dataSource.query<{ rows: number }[]>(counts.join(' UNION ALL '), [before?.id]);
  return rows.reduce((sum, row) => sum + row.rows, 0);
}

describe('revisions', () => {
  it('that one instance returns are available at the other instance', async () => {
    for (let round = 0; round < 10; round += 1) {
      const title = `Film of round ${round}`;
      const film = movie('Films', 'Bumblebee Waltz', { title });
      const token = (await importRecords(client(first).as(admin), [film])) ?? '';
      const read = await client(second)
        .as(admin)
        .post(
          `/intelligence/items/${mediaIdOf('movie', 'Bumblebee Waltz')}/context`,
          {},
          {
            headers: { 'x-min-revision': token },
            expect: 200,
          },
        );
      const tokens = first.app.get(RevisionTokens);
      const shownRevisions = tokens.decode(read.headers.get('x-catalog-revision') ?? '');
      for (const [libraryId, written] of tokens.decode(token) ?? []) {
        expect(shownRevisions?.get(libraryId)).toBeGreaterThanOrEqual(written);
      }
      expect(read.body).toMatchObject({ item: { media: { title } } });
    }
  });

  it('that were rolled back are never returned', async () => {
    await dataSource.query(`ALTER TABLE media_items ADD CONSTRAINT refused CHECK (title <> 'Refused') NOT VALID`);
    try {
      const answer = await sendImport(client(first).as(admin), [movie('Films', 'Refused')], { expect: 200 });
      expect(answer.body).toMatchObject({ rejected: 1 });
      expect(answer.headers.get('x-catalog-revision')).toBeNull();
    } finally {
      await dataSource.query('ALTER TABLE media_items DROP CONSTRAINT refused');
    }
  });

  it('that do not exist yet make a read fail with 409 and the current revision token', async () => {
    const tokens = first.app.get(RevisionTokens);
    const headers = { 'x-min-revision': tokens.encode(new Map([[uuidOf('Films'), 999_999_999]])) };
    const path = '/intelligence/libraries/overview';
    const answer = await client(first).as(admin).post(path, {}, { headers, expect: 409 });
    expect(answer.body).toMatchObject({ code: 'conflict' });
    const { headers: present } = await client(first).as(admin).post(path, {}, { expect: 200 });
    expect(answer.headers.get('x-catalog-revision')).toBe(present.get('x-catalog-revision'));
  });
});

describe('a change of what a user may see', () => {
  it('takes effect with the next request, at both instances', async () => {
    const user = await createUser(first);
    const setLibraries = (library_ids: string[] | null): Promise<ApiResponse> =>
      client(first).as(admin).patch(`/admin/users/${user.userId}`, { library_ids }, { expect: 200 });
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        [first, second].map(async (app) => {
          const { status } = await client(app).as(user).post(`/intelligence/items/${FILM}/context`, {});
          return status;
        }),
      );
    for (let round = 0; round < 5; round += 1) {
      await setLibraries([uuidOf('Shows')]);
      expect(await statuses()).toEqual([404, 404]);
      await setLibraries(null);
      expect(await statuses()).toEqual([200, 200]);
    }
  });
});
