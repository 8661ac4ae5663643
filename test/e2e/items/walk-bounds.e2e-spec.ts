import { CursorCodec } from '../../../src/common/paging/cursor';
import type { IntelligencePage } from '../../../src/common/dto/page.dto';
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
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { runSql } from '../../support/databases/sql';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const ROWS = 1_100;
/** For each word, the number of films whose overview contains it, from the first film on. */
const WORDS = { lantern: ROWS, window: 1_001, harbour: 1_000, quay: 999, marimba: 40 };
/** For each actor, the number of films with this actor, from the first film on. */
const ACTORS = { 'Busy Star': 150, 'Orla Obscure': 60 };
/** Number of episodes of each series. */
const EPISODES = { 'Long Show': 121, 'Whole Show': 120 };
const film = (index: number): string => mediaIdOf('movie', distinctWord(index));

let app: TestApp;
let admin: TestUser;
let confined: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  confined = await createUser(app, { libraryIds: [uuidOf('Films')] });
  await importCatalog(app, admin, [
    library('Films'),
    library('Few'),
    library('Dated'),
    library('Undated'),
    library('Shows', 'series'),
    ...Array.from({ length: ROWS }, (_, index) => movie('Films', distinctWord(index), fieldsOf(index))),
    ...[0, 1, 2, 3].map((index) => movie('Few', `Few ${index}`, { year: 2000 + index })),
    ...Array.from({ length: 18 }, (_, index) => movie('Dated', distinctWord(2_000 + index), { year: 1950 + index })),
    ...Array.from({ length: 17 }, (_, index) => movie('Undated', distinctWord(3_000 + index))),
    movie('Few', 'Alone', { year: 2004, genres: ['Opera'], people: [{ name: 'Ina Only', role: 'actor' }] }),
    ...Object.entries(EPISODES).flatMap(([title, episodes]): CatalogRecord[] => [
      series('Shows', title),
      season(title, 1),
      ...Array.from({ length: episodes }, (_, index) => episode(title, 1, index + 1)),
    ]),
  ]);
  await refreshLexicon(app);
});
afterAll(() => app.close());

function fieldsOf(index: number): Record<string, unknown> {
  const isIncluded = ([, films]: [string, number]): boolean => index < films;
  return {
    year: 1900 + (index % 100),
    genres: ['Drama'],
    overview: Object.entries(WORDS)
      .filter(isIncluded)
      .map(([word]) => word)
      .join(' '),
    people: Object.entries(ACTORS)
      .filter(isIncluded)
      .map(([name]) => ({ name, role: 'actor' })),
  };
}

type Answer = Record<string, unknown> & { readonly page: IntelligencePage };
interface Walk {
  readonly rows: number;
  readonly last: IntelligencePage;
}

/** Reads all pages. Only the last one may report that the list was cut. */
async function walk(user: TestUser, path: string, body: object, list: string): Promise<Walk> {
  const ids = new Set<unknown>();
  for (let cursor: string | null = null; ;) {
    const request: object = { caps: { candidate_limit: 50, related_limit: 24 }, pagination: { cursor }, ...body };
    const { body: answer }: { body: Answer } = await client(app).as(user).post<Answer>(path, request, { expect: 200 });
    const rows = answer[list] as { media: { media_id: string } }[];
    for (const { media } of rows) ids.add(media.media_id);
    const { page } = answer;
    if (!page.has_more) return { rows: ids.size, last: page };
    expect(page).toMatchObject({ returned: page.limit, truncated: false });
    cursor = page.next_cursor;
  }
}

describe('the last page of candidates', () => {
  it.each([
    ['lantern', { rows: 1_000, truncated: true }],
    ['window', { rows: 1_000, truncated: true }],
    ['harbour', { rows: 1_000, truncated: false }],
    ['quay', { rows: 999, truncated: false }],
    ['marimba', { rows: 40, truncated: false }],
    ['nowhere', { rows: 0, truncated: false }],
  ])('reports for the word %s whether more films may match than paging can reach', async (query, expected) => {
    for (const [user, more] of [
      [admin, {}],
      [confined, { media_kinds: ['movie'] }],
      [admin, { filters: { watch_states: ['unwatched'] } }],
    ] as const) {
      const { rows, last } = await walk(user, '/intelligence/candidates:search', { query, ...more }, 'candidates');
      expect({ rows, truncated: last.truncated, next: last.next_cursor }).toEqual({ ...expected, next: null });
    }
  });
});

describe('the last page of related items', () => {
  it.each([
    // The look-ups keep 100 of the 149 other films with this actor. One more is found because its year is close.
    ['a film whose actor plays in many films', film(0), ['shared_cast'], { rows: 101, truncated: true }],
    ['a film without people', mediaIdOf('movie', 'Few 0'), ['shared_cast'], { rows: 0, truncated: false }],
    ['a film with an actor of its own', mediaIdOf('movie', 'Alone'), ['shared_cast'], { rows: 0, truncated: false }],
    ['a film with a genre of its own', mediaIdOf('movie', 'Alone'), ['similar_genre'], { rows: 0, truncated: false }],
    ['a genre that is too common to be looked up', film(0), ['similar_genre'], { truncated: true }],
    ['a large library', film(0), ['same_library'], { truncated: true }],
    ['a small library', mediaIdOf('movie', 'Few 0'), ['same_library'], { rows: 4, truncated: false }],
    ['16 later films', film(2_001), ['same_library'], { rows: 17, truncated: false }],
    ['17 later films', film(2_000), ['same_library'], { rows: 16, truncated: true }],
    ['16 other films, all without a year', film(3_000), ['same_library'], { rows: 16, truncated: false }],
    ['a series with 121 episodes', mediaIdOf('series', 'Long Show'), ['same_series'], { rows: 120, truncated: true }],
    ['a series with 120 episodes', mediaIdOf('series', 'Whole Show'), ['same_series'], { rows: 120, truncated: false }],
    ['the next episode', mediaIdOf('series', 'Long Show'), ['watch_next'], { rows: 1, truncated: false }],
  ])('reports whether a limit cut the list: %s', async (_, seed, relationship_kinds, expected) => {
    for (const user of [admin, confined]) {
      // This user sees only the library `Films`.
      if (user === confined && !seed.includes(film(0))) continue;
      const path = `/intelligence/items/${seed}/related`;
      const { rows, last } = await walk(user, path, { relationship_kinds }, 'related');
      expect({ rows, ...last }).toMatchObject({ ...expected, has_more: false, next_cursor: null });
    }
  });

  it('does not report a cut if all items of a small library are listed', async () => {
    const path = `/intelligence/items/${mediaIdOf('movie', 'Few 0')}/related`;
    const { rows, last } = await walk(admin, path, {}, 'related');
    expect({ rows, truncated: last.truncated }).toEqual({ rows: 4, truncated: false });
  });
});

describe('the last page of libraries', () => {
  const nameAt = (number: number): string => `Z ${String(number).padStart(5, '0')}`;

  /** Reads the last page with a cursor near the end of the list, because all pages would take 200 requests. */
  async function lastPage(): Promise<IntelligencePage> {
    const cursor = app.app
      .get(CursorCodec)
      .encode({ userId: admin.userId, route: 'libraries', filters: null }, [nameAt(9_990), uuidOf('behind')]);
    const path = '/intelligence/libraries/overview';
    const body = { pagination: { limit: 50, cursor }, facet_kinds: ['media_kind'] };
    return (await client(app).as(admin).post<Answer>(path, body, { expect: 200 })).body.page;
  }

  async function facetsText(): Promise<string> {
    const headers = { accept: 'text/markdown' };
    return (await client(app).as(admin).post('/intelligence/facets', {}, { headers, expect: 200 })).text;
  }

  it('reports whether there are more than 10,000 libraries', async () => {
    // Five libraries already exist. Their names sort before the new names.
    await runSql(
      app.database.url,
      `INSERT INTO libraries (library_id, name, library_kind)
       SELECT md5(i::text)::uuid, 'Z ' || lpad(i::text, 5, '0'), 'movies' FROM generate_series(3, 9997) AS i`,
    );
    expect(await lastPage()).toMatchObject({ returned: 7, has_more: false, truncated: false });
    const insertOne = `INSERT INTO libraries (library_id, name, library_kind) VALUES ($1, $2, 'movies')`;
    expect(await facetsText()).not.toContain('Only the first');
    await runSql(app.database.url, insertOne, [uuidOf('one more'), nameAt(9_998)]);
    expect(await lastPage()).toMatchObject({ returned: 7, has_more: false, truncated: true });
    expect(await facetsText()).toContain('Only the first 10000 libraries are counted.');
  });
});

describe('the last page of browsed items', () => {
  beforeAll(async () => {
    const watchState = { position_seconds: 100, duration_seconds: 1_000 };
    await client(app)
      .as(admin)
      .put(`/watch-states/${film(1)}`, watchState, { expect: 200 });
    // The caller then sees more pairs of a library and a kind than the 1,024 that one list reads.
    await runSql(
      app.database.url,
      `WITH added AS (
         INSERT INTO libraries (library_id, name, library_kind)
         SELECT md5('pair ' || i)::uuid, 'Pair ' || i, 'movies' FROM generate_series(1, 1025) AS i RETURNING library_id)
       INSERT INTO intelligence_facet_values (library_id, facet_kind, facet_key, label, item_count, sample_media_ids)
       SELECT library_id, 'media_kind', 'movie', 'Movies', 1, ARRAY[]::text[] FROM added`,
    );
  });

  it.each<[string, object, object]>([
    ['a list that scans an index', { filters: { year: { gte: 2003 } } }, { truncated: true }],
    ['a list of all matches', { filters: { people: ['Orla Obscure'] } }, { rows: 60, truncated: false }],
    ['a list of watched items', { filters: { watch_states: ['in_progress'] } }, { rows: 1, truncated: false }],
    ['a list in the order of watching', { sort: 'last_watched' }, { rows: 1, truncated: false }],
  ])('reports whether items may be missing because a caller sees many libraries: %s', async (_, request, expected) => {
    const { rows, last } = await walk(admin, '/intelligence/items:browse', request, 'items');
    expect({ rows, ...last }).toMatchObject({ ...expected, next_cursor: null });
  });
});
