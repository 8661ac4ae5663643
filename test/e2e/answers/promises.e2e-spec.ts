import fc from 'fast-check';
import { CAP_NAMES, type CapName, type EffectiveCaps } from '../../../src/common/paging/cap-table';
import {
  clampToCap,
  resolveCaps,
  resolvePagedCaps,
  resolvePageLimit,
  type RequestedSizes,
} from '../../../src/common/paging/caps';
import { countCodePoints, TITLE_MAX_CHARS } from '../../../src/common/text/summary';
import { cleanCatalogLine } from '../../../src/common/text/text';
import { CONTEXTS_MAX } from '../../../src/items/context/item-contexts.dto';
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
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { artifactOf, RUN, SOURCES, writeLongLists } from './long-lists';

/**
 * The cap of each list, by the name of its field at any place in an answer. A number is a fixed maximum. Other lists
 * have at most 50 elements.
 */
const LIST_CAPS: Readonly<Record<string, CapName | number>> = {
  candidates: 'candidate_limit',
  artifacts: 'artifact_limit',
  artifact_ids: 'artifact_limit',
  related: 'related_limit',
  values: 'facet_limit',
  grounding: 'grounding_limit',
  provenance: 'grounding_limit',
  tool_calls: 'tool_call_limit',
  sample_media_ids: 3,
};

/** Maximum lengths in code points, by field, of texts that may be longer than titles. Summaries have another limit. */
const TEXT_LIMITS: Readonly<Record<string, number>> = { next_cursor: 2048 };

/** An item with artifacts, in a library that the generated catalogs do not replace. */
const KEPT = mediaIdOf('movie', 'Kept 0');

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  admin = await createUser(app, { role: 'admin' });
  const keptTitles = Array.from({ length: SOURCES + 1 }, (_, index) => `Kept ${index}`);
  await importCatalog(app, admin, [
    library('Kept'),
    ...keptTitles.map((title) => movie('Kept', title, { overview: title })),
  ]);
  const sourceIds = keptTitles.slice(1).map((title) => mediaIdOf('movie', title));
  await writeLongLists(client(app).as(admin), KEPT, sourceIds);
});
afterAll(() => app.close());

const someText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 600 }),
  fc.constant('👩‍👩‍👧‍👦'.repeat(400)),
  fc.lorem({ maxCount: 300 }),
);

const people = fc.array(
  fc.record({
    // A blank name would make the import refuse the line.
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }).filter((name) => cleanCatalogLine(name) !== ''),
    role: fc.constantFrom('actor', 'director'),
  }),
  { maxLength: 60 },
);

/** A catalog of one series and some movies. Some of their texts and lists are longer than the caps allow. */
const catalog: fc.Arbitrary<CatalogRecord[]> = fc
  .record({
    movies: fc.array(
      fc.record({ overview: someText, people, genres: fc.array(fc.lorem({ maxCount: 2 }), { maxLength: 40 }) }),
      {
        minLength: 1,
        maxLength: 12,
      },
    ),
    episodes: fc.nat({ max: 30 }),
    title: fc.lorem({ maxCount: 80 }),
  })
  .map(({ movies, episodes, title }) => [
    library('Films'),
    library('Shows', 'series'),
    ...movies.map((fields, index) =>
      movie('Films', `Film ${index}`, { ...fields, title: `Film ${index} ${title}`.slice(0, 500) }),
    ),
    series('Shows', 'Show', { overview: title, genres: movies[0]?.genres ?? [] }),
    season('Show', 1),
    ...Array.from({ length: episodes }, (_, index) =>
      episode('Show', 1, index + 1, { title: `${title} ${index}`.slice(0, 500) }),
    ),
  ]);

const capValue = fc.oneof(fc.integer({ min: -3, max: 900 }), fc.constantFrom(0, 2 ** 31, -(2 ** 40)));
const request = fc.record(
  {
    caps: fc.record(Object.fromEntries(CAP_NAMES.map((name) => [name, capValue])), { requiredKeys: [] }),
    pagination: fc.record({ limit: capValue }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

/** Paths, bodies, and the cap that `pagination.limit` lowers, or null if it lowers no cap. */
const READS = [
  ['/intelligence/libraries/overview', {}, null],
  ['/intelligence/facets', {}, null],
  ['/intelligence/candidates:search', { query: 'film' }, 'candidate_limit'],
  ['/intelligence/artifacts:search', {}, 'artifact_limit'],
  ['/intelligence/items:browse', { sort: 'title' }, null],
  ['/intelligence/items:next-up', {}, null],
  ['/intelligence/candidates:multi-search', { queries: [{ query: 'film' }] }, 'candidate_limit'],
  [`/intelligence/items/${mediaIdOf('movie', 'Film 0')}/context`, {}, null],
  [`/intelligence/items/${mediaIdOf('series', 'Show')}/context`, {}, null],
  [`/intelligence/items/${mediaIdOf('season', 'Show/1')}/context`, {}, null],
  [`/intelligence/items/${mediaIdOf('movie', 'Film 0')}/related`, {}, 'related_limit'],
  [`/intelligence/items/${mediaIdOf('series', 'Show')}/related`, {}, 'related_limit'],
  [`/intelligence/items/${KEPT}/context`, {}, null],
  ['/intelligence/items:contexts', { media_ids: [mediaIdOf('movie', 'Film 0'), KEPT] }, null],
  ['/intelligence/artifacts', {}, 'artifact_limit'],
  [
    '/intelligence/grounding:verify',
    { groundings: [{ media_id: KEPT, field: 'overview', evidence: { text: 'Another text' } }] },
    null,
  ],
  [`/intelligence/runs/${RUN}/audit`, {}, 'tool_call_limit'],
] as const;

/** Paths of answers whose requests set no caps. */
const GET_READS = [
  '/intelligence/runs',
  `/intelligence/runs/${RUN}/verify`,
  `/intelligence/artifacts/${artifactOf(0)}`,
] as const;

/** Sets every cap to 1, so that the cap limits every list that has elements. */
const SMALLEST: RequestedSizes = { caps: Object.fromEntries(CAP_NAMES.map((name) => [name, 1])) };

interface Bounded {
  readonly caps: EffectiveCaps;
  readonly page?: {
    readonly limit: number;
    readonly returned: number;
    readonly has_more: boolean;
    readonly next_cursor: string | null;
  };
}

describe('every list and text of every answer', () => {
  it('keeps its cap for generated caps, pages and catalogs', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, fc.array(request, { minLength: 1, maxLength: 2 }), async (records, requests) => {
        await client(app)
          .as(admin)
          .delete(`/admin/catalog/libraries/${uuidOf('Films')}`);
        await client(app)
          .as(admin)
          .delete(`/admin/catalog/libraries/${uuidOf('Shows')}`);
        await importCatalog(app, admin, records);
        for (const sizes of [SMALLEST, ...requests]) {
          for (const [path, body, paged] of READS) {
            const answer = await client(app)
              .as(admin)
              .post<Bounded>(path, { ...body, ...sizes }, { expect: 200 });
            const caps = paged === null ? resolveCaps(sizes.caps) : resolvePagedCaps(sizes, paged);
            expect(answer.body.caps).toEqual(caps);
            expect(findExcess(answer.body, caps)).toEqual([]);
            expectPage(answer.body, paged === null ? limitOf(path, sizes.pagination) : caps[paged]);
          }
        }
      }),
      { numRuns: 10 },
    );
    for (const path of GET_READS) {
      const { body } = await client(app).as(admin).get<Partial<Bounded>>(path, { expect: 200 });
      expect(findExcess(body, resolveCaps())).toEqual([]);
    }
    // A list that is never as long as its cap would prove nothing.
    expect([...filledLists].sort()).toEqual(Object.keys(LIST_CAPS).sort());
  });
});

describe('media ids', () => {
  it('that are random strings always get 400 or 404', async () => {
    const random = fc.sample(
      fc.oneof(
        fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
        fc
          .tuple(
            fc.constantFrom('movie', 'show', 'Season', 'episodes', 'x'),
            fc.constantFrom(':', '(', '%3A', ''),
            fc.string(),
          )
          .map((parts) => parts.join('')),
        fc
          .tuple(fc.constantFrom('movie:', 'Shows('), fc.uuid(), fc.constantFrom('', ')', ' '))
          .map((parts) => parts.join('')),
      ),
      1_000,
    );
    const statuses = new Map<number, number>();
    for (const text of random) {
      const path = `/intelligence/items/${encode(text)}/context`;
      const { status } = await client(app).as(admin).post(path, {});
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].filter((status) => status !== 400 && status !== 404)).toEqual([]);
  });
});

/** Percent-encodes all bytes of a text. Accepts lone surrogates, which become U+FFFD. */
function encode(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function expectPage({ page }: Bounded, limit: number): void {
  if (!page) return;
  expect(page.limit).toBe(limit);
  expect(page.returned).toBeLessThanOrEqual(page.limit);
  expect(page.next_cursor === null).toBe(!page.has_more);
}

function limitOf(path: string, pagination: { limit?: number } | undefined): number {
  if (!path.endsWith(':contexts')) return resolvePageLimit(pagination);
  return clampToCap(pagination?.limit, { default: CONTEXTS_MAX, max: CONTEXTS_MAX });
}

/** Names of the lists that were as long as their cap. */
const filledLists = new Set<string>();

/** Returns the paths of the lists and texts in an answer that are longer than the caps allow. */
function findExcess(value: unknown, caps: EffectiveCaps, path = '$', field = ''): string[] {
  if (typeof value === 'string') {
    return countCodePoints(value) > (TEXT_LIMITS[field] ?? TITLE_MAX_CHARS) ? [`${path}: ${value.length}`] : [];
  }
  if (Array.isArray(value)) {
    const cap = LIST_CAPS[field];
    const max = typeof cap === 'string' ? caps[cap] : (cap ?? 50);
    if (cap !== undefined && value.length === max) filledLists.add(field);
    const excess = value.length > max ? [`${path}: ${value.length} > ${max}`] : [];
    return [...excess, ...value.flatMap((element, index) => findExcess(element, caps, `${path}[${index}]`, field))];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (isSummary(value)) return summaryExcess(value, caps, path);
  return Object.entries(value).flatMap(([name, member]) => findExcess(member, caps, `${path}.${name}`, name));
}

interface SummaryLike {
  readonly text: string;
  readonly max_chars: number;
  readonly truncated: boolean;
  readonly original_chars: number;
}

function isSummary(value: object): value is SummaryLike {
  return 'text' in value && 'max_chars' in value && 'truncated' in value && 'original_chars' in value;
}

function summaryExcess(summary: SummaryLike, caps: EffectiveCaps, path: string): string[] {
  const length = countCodePoints(summary.text);
  const isWithinCaps = length <= caps.summary_max_chars && length <= summary.max_chars;
  const isCutReported = summary.truncated === summary.original_chars > length;
  return isWithinCaps && isCutReported && summary.text.isWellFormed()
    ? []
    : [`${path}: ${JSON.stringify({ ...summary, length })}`];
}
