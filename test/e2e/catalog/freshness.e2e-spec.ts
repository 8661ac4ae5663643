import { DataSource } from 'typeorm';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import type { RelatedResponse } from '../../../src/items/related/related.dto';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { RevisionTokens } from '../../../src/common/paging/revision-token';
import { Transactions } from '../../../src/database/transactions';
import { CatalogChanges } from '../../../src/read-model/refresh/catalog-changes';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  importRecords,
  library,
  mediaIdOf,
  movie,
  season,
  sendImport,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watch } from '../../support/requests/watch-states';

const PARALLEL = 100;
const TITLES = ['Aardvark Parade', 'Bumblebee Waltz', 'Cormorant Nights', 'Dromedary Road', 'The Quokka Files'];
const FILM = mediaIdOf('movie', 'Aardvark Parade');
const SERIES = mediaIdOf('series', 'The Quokka Files');
const EPISODE = mediaIdOf('episode', 'The Quokka Files/1/1');
const ABOUT_FILM = uuidOf('about the film');
const ABOUT_LIBRARY = uuidOf('about the library');

let first: TestApp;
let second: TestApp;
let admin: TestUser;
let dataSource: DataSource;

beforeAll(async () => {
  const env = { CONCURRENCY_PER_USER: '1000', RECONCILE_INTERVAL_MS: '3600000' };
  first = await createTestApp({ env });
  second = await createTestApp({ env, beside: first });
  admin = await createUser(first, { role: 'admin' });
  dataSource = first.app.get(DataSource);
  await importCatalog(first, admin, [
    library('Films'),
    library('Shows', 'series'),
    ...TITLES.slice(0, 4).map((title) => movie('Films', title, { genres: ['Nature'], year: 1950 })),
    series('Shows', 'The Quokka Files', { genres: ['Nature'] }),
    season('The Quokka Files', 1),
    episode('The Quokka Files', 1, 1, { title: 'Quokka at dawn' }),
    episode('The Quokka Files', 1, 2, { title: 'Quokka at noon' }),
  ]);
  await putArtifact(ABOUT_FILM, { media_id: FILM });
  await putArtifact(ABOUT_LIBRARY, { library_id: uuidOf('Films') });
});

afterAll(async () => {
  await second.close();
  await first.close();
});

function putArtifact(artifactId: string, about: Record<string, string>): Promise<ApiResponse> {
  const body = { kind: 'summary', scope: 'global', title: 'About it', content: {}, ...about };
  return client(first).as(admin).put(`/intelligence/artifacts/${artifactId}`, body, { expect: 201 });
}

function contextOf(app: TestApp, mediaId: string): Promise<ApiResponse> {
  return client(app).as(admin).post(`/intelligence/items/${mediaId}/context`, {});
}

/** Marks every row as stale and empties the queue, so that no refresher derives a row. */
async function markAllStale(): Promise<void> {
  const changes = first.app.get(CatalogChanges);
  await first.app.get(Transactions).run(async (manager) => {
    for (const name of ['Films', 'Shows']) {
      const rows: { media_id: string }[] = await manager.query(
        'SELECT media_id FROM media_items WHERE library_id = $1',
        [uuidOf(name)],
      );
      const mediaIds = rows.map((row) => row.media_id);
      await changes.markStale(manager, uuidOf(name), mediaIds, 'drift');
    }
    await manager.query('DELETE FROM intelligence_dirty_keys');
  });
}

async function deriveAll(): Promise<void> {
  const changes = first.app.get(CatalogChanges);
  await first.app.get(Transactions).run(async (manager) => {
    const rows: { library_id: string; media_id: string }[] = await manager.query(
      'SELECT library_id, media_id FROM media_items',
    );
    for (const name of ['Films', 'Shows']) {
      const mediaIds = rows.filter((row) => row.library_id === uuidOf(name)).map((row) => row.media_id);
      await changes.refreshStale(manager, uuidOf(name), mediaIds);
    }
  });
}

describe('when every row is stale', () => {
  beforeEach(() => markAllStale());
  afterAll(() => deriveAll());

  function expectNothing(answer: ApiResponse): void {
    const said = TITLES.filter((title) => answer.text.includes(title) || answer.text.includes('Quokka'));
    expect({ said, text: answer.text }).toMatchObject({ said: [] });
  }

  it.each(['/intelligence/libraries/overview', '/intelligence/facets'])('%s counts no row', async (path) => {
    for (const app of [first, second]) {
      const answer = await client(app).as(admin).post<OverviewResponse>(path, {}, { expect: 200 });
      expectNothing(answer as unknown as ApiResponse);
      // The answer of /facets has no libraries.
      const { libraries = [] } = answer.body as Partial<OverviewResponse>;
      for (const { counts, artifact_ids } of libraries) {
        expect(counts).toMatchObject({ movies: 0, series: 0, seasons: 0, episodes: 0 });
        expect(artifact_ids).not.toContain(ABOUT_FILM);
      }
      const media = answer.body.facets.filter(({ kind }) => kind !== 'library').flatMap(({ values }) => values);
      expect(media.filter(({ count }) => count > 0)).toEqual([]);
    }
  });

  it('candidates:search finds no row', async () => {
    for (const query of [...TITLES, 'nature', 'quokka dawn']) {
      const answer = await client(first).as(admin).post('/intelligence/candidates:search', { query }, { expect: 200 });
      expect(answer.body['candidates']).toEqual([]);
    }
  });

  it('artifacts about items are hidden, and artifacts about a library are shown', async () => {
    const list = await client(first)
      .as(admin)
      .post<{ artifacts: { artifact_id: string }[] }>('/intelligence/artifacts');
    expect(list.body.artifacts.map(({ artifact_id }) => artifact_id)).toEqual([ABOUT_LIBRARY]);
    await client(first).as(admin).get(`/intelligence/artifacts/${ABOUT_FILM}`, { expect: 404 });
    await client(first).as(admin).get(`/intelligence/artifacts/${ABOUT_LIBRARY}`, { expect: 200 });
  });

  it('item context derives the row of the requested item, and shows no other item', async () => {
    const film = await contextOf(second, FILM);
    expect(film.status).toBe(200);
    expect(film.text).toContain('Aardvark Parade');
    expect(TITLES.slice(1).filter((title) => film.text.includes(title))).toEqual([]);
    const part = await contextOf(second, EPISODE);
    expect(part.status).toBe(200);
    // The row of the episode contains the title of its series. The rows of series, season and neighbours are not
    // served.
    expect(part.body).toMatchObject({
      item: { hierarchy: { series: null, season: null, previous: null, next: null } },
    });
    expect(await countReady()).toBe(2);
  });

  it('related items contain only rows that are not stale', async () => {
    const answer = await client(first).as(admin).post(`/intelligence/items/${SERIES}/related`, {}, { expect: 200 });
    expect(answer.body['related']).toEqual([]);
    expect(await countReady()).toBe(1);
  });
});

async function countReady(): Promise<number> {
  const [row] = await dataSource.query<{ ready: number }[]>(
    `SELECT count(*)::integer AS ready FROM intelligence_media_context WHERE status = 'ready'`,
  );
  return row?.ready ?? -1;
}

describe('a stale row', () => {
  beforeAll(async () => {
    await dataSource.query('CREATE TABLE derivations (media_id uuid)');
    await dataSource.query(`CREATE FUNCTION note_derivation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO derivations VALUES (NEW.media_id); RETURN NULL; END $$`);
    await dataSource.query(`CREATE TRIGGER note_derivation AFTER UPDATE ON intelligence_media_context FOR EACH ROW
      WHEN (OLD.status = 'stale' AND NEW.status = 'ready') EXECUTE FUNCTION note_derivation()`);
  });
  beforeEach(async () => {
    await markAllStale();
    await dataSource.query('TRUNCATE derivations');
  });
  afterAll(async () => {
    await dataSource.query('DROP TRIGGER note_derivation ON intelligence_media_context');
    await deriveAll();
  });

  it(`is derived once for ${PARALLEL} simultaneous requests to two instances`, async () => {
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => contextOf(index % 2 === 0 ? first : second, FILM)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await dataSource.query('SELECT * FROM derivations')).toHaveLength(1);
  });

  it('gets 503 within the time budget while its library is locked', async () => {
    const holder = await LibraryLockHolder.lock(first.database.url, uuidOf('Films'));
    try {
      const answer = await contextOf(first, FILM);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
    } finally {
      await holder.release();
    }
    expect((await contextOf(first, FILM)).status).toBe(200);
  });

  it('that cannot be derived gets 503 and counts as a failed attempt, until it is quarantined', async () => {
    await dataSource.query(`INSERT INTO intelligence_dirty_keys (library_id, media_id, reason, not_before)
      VALUES ('${uuidOf('Films')}', '${FILM.slice('movie:'.length)}', 'drift', now() + interval '50 seconds')`);
    await dataSource.query(`ALTER TABLE intelligence_media_context ADD CONSTRAINT refused
      CHECK (title <> 'Aardvark Parade' OR status = 'stale') NOT VALID`);
    try {
      for (let attempt = 0; attempt < 6; attempt += 1) expect((await contextOf(first, FILM)).status).toBe(503);
      const { body } = await client(first).as(admin).get('/admin/read-models', { expect: 200 });
      expect(body['libraries']).toContainEqual(
        expect.objectContaining({ name: 'Films', quarantined: 1, last_error: expect.stringContaining('refused') }),
      );
    } finally {
      await dataSource.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT refused');
    }
    await client(first).as(admin).post('/admin/read-models/refresh', { media_id: FILM }, { expect: 202 });
    expect((await contextOf(second, FILM)).status).toBe(200);
  });

  it('is also derived if it is missing', async () => {
    await dataSource.query('DELETE FROM intelligence_media_context WHERE media_id = $1', [FILM.slice('movie:'.length)]);
    expect((await contextOf(first, FILM)).status).toBe(200);
  });
});

describe('a watch event', () => {
  it('writes one row, whatever the size of the library', async () => {
    const small = await countWrites(() => watch(first, admin, EPISODE, 10));
    const many = Array.from({ length: 400 }, (_, index) => episode('The Quokka Files', 1, index + 10));
    await importCatalog(first, admin, many);
    expect(await countWrites(() => watch(first, admin, EPISODE, 10))).toBe(small);
    expect(small).toBe(1);
  });

  it('is visible immediately at the other instance: in the item, the roll-ups and the facet', async () => {
    const user = await createUser(first);
    await watch(first, user, EPISODE, 95);
    await watch(first, user, FILM, 95);
    const at = client(second).as(user);
    const item = await at.post(`/intelligence/items/${EPISODE}/context`, {}, { expect: 200 });
    expect(item.body).toMatchObject({ item: { watch_state: { state: 'completed' } } });
    const rollUp = await at.post(`/intelligence/items/${SERIES}/context`, {}, { expect: 200 });
    expect(rollUp.body).toMatchObject({ item: { watch_state: { state: 'in_progress', episodes: { completed: 1 } } } });
    expect(await completed(user)).toBe(2);
    await client(first).as(user).delete(`/watch-states/${FILM}`, { expect: 204 });
    expect(await completed(user)).toBe(1);
  });

  async function completed(user: TestUser): Promise<number | undefined> {
    const body = { facet_kinds: ['watch_state'] };
    const answer = await client(second).as(user).post<OverviewResponse>('/intelligence/facets', body, { expect: 200 });
    return answer.body.facets[0]?.values.find(({ key }) => key === 'completed')?.count;
  }
});

describe('while the rows of episodes of a renamed series are stale', () => {
  const SHOW = 'Wombat Mornings';
  const episodeId = (number: number): string => mediaIdOf('episode', `${SHOW}/1/${number}`);
  let user: TestUser;

  beforeAll(async () => {
    user = await createUser(first);
    const episodes = [1, 2, 3, 4].map((number) => episode(SHOW, 1, number));
    await importCatalog(first, admin, [series('Shows', SHOW), season(SHOW, 1), ...episodes]);
    for (const number of [1, 2]) await watch(first, user, episodeId(number), 95);
    await dataSource.query(`CREATE FUNCTION lose_key() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
    await dataSource.query(`CREATE TRIGGER lose_key BEFORE INSERT ON intelligence_dirty_keys
      FOR EACH ROW EXECUTE FUNCTION lose_key()`);
    await importCatalog(first, admin, [series('Shows', SHOW, { title: 'Wombat Evenings' })]);
    for (const number of [1, 2, 4]) await context(episodeId(number));
  });
  afterAll(async () => {
    await dataSource.query('DROP TRIGGER lose_key ON intelligence_dirty_keys');
    await deriveAll();
  });

  async function context(mediaId: string): Promise<ItemContextResponse['item']> {
    const path = `/intelligence/items/${mediaId}/context`;
    const { body } = await client(second).as(user).post<ItemContextResponse>(path, {}, { expect: 200 });
    return body.item;
  }

  async function relatedTo(mediaId: string, kind: string): Promise<RelatedResponse['related']> {
    const path = `/intelligence/items/${mediaId}/related`;
    const request = { relationship_kinds: [kind] };
    const { body } = await client(second).as(user).post<RelatedResponse>(path, request, { expect: 200 });
    return body.related;
  }

  it('the watch states of the series and its season count all episodes', async () => {
    for (const mediaId of [mediaIdOf('series', SHOW), mediaIdOf('season', `${SHOW}/1`)]) {
      expect((await context(mediaId)).watch_state).toMatchObject({
        state: 'in_progress',
        episodes: { completed: 2, total: 4 },
      });
    }
  });

  it('no other episode is shown as the next one', async () => {
    const neighbours = async (): Promise<(string | undefined)[]> => {
      const [before, after] = [await context(episodeId(2)), await context(episodeId(4))];
      return [before.hierarchy?.next?.media_id, after.hierarchy?.previous?.media_id];
    };
    expect(await neighbours()).toEqual([undefined, undefined]);
    for (const seed of [mediaIdOf('series', SHOW), episodeId(2)]) {
      expect(await relatedTo(seed, 'watch_next')).toEqual([]);
    }
    const siblings = await relatedTo(episodeId(2), 'same_series');
    expect(siblings.find(({ media }) => media.media_id === episodeId(4))?.reason).toBe(
      'An episode of Wombat Evenings.',
    );
    await context(episodeId(3));
    expect(await neighbours()).toEqual([episodeId(3), episodeId(3)]);
    const [next] = await relatedTo(mediaIdOf('series', SHOW), 'watch_next');
    expect(next?.media.media_id).toBe(episodeId(3));
  });
});

/** Number of rows that transactions wrote during `work`, in all tables. */
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
  it('that one instance returns are available at the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const title = `Film of round ${round}`;
      const film = movie('Films', 'Bumblebee Waltz', { title });
      const revision = (await importRecords(client(first).as(admin), [film])) ?? '';
      const read = await client(second)
        .as(admin)
        .post(
          `/intelligence/items/${mediaIdOf('movie', 'Bumblebee Waltz')}/context`,
          {},
          {
            headers: { 'x-min-revision': revision },
            expect: 200,
          },
        );
      const tokens = first.app.get(RevisionTokens);
      const shown = tokens.decode(read.headers.get('x-catalog-revision') ?? '');
      for (const [libraryId, written] of tokens.decode(revision) ?? []) {
        expect(shown?.get(libraryId)).toBeGreaterThanOrEqual(written);
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

  it('that do not exist yet are waited for, and then refused with the present one', async () => {
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
    const see = (library_ids: string[] | null): Promise<ApiResponse> =>
      client(first).as(admin).patch(`/admin/users/${user.userId}`, { library_ids }, { expect: 200 });
    const statuses = async (): Promise<number[]> =>
      Promise.all(
        [first, second].map(async (app) => {
          const { status } = await client(app).as(user).post(`/intelligence/items/${FILM}/context`, {});
          return status;
        }),
      );
    for (let round = 0; round < 5; round += 1) {
      await see([uuidOf('Shows')]);
      expect(await statuses()).toEqual([404, 404]);
      await see(null);
      expect(await statuses()).toEqual([200, 200]);
    }
  });
});
