import fc from 'fast-check';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import type { RelatedItem, RelatedResponse } from '../../../src/items/related/related.dto';
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

const RELATED_LIMIT_MAX = 24;
const LIBRARIES = ['Films', 'Vault', 'Shows'];
/**
 * Pairs of words with the same stem, in which neither word contains the other, and two unrelated words. So two texts
 * can share a stem but no word.
 */
const FORMS = ['spy', 'spies', 'story', 'stories', 'ferry', 'ferries', 'colony', 'colonies', 'marimba', 'harbour'];

const words = (max: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...FORMS), { minLength: 1, maxLength: max }).map((chosen) => chosen.join(' '));
const item = fc.record({
  title: words(2),
  overview: words(3),
  year: fc.integer({ min: 1950, max: 1990 }),
  people: fc.subarray(['Ann Archer', 'Bob Baker', 'Cid Carver', 'Dot Dyer'], { maxLength: 1 }),
  genres: fc.subarray(['Drama', 'Crime', 'Comedy'], { maxLength: 1 }),
  provider_related: fc.subarray([mediaIdOf('movie', 'Films 3'), mediaIdOf('series', 'Show 1')], { maxLength: 1 }),
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

const catalog = fc.record({
  films: fc.array(item, { minLength: 30, maxLength: 45 }),
  hidden: fc.array(item, { minLength: 3, maxLength: 6 }),
  shows: fc.array(item, { minLength: 2, maxLength: 2 }),
  episodes: fc.integer({ min: 3, max: 12 }),
});
type Catalog = typeof catalog extends fc.Arbitrary<infer T> ? T : never;

const SEEDS = [
  ...[0, 1, 2].map((index) => mediaIdOf('movie', `Films ${index}`)),
  mediaIdOf('series', 'Show 0'),
  mediaIdOf('season', 'Show 0/1'),
  mediaIdOf('episode', 'Show 0/1/2'),
];
/** Page sizes for walks whose page size changes from page to page. */
const pageSizeMixes = fc.array(fc.integer({ min: 1, max: RELATED_LIMIT_MAX }), { minLength: 2, maxLength: 4 });

let app: TestApp;
let admin: TestUser;
let restrictedUser: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  restrictedUser = await createUser(app, { libraryIds: [uuidOf('Films'), uuidOf('Shows')] });
});
afterAll(() => app.close());

function fieldsOf({ people, ...fields }: Item): Record<string, unknown> {
  return { ...fields, people: people.map((name) => ({ name, role: 'actor' })) };
}

function recordsOf({ films, hidden, shows, episodes }: Catalog): CatalogRecord[] {
  const movies = (name: string, items: readonly Item[]): CatalogRecord[] =>
    items.map((fields, index) => movie(name, `${name} ${index}`, fieldsOf(fields)));
  return [
    ...LIBRARIES.map((name) => library(name, name === 'Shows' ? 'series' : 'movies')),
    ...movies('Films', films),
    ...movies('Vault', hidden),
    ...shows.map((fields, index) => series('Shows', `Show ${index}`, fieldsOf(fields))),
    season('Show 0', 1),
    ...Array.from({ length: episodes }, (_, index) => episode('Show 0', 1, index + 1)),
  ];
}

async function replaceCatalog(generated: Catalog): Promise<void> {
  for (const name of LIBRARIES)
    await client(app)
      .as(admin)
      .delete(`/admin/catalog/libraries/${uuidOf(name)}`);
  await importCatalog(app, admin, recordsOf(generated));
  await refreshLexicon(app);
}

async function readPage(user: TestUser, seed: string, limit: number, cursor: string | null): Promise<RelatedResponse> {
  const body = { caps: { related_limit: limit }, pagination: { limit, cursor } };
  return (
    await client(app).as(user).post<RelatedResponse>(`/intelligence/items/${seed}/related`, body, { expect: 200 })
  ).body;
}

/**
 * Reads all pages with the given page sizes in turn, and returns the rows in order. Checks the page data of each page
 * against its rows.
 */
async function walk(user: TestUser, seed: string, sizes: readonly number[]): Promise<RelatedItem[]> {
  const rows: RelatedItem[] = [];
  for (let cursor: string | null = null, step = 0; ; step += 1) {
    const limit = sizes[step % sizes.length] ?? 1;
    const { related, page }: RelatedResponse = await readPage(user, seed, limit, cursor);
    expect({ limit: page.limit, returned: page.returned }).toEqual({ limit, returned: related.length });
    // Every page except the last is full. The last page is empty only if the whole list is empty.
    if (page.has_more) expect(related).toHaveLength(limit);
    else if (step > 0) expect(related).not.toHaveLength(0);
    rows.push(...related);
    cursor = page.next_cursor;
    expect(page.has_more).toBe(cursor !== null);
    if (cursor === null) return rows;
  }
}

function expectInOrder(rows: readonly RelatedItem[]): void {
  const strengths = rows.map(({ strength }) => strength);
  expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
  expect(new Set(idsOf(rows)).size).toBe(rows.length);
}

function idsOf(rows: readonly RelatedItem[]): string[] {
  return rows.map(({ media }) => media.media_id);
}

describe('a walk over related items', () => {
  it('returns the same list, strongest first and without duplicates, for any limit and mix of page sizes', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, fc.constantFrom(...SEEDS), pageSizeMixes, async (generated, seed, sizes) => {
        await replaceCatalog(generated);
        for (const user of [admin, restrictedUser]) {
          const fullList = await walk(user, seed, [RELATED_LIMIT_MAX]);
          expectInOrder(fullList);
          expect(idsOf(await walk(user, seed, sizes))).toEqual(idsOf(fullList));
        }
        const fullList = await walk(admin, seed, [RELATED_LIMIT_MAX]);
        for (let limit = 1; limit <= RELATED_LIMIT_MAX; limit += 1) {
          expect(await walk(admin, seed, [limit])).toEqual(fullList);
          expect(await readRelatedFromContext(seed, limit)).toEqual(fullList.slice(0, limit));
        }
      }),
      { numRuns: 8 },
    );
  });
});

async function readRelatedFromContext(seed: string, related_limit: number): Promise<RelatedItem[]> {
  const path = `/intelligence/items/${seed}/context`;
  const { body } = await client(app)
    .as(admin)
    .post<ItemContextResponse>(path, { caps: { related_limit } }, { expect: 200 });
  return body.related;
}
