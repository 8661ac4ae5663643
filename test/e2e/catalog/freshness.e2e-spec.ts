import { DataSource } from 'typeorm';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import type { RelatedResponse } from '../../../src/items/related/related.dto';
import type { OverviewResponse } from '../../../src/overview/overview.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { episode, importCatalog, mediaIdOf, season, series, uuidOf } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { type TestApp } from '../../support/app/test-app';
import { watch } from '../../support/requests/watch-states';
import {
  ABOUT_FILM,
  ABOUT_LIBRARY,
  deriveAll,
  EPISODE,
  FILM,
  markAllStale,
  SERIES,
  startTwoInstances,
  TITLES,
  type TwoInstances,
} from './two-instances';

const PARALLEL = 100;

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

function contextOf(app: TestApp, mediaId: string): Promise<ApiResponse> {
  return client(app).as(admin).post(`/intelligence/items/${mediaId}/context`, {});
}

describe('when every row of the read model is stale', () => {
  beforeEach(() => markAllStale(first));
  afterAll(() => deriveAll(first));

  function expectNoTitle(answer: ApiResponse): void {
    const shownTitles = [...TITLES, 'Quokka'].filter((title) => answer.text.includes(title));
    expect({ shownTitles, text: answer.text }).toMatchObject({ shownTitles: [] });
  }

  it.each(['/intelligence/libraries/overview', '/intelligence/facets'])('%s counts no item', async (path) => {
    for (const app of [first, second]) {
      const answer = await client(app).as(admin).post<OverviewResponse>(path, {}, { expect: 200 });
      expectNoTitle(answer as unknown as ApiResponse);
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

  it('candidates:search finds no item', async () => {
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

  it('the item context derives the row of the requested item, and shows no other item', async () => {
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

  it('related items show no stale row, and only the row of the requested item is derived', async () => {
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
    await markAllStale(first);
    await dataSource.query('TRUNCATE derivations');
  });
  afterAll(async () => {
    await dataSource.query('DROP TRIGGER note_derivation ON intelligence_media_context');
    await deriveAll(first);
  });

  it(`is derived once for ${PARALLEL} simultaneous requests to two instances`, async () => {
    const answers = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) => contextOf(index % 2 === 0 ? first : second, FILM)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await dataSource.query('SELECT * FROM derivations')).toHaveLength(1);
  });

  it('makes requests for its item fail with 503 while its library is locked, and is derived afterwards', async () => {
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

  it('that cannot be derived makes requests for its item fail with 503, and is quarantined after five attempts', async () => {
    const mediaUuid = FILM.slice('movie:'.length);
    await dataSource.query(`INSERT INTO intelligence_dirty_keys (library_id, media_id, reason, not_before)
      VALUES ('${uuidOf('Films')}', '${mediaUuid}', 'drift', now() + interval '50 seconds')`);
    await dataSource.query(`ALTER TABLE intelligence_media_context ADD CONSTRAINT refused
      CHECK (title <> 'Aardvark Parade' OR status = 'stale') NOT VALID`);
    try {
      for (const quarantined of [0, 0, 0, 0, 1, 1]) {
        expect((await contextOf(first, FILM)).status).toBe(503);
        // After a failed attempt, the queued row is due again after some seconds. The test delays it, so that the
        // background refresh makes no attempt.
        await dataSource.query(`UPDATE intelligence_dirty_keys SET not_before = now() + interval '50 seconds'
          WHERE media_id = '${mediaUuid}'`);
        const { body } = await client(first).as(admin).get('/admin/read-models', { expect: 200 });
        expect(body['libraries']).toContainEqual(
          expect.objectContaining({ name: 'Films', quarantined, last_error: expect.stringContaining('refused') }),
        );
      }
    } finally {
      await dataSource.query('ALTER TABLE intelligence_media_context DROP CONSTRAINT refused');
    }
    await client(first).as(admin).post('/admin/read-models/refresh', { media_id: FILM }, { expect: 202 });
    expect((await contextOf(second, FILM)).status).toBe(200);
  });

  it('that was deleted is derived by the next request for its item', async () => {
    await dataSource.query('DELETE FROM intelligence_media_context WHERE media_id = $1', [FILM.slice('movie:'.length)]);
    expect((await contextOf(first, FILM)).status).toBe(200);
  });
});

describe('while the row of one episode of a renamed series is stale', () => {
  const SHOW = 'Wombat Mornings';
  const episodeId = (number: number): string => mediaIdOf('episode', `${SHOW}/1/${number}`);
  let user: TestUser;

  beforeAll(async () => {
    user = await createUser(first);
    const episodes = [1, 2, 3, 4].map((number) => episode(SHOW, 1, number));
    await importCatalog(first, admin, [series('Shows', SHOW), season(SHOW, 1), ...episodes]);
    for (const number of [1, 2]) await watch(first, user, episodeId(number), 95);
    // The queue stays empty, so only requests derive stale rows.
    await dataSource.query(`CREATE FUNCTION lose_key() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
    await dataSource.query(`CREATE TRIGGER lose_key BEFORE INSERT ON intelligence_dirty_keys
      FOR EACH ROW EXECUTE FUNCTION lose_key()`);
  });
  beforeEach(async () => {
    // The first import restores the title, so that the second one changes it, also when a test is repeated.
    for (const title of [SHOW, 'Wombat Evenings'])
      await importCatalog(first, admin, [series('Shows', SHOW, { title })]);
    for (const number of [1, 2, 4]) await context(episodeId(number));
  });
  afterAll(async () => {
    await dataSource.query('DROP TRIGGER lose_key ON intelligence_dirty_keys');
    await deriveAll(first);
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

  it('no other episode is shown in place of a stale previous or next one', async () => {
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
