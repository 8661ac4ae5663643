import type { Input } from 'intelligence-client';
import { randomUUID } from 'node:crypto';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';
import { watch } from '../../support/requests/watch-states';

const SHOW = 'The Harbour Watch';
const episodeId = (seasonNumber: number, number: number): string =>
  mediaIdOf('episode', `${SHOW}/${seasonNumber}/${number}`);

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    library('Shows', 'series'),
    movie('Films', 'The Lighthouse Keeper', {
      year: 1921,
      overview: 'A lighthouse keeper hides a smuggler from the coast guard.',
      genres: ['Drama', 'Crime'],
      people: [
        { name: 'Ada Actor', role: 'actor', character: 'The keeper', order: 0 },
        { name: 'Wim Writer', role: 'writer' },
        { name: 'Dora Director', role: 'director' },
      ],
    }),
    movie('Films', 'Lost at Sea', { available: false }),
    movie('Films', 'Crowded', {
      people: Array.from({ length: 40 }, (_, order) => ({ name: `Extra ${order}`, role: 'actor', order })).concat([
        { name: 'Dora Director', role: 'director', order: 99 },
      ]),
    }),
    series('Shows', SHOW, { year: 1950, genres: ['Mystery'], overview: 'Night after night on the quay.' }),
    season(SHOW, 0),
    season(SHOW, 1),
    season(SHOW, 2),
    episode(SHOW, 0, 1, { title: 'Behind the scenes' }),
    episode(SHOW, 1, 1, { title: 'The first night' }),
    episode(SHOW, 1, 2, { title: 'The fog' }),
    episode(SHOW, 2, 1, { title: 'Back on the quay' }),
  ]);
});
afterAll(() => app.close());

type ContextBody = NonNullable<Input<'getItemContext'>['body']>;

function contextOf(mediaId: string, user: TestUser = admin, body: ContextBody = {}): Promise<ItemContextResponse> {
  return typedClient(app, user).getItemContext({ path: { media_id: mediaId }, body });
}

/** Returns the problem of a refused request for a context. */
async function refusedContext(mediaId: string, user: TestUser, body: object, status: number): Promise<object> {
  const answer = await client(app).as(user).post(`/intelligence/items/${mediaId}/context`, body, { expect: status });
  return answer.body;
}

describe('items/{media_id}/context', () => {
  it('shows a movie with its crew before its cast, and its missing fields', async () => {
    const { item } = await contextOf(mediaIdOf('movie', 'The Lighthouse Keeper'));
    expect(item).toMatchObject({
      media: { title: 'The Lighthouse Keeper', year: 1921, media_kind: 'movie', series: null, artifact_ids: [] },
      summary: { text: 'A lighthouse keeper hides a smuggler from the coast guard.', truncated: false },
      people_total: 3,
      people: [
        { name: 'Dora Director', role: 'director', character: null },
        { name: 'Wim Writer', role: 'writer', character: null },
        { name: 'Ada Actor', role: 'actor', character: 'The keeper' },
      ],
      hierarchy: null,
      watch_state: null,
      missing_fields: ['original_language', 'countries', 'content_rating', 'runtime_minutes'],
    });
    expect(item.facets.find((group) => group.kind === 'genre')).toMatchObject({
      values: [
        { key: 'crime', count: 1, sample_media_ids: [item.media.media_id] },
        { key: 'drama', count: 1 },
      ],
      cardinality: 2,
      other_count: 0,
      missing_count: 0,
    });
    expect(item.facets.find((group) => group.kind === 'language')).toMatchObject({ values: [], missing_count: 1 });
  });

  it('shows the provenance of the item, and quotes each cited field as evidence', async () => {
    const { item, grounding } = await contextOf(mediaIdOf('movie', 'The Lighthouse Keeper'));
    expect(item.provenance).toMatchObject([
      { source: 'media_metadata', media_id: item.media.media_id, source_hash: expect.stringMatching(/^\S+$/) },
    ]);
    expect(grounding.map(({ field, evidence }) => [field, evidence?.text])).toEqual([
      ['title', 'The Lighthouse Keeper'],
      ['overview', 'A lighthouse keeper hides a smuggler from the coast guard.'],
      ['people', 'Dora Director'],
      ['genres', 'Drama'],
    ]);
  });

  it('shows the director first among many people, and counts all people', async () => {
    const { item } = await contextOf(mediaIdOf('movie', 'Crowded'));
    expect(item.people).toHaveLength(24);
    expect(item.people[0]).toMatchObject({ name: 'Dora Director' });
    expect(item.people_total).toBe(41);
  });

  it('shows the previous and the next episode, without specials', async () => {
    const { item } = await contextOf(episodeId(1, 2));
    expect(item.hierarchy).toMatchObject({
      series: { media_id: mediaIdOf('series', SHOW), title: SHOW },
      season: { media_id: mediaIdOf('season', `${SHOW}/1`) },
      previous: { media_id: episodeId(1, 1) },
      next: { media_id: episodeId(2, 1) },
    });
    const first = await contextOf(episodeId(1, 1));
    expect(first.item.hierarchy).toMatchObject({ previous: null, next: { media_id: episodeId(1, 2) } });
    const special = await contextOf(episodeId(0, 1));
    expect(special.item.hierarchy).toMatchObject({ previous: null, next: null });
    expect(first.item.provenance.map((record) => record.media_id)).toEqual([
      episodeId(1, 1),
      mediaIdOf('series', SHOW),
    ]);
  });

  it('shows the previous and the next season', async () => {
    const { item } = await contextOf(mediaIdOf('season', `${SHOW}/1`));
    expect(item.hierarchy).toMatchObject({
      series: { title: SHOW },
      season: null,
      previous: null,
      next: { media_id: mediaIdOf('season', `${SHOW}/2`) },
    });
  });

  it("shows the caller's watch state, added up for a series and a season", async () => {
    const [viewer, other] = [await createUser(app), await createUser(app)];
    await watch(app, viewer, episodeId(1, 1), 95);
    await watch(app, viewer, episodeId(1, 2), 50);
    await watch(app, viewer, episodeId(0, 1), 95);
    const episodeContext = await contextOf(episodeId(1, 2), viewer);
    expect(episodeContext.item.watch_state).toMatchObject({
      state: 'in_progress',
      position_seconds: 50,
      duration_seconds: 100,
      last_watched_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      episodes: null,
    });
    expect(episodeContext.grounding).toContainEqual(expect.objectContaining({ source: 'watch_state', field: 'state' }));
    const seriesContext = await contextOf(mediaIdOf('series', SHOW), viewer);
    expect(seriesContext.item.watch_state).toMatchObject({
      state: 'in_progress',
      position_seconds: null,
      episodes: { completed: 1, in_progress: 1, total: 3, specials_completed: 1, specials_total: 1 },
    });
    const specials = await contextOf(mediaIdOf('season', `${SHOW}/0`), viewer);
    expect(specials.item.watch_state).toMatchObject({ state: 'completed', episodes: { completed: 1, total: 1 } });
    const untouched = await contextOf(mediaIdOf('series', SHOW), other);
    expect(untouched.item.watch_state).toMatchObject({ state: 'unwatched', episodes: { completed: 0, total: 3 } });
    expect((await contextOf(episodeId(1, 2), other)).item.watch_state).toBeNull();
  });

  it('adds up the watch states of specials for a series that has no other episodes', async () => {
    await importCatalog(app, admin, [
      series('Shows', 'Only specials'),
      season('Only specials', 0),
      ...[1, 2].map((number) => episode('Only specials', 0, number)),
    ]);
    const viewer = await createUser(app);
    const stateOf = async (): Promise<unknown> =>
      (await contextOf(mediaIdOf('series', 'Only specials'), viewer)).item.watch_state;
    expect(await stateOf()).toMatchObject({ state: 'unwatched' });
    await watch(app, viewer, mediaIdOf('episode', 'Only specials/0/1'), 50);
    expect(await stateOf()).toMatchObject({ state: 'in_progress' });
    for (const number of [1, 2]) await watch(app, viewer, mediaIdOf('episode', `Only specials/0/${number}`), 95);
    expect(await stateOf()).toMatchObject({
      state: 'completed',
      episodes: { completed: 0, in_progress: 0, total: 0, specials_completed: 2, specials_total: 2 },
    });
  });

  it("shows the caller's artifacts about the item, and none of other users", async () => {
    const [viewer, other] = [await createUser(app), await createUser(app)];
    const media_id = mediaIdOf('movie', 'The Lighthouse Keeper');
    const artifact = randomUUID();
    await client(app)
      .as(viewer)
      .put(
        `/intelligence/artifacts/${artifact}`,
        {
          kind: 'user_note',
          scope: 'user',
          library_id: uuidOf('Films'),
          media_id,
          title: 'Watch it again',
          content: {},
          sources: [{ media_id }],
        },
        { expect: 201 },
      );
    const { statistics } = app.app.get(ReadPool);
    const before = statistics.roundTrips;
    const viewerContext = await contextOf(media_id, viewer);
    expect(statistics.roundTrips - before).toBeLessThanOrEqual(4);
    expect(viewerContext.item.artifact_ids).toEqual([artifact]);
    expect(viewerContext.artifacts).toMatchObject([
      { artifact_id: artifact, title: 'Watch it again', scope: 'user', media: { media_id, artifact_ids: [artifact] } },
    ]);
    expect(viewerContext.artifacts[0]?.provenance).toMatchObject([{ source: 'media_metadata', media_id }]);
    expect(viewerContext.grounding).toContainEqual(expect.objectContaining({ artifact_id: artifact }));
    const otherContext = await contextOf(media_id, other);
    expect(otherContext.item.artifact_ids).toEqual([]);
    expect(otherContext.artifacts).toEqual([]);
  });

  it.each([
    ['movie', () => mediaIdOf('movie', 'Crowded')],
    ['series', () => mediaIdOf('series', SHOW)],
    ['season', () => mediaIdOf('season', `${SHOW}/1`)],
    ['episode', () => episodeId(1, 1)],
  ])('takes at most three round trips to the database for a %s', async (_, id) => {
    const { statistics } = app.app.get(ReadPool);
    const before = statistics.roundTrips;
    await contextOf(id());
    expect(statistics.roundTrips - before).toBeLessThanOrEqual(3);
  });

  it('accepts other spellings of an id, and returns the canonical one', async () => {
    const id = mediaIdOf('movie', 'Crowded');
    const [, uuid = ''] = id.split(':');
    for (const spelling of [`Movies(${uuid.toUpperCase()})`, `movie%3A${uuid}`, `movie%28${uuid}%29`]) {
      const answer = await client(app)
        .as(admin)
        .post<ItemContextResponse>(`/intelligence/items/${spelling}/context`, {}, { expect: 200 });
      expect(answer.body.item.media.media_id).toBe(id);
    }
  });

  it('gives the same 404 for items that are absent, hidden, unavailable or in another library', async () => {
    const user = await createUser(app, { libraryIds: [uuidOf('Shows')] });
    const film = mediaIdOf('movie', 'Crowded');
    const [, uuid = ''] = film.split(':');
    const answers = [
      await refusedContext(mediaIdOf('movie', 'nowhere'), admin, {}, 404),
      await refusedContext(film, user, {}, 404),
      await refusedContext(mediaIdOf('movie', 'Lost at Sea'), admin, {}, 404),
      await refusedContext(`series:${uuid}`, admin, {}, 404),
      await refusedContext(film, admin, { library_id: uuidOf('Shows') }, 404),
    ].map((body) => ({ ...body, instance: '' }));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect((await contextOf(film, admin, { library_id: uuidOf('Films').toUpperCase() })).item.media.title).toBe(
      'Crowded',
    );
  });

  it.each([
    ['nonsense', 'invalid-media-id', {}],
    [mediaIdOf('movie', 'Crowded'), 'invalid-cursor', { pagination: { cursor: 'abc' } }],
    [mediaIdOf('movie', 'Crowded'), 'invalid-request', { library_id: 'nonsense' }],
    [mediaIdOf('movie', 'Crowded'), 'invalid-request', { query: 'x' }],
  ])('with the media id %s, answers 400 %s to the body %j', async (id, code, body) => {
    expect(await refusedContext(id, admin, body, 400)).toMatchObject({ code });
  });
});
