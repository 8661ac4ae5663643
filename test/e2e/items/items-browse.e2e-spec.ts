import fc from 'fast-check';
import type { BrowsedItem, BrowseRequest, BrowseResponse } from '../../../src/candidates/browse/browse.dto';
import { BROWSE_SORT_NAMES, type BrowseSort } from '../../../src/candidates/browse/browse-sorts';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import { ReadPool } from '../../../src/database/read-pool';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  type CatalogRecord,
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
import { createTestApp, type TestApp } from '../../support/app/test-app';

const PATH = '/intelligence/items:browse';
const FILMS = 90;
const GENRES = ['Comedy', 'Drama', 'Western'];
const LIBRARIES = ['Films', 'Vault', 'Shows'];

/** The properties of an imported item that determine the expected answers. */
interface KnownItem {
  readonly id: string;
  readonly kind: string;
  readonly library: string;
  /** Number of the import that stored the item. */
  readonly batch: number;
  /** The folded title, by which the sort `title` orders the items. */
  readonly titleKey: string;
  readonly year: number | null;
  readonly genre: string | null;
  readonly runtime: number | null;
  readonly popularity: number | null;
}

const known: KnownItem[] = [];
/** The watch states of each user by media id. `at` is the position of the item in the order of watching. */
const watched = new Map<TestUser, Map<string, { state: string; at: number }>>();
let app: TestApp;
let admin: TestUser;
let confined: TestUser;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  admin = await createUser(app, { username: 'admin', role: 'admin' });
  confined = await createUser(app, { username: 'confined', libraryIds: ['Films', 'Shows'].map(uuidOf) });
  const batches = [0, 1, 2].map((batch) =>
    Array.from({ length: FILMS / 3 }, (_, index) => film(batch * 30 + index, batch)),
  );
  await importCatalog(app, admin, [
    library('Films'),
    library('Vault'),
    library('Shows', 'series'),
    ...(batches[0] ?? []),
  ]);
  await importCatalog(app, admin, [...(batches[1] ?? []), ...show()]);
  await importCatalog(app, admin, batches[2] ?? []);
  await watch(admin, 'admin');
  await watch(confined, 'confined');
});
afterAll(() => app.close());

function film(index: number, batch: number): CatalogRecord {
  const title = `${index % 4 === 0 ? 'Étude' : 'film'} ${index}`;
  const fields = {
    year: index % 11 === 0 ? null : 1950 + (index % 50),
    genres: index % 7 === 0 ? [] : [GENRES[index % 3]],
    runtime_minutes: index % 5 === 0 ? null : 60 + (index % 60),
    popularity: index % 6 === 0 ? null : (index * 37) % 50,
  };
  const libraryName = index % 3 === 0 ? 'Vault' : 'Films';
  known.push({
    id: mediaIdOf('movie', title),
    kind: 'movie',
    library: libraryName,
    batch,
    titleKey: title
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z0-9]/g, ''),
    year: fields.year,
    genre: fields.genres[0] ?? null,
    runtime: fields.runtime_minutes,
    popularity: fields.popularity,
  });
  const presentFields = Object.entries(fields).filter(([, value]) => value !== null);
  return movie(libraryName, title, Object.fromEntries(presentFields));
}

function show(): CatalogRecord[] {
  const base = { library: 'Shows', batch: 1, popularity: null, genre: 'Drama' };
  const add = (kind: string, name: string, fields: Partial<KnownItem>): void => {
    const id = mediaIdOf(kind as 'series', name);
    known.push({ ...base, id, kind, titleKey: '', year: null, runtime: null, ...fields });
  };
  add('series', 'Show', { titleKey: 'show', year: 1990 });
  add('season', 'Show/1', {});
  for (let number = 1; number <= 12; number += 1) add('episode', `Show/1/${number}`, { runtime: 40 + number });
  return [
    series('Shows', 'Show', { year: 1990, genres: ['Drama'] }),
    season('Show', 1),
    ...Array.from({ length: 12 }, (_, index) => episode('Show', 1, index + 1, { runtime_minutes: 41 + index })),
  ];
}

/** Imports watch states of every fifth film and every third episode, as far as the user may see them. */
async function watch(user: TestUser, username: string): Promise<void> {
  const states = new Map<string, { state: string; at: number }>();
  watched.set(user, states);
  const items = known.filter(({ kind, library: name }, index) => {
    const isVisible = user === admin || name !== 'Vault';
    return (
      isVisible && (kind === 'movie' ? index % 5 === (user === admin ? 0 : 1) : kind === 'episode' && index % 3 === 0)
    );
  });
  const records = items.map(({ id }, index): CatalogRecord => {
    const isDone = index % 2 === 0;
    states.set(id, { state: isDone ? 'completed' : 'in_progress', at: index });
    return {
      type: 'watch_state',
      username,
      media_id: id,
      position_seconds: 60,
      duration_seconds: 600,
      completed: isDone,
      last_watched_at: new Date(1_763_700_000_000 + index * 1000).toISOString(),
    };
  });
  await importCatalog(app, admin, records);
}

/** Returns the ids that a walk over all pages must give, in order. */
function expectedIds(user: TestUser, { sort = 'added', filters = {}, ...request }: BrowseRequest): string[] {
  const states = watched.get(user);
  const stateOf = (id: string): string => states?.get(id)?.state ?? 'unwatched';
  const within = (value: number | null, range: { gte?: number; lte?: number } | undefined): boolean =>
    range === undefined || (range.gte === undefined && range.lte === undefined)
      ? true
      : value !== null && value >= (range.gte ?? 0) && value <= (range.lte ?? Infinity);
  const { any, none } = filters.genres ?? {};
  const isMatch = (item: KnownItem): boolean =>
    (user === admin || item.library !== 'Vault') &&
    (request.library_ids?.includes(uuidOf(item.library)) ?? true) &&
    (request.media_kinds?.some((kind) => kind === item.kind) ?? true) &&
    within(item.year, filters.year) &&
    within(item.runtime, filters.runtime_minutes) &&
    (any?.includes(item.genre ?? '') ?? true) &&
    !(none?.includes(item.genre ?? '') ?? false) &&
    (filters.watch_states?.some((state) => state === stateOf(item.id)) ?? true) &&
    (sort !== 'last_watched' || states?.has(item.id) === true);
  // An item without a value gets -1, so that it comes last in the descending order.
  const keyOf: Record<BrowseSort, (item: KnownItem) => number | string> = {
    added: ({ batch }) => batch,
    year: ({ year }) => year ?? -1,
    title: ({ titleKey }) => titleKey,
    popularity: ({ popularity }) => popularity ?? -1,
    last_watched: ({ id }) => states?.get(id)?.at ?? -1,
  };
  const uuid = ({ id }: KnownItem): string => id.slice(id.indexOf(':') + 1);
  const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
  const inOrder = known
    .filter(isMatch)
    .sort((a, b) => compare(keyOf[sort](a), keyOf[sort](b)) || compare(uuid(a), uuid(b)));
  return (sort === 'title' ? inOrder : inOrder.reverse()).map(({ id }) => id);
}

async function browse(user: TestUser, request: BrowseRequest): Promise<BrowseResponse> {
  return (await client(app).as(user).post<BrowseResponse>(PATH, request, { expect: 200 })).body;
}

async function walk(user: TestUser, request: BrowseRequest, limit: number): Promise<BrowsedItem[]> {
  const items: BrowsedItem[] = [];
  for (let cursor: string | null = null; ;) {
    const answer: BrowseResponse = await browse(user, { ...request, pagination: { limit, cursor } });
    items.push(...answer.items);
    expect(answer.page).toMatchObject({ limit, returned: answer.items.length, truncated: false });
    if (!answer.page.has_more) return items;
    cursor = answer.page.next_cursor;
  }
}

const idsOf = (items: readonly BrowsedItem[]): string[] => items.map(({ media }) => media.media_id);

const range = (min: number, max: number): fc.Arbitrary<{ gte?: number; lte?: number }> =>
  fc
    .record({ gte: fc.integer({ min, max }), lte: fc.integer({ min, max }) }, { requiredKeys: [] })
    .map(({ gte, lte }) =>
      gte !== undefined && lte !== undefined && gte > lte ? { gte: lte, lte: gte } : { gte, lte },
    );
const genres = fc.subarray(GENRES, { minLength: 1 });
const requests: fc.Arbitrary<BrowseRequest> = fc.record(
  {
    sort: fc.constantFrom(...BROWSE_SORT_NAMES),
    media_kinds: fc.subarray([...MEDIA_KINDS], { minLength: 1 }),
    library_ids: fc.subarray(LIBRARIES.map(uuidOf), { minLength: 1 }),
    filters: fc.record(
      {
        year: range(1950, 2000),
        runtime_minutes: range(40, 120),
        genres: fc.record({ any: genres, none: genres }, { requiredKeys: [] }),
        watch_states: fc.subarray(['unwatched', 'in_progress', 'completed'] as const, { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

describe('items:browse', () => {
  it.each(['before', 'after'])(
    'lists the expected items in order for random requests, %s the lexicon is refreshed',
    async (when) => {
      if (when === 'after') await refreshLexicon(app);
      await fc.assert(
        fc.asyncProperty(requests, fc.constantFrom(4, 9, 50), fc.boolean(), async (request, limit, isAdmin) => {
          const user = isAdmin ? admin : confined;
          expect(idsOf(await walk(user, request, limit))).toEqual(expectedIds(user, request));
        }),
        { numRuns: 60 },
      );
    },
  );

  it.each(BROWSE_SORT_NAMES)('takes two round trips if sorted by %s', async (sort) => {
    const { statistics } = app.app.get(ReadPool);
    for (const filters of [undefined, { genres: { any: ['Western'] } }, { watch_states: ['completed' as const] }]) {
      const before = statistics.roundTrips;
      await browse(admin, { sort, ...(filters === undefined ? {} : { filters }) });
      expect(statistics.roundTrips - before).toBe(2);
    }
  });

  it('shows the watch state of the caller and the value that an item is sorted by', async () => {
    const { items } = await browse(confined, { sort: 'last_watched', pagination: { limit: 1 } });
    const [first] = items;
    const [id = '', { state } = { state: '' }] = [...(watched.get(confined) ?? [])].at(-1) ?? [];
    expect(first).toMatchObject({ media: { media_id: id }, watch_state: { state, position_seconds: 60 } });
    expect(first?.grounding).toEqual([
      expect.objectContaining({ source: 'watch_state', media_id: id, field: 'last_watched_at' }),
    ]);
    expect(first?.grounding[0]?.evidence?.text).toBe(first?.watch_state?.last_watched_at);
  });

  it('does not list items that are removed or not available', async () => {
    const gone = movie('Films', 'Gone', { year: 1999 });
    await importCatalog(app, admin, [gone]);
    const idsNow = async (): Promise<string[]> => idsOf((await browse(admin, { sort: 'added' })).items);
    expect((await idsNow())[0]).toBe(gone['media_id']);
    await importCatalog(app, admin, [{ ...gone, available: false }]);
    expect(await idsNow()).not.toContain(gone['media_id']);
    await importCatalog(app, admin, [gone]);
    expect((await idsNow())[0]).toBe(gone['media_id']);
    await client(app)
      .as(admin)
      .delete(`/admin/catalog/items/${String(gone['media_id'])}`);
    expect(await idsNow()).not.toContain(gone['media_id']);
  });

  it('gives no items of a library that is hidden or absent', async () => {
    for (const name of ['Vault', 'Nowhere']) {
      const { items, page } = await browse(confined, { library_ids: [uuidOf(name)] });
      expect({ items, more: page.has_more }).toEqual({ items: [], more: false });
    }
  });

  it('answers invalid-cursor to a cursor of another sort, filter or user', async () => {
    const { page } = await browse(admin, { sort: 'year', pagination: { limit: 2 } });
    const pagination = { cursor: page.next_cursor };
    const others: [TestUser, BrowseRequest][] = [
      [admin, { sort: 'title' }],
      [admin, { sort: 'year', media_kinds: ['movie'] }],
      [admin, { sort: 'year', filters: { runtime_minutes: { lte: 90 } } }],
      [confined, { sort: 'year' }],
    ];
    for (const [user, request] of others) {
      const { body } = await client(app)
        .as(user)
        .post(PATH, { ...request, pagination }, { expect: 400 });
      expect(body['code']).toBe('invalid-cursor');
    }
  });

  it.each([
    [{ sort: 'size' }, 'sort'],
    [{ filters: { runtime_minutes: { gte: 90, lte: 60 } } }, 'filters.runtime_minutes.lte'],
    [{ filters: { runtime_minutes: { gte: -1 } } }, 'filters.runtime_minutes.gte'],
    [{ filters: { watch_states: ['seen'] } }, 'filters.watch_states'],
    [{ media_kinds: [] }, 'media_kinds'],
    [{ query: 'x' }, 'query'],
  ])('answers 400 to %j, and names the field %s', async (request, field) => {
    const { body } = await client(app).as(admin).post<{ errors: { field: string }[] }>(PATH, request, { expect: 400 });
    expect(body.errors.map((error) => error.field.replace(/\[\d+\]$/, ''))).toEqual([field]);
  });
});
