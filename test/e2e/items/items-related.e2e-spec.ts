import type { Input } from 'intelligence-client';
import type { RelatedItem, RelatedResponse } from '../../../src/items/related/related.dto';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
  distinctWord,
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
  uuidOf,
} from '../../support/catalog/catalog';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { client } from '../../support/requests/client';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { typedClient } from '../../support/requests/typed-client';
import { watch } from '../../support/requests/watch-states';

const SHOW = 'The Harbour Watch';
const episodeId = (seasonNumber: number, number: number): string =>
  mediaIdOf('episode', `${SHOW}/${seasonNumber}/${number}`);
const film = (title: string): string => mediaIdOf('movie', title);

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    library('Vault'),
    library('Shows', 'series'),
    movie('Films', 'The Comet', {
      year: 1931,
      genres: ['Science Fiction', 'Drama'],
      people: cast('Orla Obscure', 'Busy Star'),
      overview: 'An astronomer hears a marimba from the comet.',
      provider_related: [film('Named by id'), 'tmdb:77'],
    }),
    movie('Films', 'The Comet Returns', { year: 1933, genres: ['Science Fiction'], people: cast('Busy Star') }),
    movie('Films', 'Quiet Rooms', { year: 1932, people: cast('Orla Obscure') }),
    movie('Films', 'Island Songs', { year: 1940, overview: 'Sailors carve a marimba out of driftwood.' }),
    movie('Films', 'Star Travel', { year: 1950, genres: ['Science Fiction'] }),
    movie('Films', 'Named by id', { year: 1960 }),
    movie('Films', 'Named by provider', { year: 1961, external_ids: { tmdb: '77' } }),
    movie('Films', 'Naming back', { year: 1962, provider_related: [film('The Comet')] }),
    movie('Films', 'Nothing in common', { year: 1931 }),
    movie('Films', 'Unavailable comet', { people: cast('Orla Obscure'), available: false }),
    movie('Vault', 'Hidden comet', { people: cast('Orla Obscure'), provider_related: [film('The Comet')] }),
    ...Array.from({ length: 6 }, (_, index) => movie('Films', `Extra ${index}`, { people: cast('Busy Star') })),
    ...Array.from({ length: 7 }, (_, index) =>
      movie('Films', `Moon Rider ${index + 1}`, { year: 1970 + index, people: cast('Rita Rider') }),
    ),
    series('Shows', SHOW, { year: 1950, genres: ['Mystery'], people: cast('Orla Obscure') }),
    series('Shows', 'Night Ferry', { year: 1951, genres: ['Mystery'], people: cast('Fay Ferry') }),
    season(SHOW, 0),
    season(SHOW, 1),
    season(SHOW, 2),
    episode(SHOW, 0, 1, { title: 'Behind the scenes' }),
    ...[1, 2, 3, 4, 5].map((number) => episode(SHOW, 1, number, { title: `Night ${number}` })),
    ...[1, 2].map((number) => episode(SHOW, 2, number)),
  ]);
});
afterAll(() => app.close());

function cast(...names: string[]): CatalogRecord['people'] {
  return names.map((name) => ({ name, role: 'actor' }));
}

type RelatedBody = NonNullable<Input<'listRelatedItems'>['body']>;

function related(mediaId: string, body: RelatedBody = {}, user: TestUser = admin): Promise<RelatedResponse> {
  return typedClient(app, user).listRelatedItems({ path: { media_id: mediaId }, body });
}

async function allRelated(mediaId: string, body: RelatedBody = {}, user: TestUser = admin): Promise<RelatedItem[]> {
  const items: RelatedItem[] = [];
  for (let cursor: string | null = null, more = true; more;) {
    const answer: RelatedResponse = await related(mediaId, { ...body, pagination: { limit: 3, cursor } }, user);
    items.push(...answer.related);
    cursor = answer.page.next_cursor;
    more = answer.page.has_more;
  }
  return items;
}

function find(items: readonly RelatedItem[], mediaId: string): RelatedItem | undefined {
  return items.find((item) => item.media.media_id === mediaId);
}

describe('items/{media_id}/related of a movie', () => {
  it('relates each item by its strongest relationship, such as people, title, genres or library', async () => {
    const items = await allRelated(film('The Comet'));
    const relationships = Object.fromEntries(items.map((item) => [item.media.title, item.relationship]));
    expect(relationships).toMatchObject({
      'Quiet Rooms': 'shared_cast',
      'The Comet Returns': 'similar_title',
      'Island Songs': 'search_match',
      'Star Travel': 'similar_genre',
      'Named by id': 'provider_related',
      'Named by provider': 'provider_related',
      'Naming back': 'provider_related',
      'Nothing in common': 'same_library',
      [SHOW]: 'shared_cast',
    });
    expect(relationships).not.toHaveProperty('Unavailable comet');
    expect(relationships).not.toHaveProperty('The Comet');
  });

  it('lists each item once, ordered by the sum of the weights of its signals', async () => {
    const items = await allRelated(film('The Comet'));
    for (const item of items) {
      const sum = item.signals.reduce((total, signal) => total + signal.weight, 0);
      expect(item.strength).toBeCloseTo(sum, 9);
      expect(item.strength).toBeGreaterThan(0);
      expect(item.strength).toBeLessThanOrEqual(1);
      expect(item.signals[0]?.signal).toBe(item.relationship);
      expect(item.reason).toMatch(/\S/);
    }
    const strengths = items.map((item) => item.strength);
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
    expect(new Set(items.map((item) => item.media.media_id)).size).toBe(items.length);
  });

  it('weighs a shared actor of few films higher than an actor of many films', async () => {
    const items = await allRelated(film('The Comet'), { relationship_kinds: ['shared_cast'] });
    const weightOf = (title: string): number => find(items, film(title))?.strength ?? 0;
    expect(weightOf('Quiet Rooms')).toBeGreaterThan(weightOf('Extra 0'));
    expect(weightOf('Extra 0')).toBeGreaterThan(0);
  });

  it('gives a reason and signals with only what both items share, and evidence of the cited field', async () => {
    const items = await allRelated(film('The Comet'));
    expect(find(items, film('Quiet Rooms'))).toMatchObject({
      reason: 'It shares cast and crew with the item: Orla Obscure.',
      signals: [{ signal: 'shared_cast', shared: ['Orla Obscure'] }],
      grounding: [{ source: 'media_metadata', field: 'people', evidence: { text: 'Orla Obscure', truncated: false } }],
    });
    expect(find(items, film('Island Songs'))).toMatchObject({
      signals: [{ signal: 'search_match', shared: ['marimba'] }],
      grounding: [
        { source: 'search_index', field: 'overview', evidence: { text: expect.stringContaining('marimba') } },
      ],
    });
    expect(find(items, film('Naming back'))).toMatchObject({
      reason: expect.stringContaining('Its catalog source names the item'),
      grounding: [{ media_id: film('Naming back'), field: 'provider_related', evidence: { text: film('The Comet') } }],
    });
    expect(find(items, film('Named by provider'))).toMatchObject({
      grounding: [{ media_id: film('The Comet'), field: 'provider_related', evidence: { text: 'tmdb:77' } }],
    });
    expect(find(items, film('Nothing in common'))).toMatchObject({
      grounding: [{ source: 'library', field: 'name', evidence: { text: 'Films' } }],
    });
  });

  it('compares only the beginning of a long overview', async () => {
    const long = (words: number, name: string): CatalogRecord =>
      movie('Long', name, { overview: `${'word '.repeat(words)}zither` });
    await importCatalog(app, admin, [library('Long'), long(0, 'Seed'), long(398, 'Near'), long(400, 'Far')]);
    const items = await allRelated(film('Seed'), { relationship_kinds: ['search_match'] });
    expect(items.map((item) => [item.media.title, item.signals[0]?.shared])).toEqual([['Near', ['zither']]]);
  });

  it('lists three items of a franchise by default, and all of them on request', async () => {
    const countRiders = (items: readonly RelatedItem[]): number =>
      items.filter((item) => item.media.title.startsWith('Moon Rider')).length;
    expect(countRiders(await allRelated(film('Moon Rider 4')))).toBe(3);
    const kinds: RelatedBody = { relationship_kinds: ['same_series', 'similar_title'] };
    expect(countRiders(await allRelated(film('Moon Rider 4'), kinds))).toBe(6);
  });

  it('gives equal answers to equal requests, and pages without gaps or repetitions', async () => {
    await refreshLexicon(app);
    const first = await related(film('The Comet'), { caps: { related_limit: 24 }, pagination: { limit: 24 } });
    expect(first.page).toMatchObject({ limit: 24, has_more: false, next_cursor: null });
    expect(await related(film('The Comet'), { caps: { related_limit: 24 }, pagination: { limit: 24 } })).toEqual(first);
    expect((await allRelated(film('The Comet'))).map((item) => item.media.media_id)).toEqual(
      first.related.map((item) => item.media.media_id),
    );
  });

  it('lists each remaining item exactly once while other items are added and removed', async () => {
    const first = await related(film('The Comet'), { pagination: { limit: 4 } });
    await importCatalog(app, admin, [
      movie('Films', 'Late comet', { people: cast('Orla Obscure', 'Busy Star') }),
      { type: 'delete', media_id: first.related[1]?.media.media_id },
    ]);
    const laterIds: string[] = [];
    for (let cursor = first.page.next_cursor; cursor !== null;) {
      const page: RelatedResponse = await related(film('The Comet'), { pagination: { limit: 4, cursor } });
      laterIds.push(...page.related.map((item) => item.media.media_id));
      cursor = page.page.next_cursor;
    }
    const listedIds = [...first.related.map((item) => item.media.media_id), ...laterIds];
    expect(new Set(listedIds).size).toBe(listedIds.length);
    expect(listedIds).toContain(film('Late comet'));
    for (const title of ['Quiet Rooms', 'Star Travel', 'The Comet Returns', 'Nothing in common']) {
      if (first.related[1]?.media.media_id !== film(title)) expect(listedIds).toContain(film(title));
    }
  });

  it('lists only items of libraries that the caller may see', async () => {
    const user = await createUser(app, { libraryIds: [uuidOf('Films')] });
    const titles = (await allRelated(film('The Comet'), {}, user)).map((item) => item.media.title);
    expect(titles).toContain('Quiet Rooms');
    expect(titles).not.toContain('Hidden comet');
    expect(titles).not.toContain(SHOW);
    expect((await allRelated(film('The Comet'))).map((item) => item.media.title)).toContain('Hidden comet');
  });

  it('says that the list is cut if more than 24 other items have the title', async () => {
    const remakes = (count: number): CatalogRecord[] => [
      library('Remakes'),
      ...Array.from({ length: count }, (_, number) =>
        movie('Remakes', 'Often Remade', { media_id: film(`Often Remade ${number}`) }),
      ),
    ];
    const isCut = async (): Promise<boolean> => {
      let page = (await related(film('Often Remade 0'))).page;
      while (page.next_cursor !== null) {
        page = (await related(film('Often Remade 0'), { pagination: { cursor: page.next_cursor } })).page;
      }
      return page.truncated;
    };
    await importCatalog(app, admin, remakes(25));
    expect(await isCut()).toBe(false);
    await importCatalog(app, admin, remakes(26));
    expect(await isCut()).toBe(true);
  });

  it('compares the first people of a long cast, and a later person only in a film that was found by this person', async () => {
    const people = cast(...Array.from({ length: 120 }, (_, index) => `Crowd Member ${distinctWord(index)}`));
    const member = (index: number): CatalogRecord['people'] => cast(`Crowd Member ${distinctWord(index)}`);
    await importCatalog(app, admin, [
      library('Crowds'),
      movie('Crowds', 'Long Cast', { genres: ['Crowd Genre'], people, year: 1900 }),
      movie('Crowds', 'Crowd Lead', { people: member(0) }),
      movie('Crowds', 'Crowd Extra', { people: member(115) }),
      movie('Crowds', 'Crowd Mood', { genres: ['Crowd Genre'] }),
    ]);
    const user = await createUser(app, { libraryIds: [uuidOf('Crowds')] });
    const kindsOf = async (seed: string, other: string): Promise<string[]> =>
      find(await allRelated(film(seed), {}, user), film(other))?.signals.map(({ signal }) => signal) ?? [];
    expect(await kindsOf('Long Cast', 'Crowd Lead')).toContain('shared_cast');
    expect(await kindsOf('Long Cast', 'Crowd Mood')).toContain('similar_genre');
    expect(await kindsOf('Long Cast', 'Crowd Extra')).not.toContain('shared_cast');
    expect(await kindsOf('Crowd Extra', 'Long Cast')).toContain('shared_cast');
    expect(await kindsOf('Crowd Lead', 'Long Cast')).toContain('shared_cast');
  });

  it.each([
    ['another item', film('Quiet Rooms'), {}],
    ['another filter', film('The Comet'), { relationship_kinds: ['shared_cast'] }],
  ])('answers invalid-cursor to a cursor of %s', async (_, seed, body) => {
    const { page } = await related(film('The Comet'), { pagination: { limit: 1 } });
    const answer = await client(app)
      .as(admin)
      .post(`/intelligence/items/${seed}/related`, { ...body, pagination: { cursor: page.next_cursor } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-cursor' } });
  });

  it.each([[[]], [['friendship']], ['shared_cast'], [null]])('answers 400 to kinds %j', async (relationship_kinds) => {
    const answer = await client(app)
      .as(admin)
      .post(`/intelligence/items/${film('The Comet')}/related`, { relationship_kinds });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-request' } });
  });

  it('takes three round trips to the database', async () => {
    const { statistics } = app.app.get(ReadPool);
    const before = statistics.roundTrips;
    await related(film('The Comet'));
    expect(statistics.roundTrips - before).toBe(3);
  });
});

describe('items/{media_id}/related within a series', () => {
  it('lists the neighbours of an episode first, and no specials among them', async () => {
    const { related: items } = await related(episodeId(1, 3));
    const neighbours = items.filter((item) => item.media.series?.title === SHOW);
    expect(items.slice(0, neighbours.length)).toEqual(neighbours);
    expect(neighbours).toHaveLength(3);
    const ids = neighbours.map((item) => item.media.media_id);
    expect(ids).toEqual(expect.arrayContaining([episodeId(1, 4), episodeId(1, 2)]));
    expect(ids).not.toContain(episodeId(0, 1));
  });

  it('lists all episodes of a series on request, in order, specials last', async () => {
    const items = await allRelated(mediaIdOf('series', SHOW), { relationship_kinds: ['same_series'] });
    expect(items.map((item) => item.media.media_id)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => episodeId(1, number)),
      episodeId(2, 1),
      episodeId(2, 2),
      episodeId(0, 1),
    ]);
    for (const item of items) {
      expect(item).toMatchObject({
        relationship: 'same_series',
        grounding: [{ field: 'series', evidence: { text: SHOW } }],
      });
    }
  });

  it('relates a series to other series and to films', async () => {
    const items = await allRelated(mediaIdOf('series', SHOW));
    expect(find(items, mediaIdOf('series', 'Night Ferry'))).toMatchObject({ relationship: 'similar_genre' });
    expect(find(items, film('Quiet Rooms'))).toMatchObject({ relationship: 'shared_cast' });
    expect(items.filter((item) => item.media.series !== null)).toHaveLength(3);
  });

  it('relates a season to its neighbours and its episodes', async () => {
    const items = await allRelated(mediaIdOf('season', `${SHOW}/1`), { relationship_kinds: ['same_series'] });
    const ids = items.map((item) => item.media.media_id);
    expect(ids).toContain(mediaIdOf('season', `${SHOW}/2`));
    expect(ids).toContain(episodeId(1, 1));
    expect(ids).not.toContain(mediaIdOf('season', `${SHOW}/0`));
  });
});

describe('watch_next', () => {
  async function next(user: TestUser, seed = mediaIdOf('series', SHOW)): Promise<string[]> {
    const { related: items } = await related(seed, { relationship_kinds: ['watch_next'] }, user);
    return items.map((item) => item.media.media_id);
  }

  it('is the first episode, and later the episode after the last completed episode', async () => {
    const user = await createUser(app);
    expect(await next(user)).toEqual([episodeId(1, 1)]);
    await watch(app, user, episodeId(1, 1), 95);
    await watch(app, user, episodeId(1, 2), 95);
    expect(await next(user)).toEqual([episodeId(1, 3)]);
    expect(await next(user, episodeId(1, 2))).toEqual([episodeId(1, 3)]);
    await watch(app, user, episodeId(1, 3), 50);
    expect(await next(user)).toEqual([episodeId(1, 3)]);
    await watch(app, user, episodeId(1, 5), 95);
    expect(await next(user)).toEqual([episodeId(2, 1)]);
    const { related: items } = await related(mediaIdOf('series', SHOW), {}, user);
    expect(items[0]).toMatchObject({
      media: { media_id: episodeId(2, 1) },
      relationship: 'watch_next',
      grounding: expect.arrayContaining([expect.objectContaining({ source: 'watch_state' })]),
    });
  });

  it('follows a completed episode that is no longer available, and skips unavailable episodes', async () => {
    const user = await createUser(app);
    const setAvailable = (available: boolean, ...numbers: number[]): Promise<unknown> =>
      importCatalog(
        app,
        admin,
        numbers.map((number) => episode(SHOW, 1, number, { title: `Night ${number}`, available })),
      );
    await watch(app, user, episodeId(1, 3), 95);
    await watch(app, user, episodeId(0, 1), 95);
    try {
      await setAvailable(false, 3, 4);
      expect(await next(user)).toEqual([episodeId(1, 5)]);
      expect(await next(user, episodeId(1, 2))).toEqual([episodeId(1, 5)]);
    } finally {
      await setAvailable(true, 3, 4);
    }
    expect(await next(user)).toEqual([episodeId(1, 4)]);
  });

  it('is absent after the last episode, and does not depend on what another user watched', async () => {
    const [viewer, other] = [await createUser(app), await createUser(app)];
    await watch(app, viewer, episodeId(2, 2), 95);
    expect(await next(viewer)).toEqual([]);
    expect(await next(other)).toEqual([episodeId(1, 1)]);
  });
});
