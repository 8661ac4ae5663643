import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BoundsStatistics } from '../../../src/common/response-bounds/bounds-statistics';
import {
  type Cap,
  CAP_NAMES,
  type CapName,
  type EffectiveCaps,
  PAGE_LIMIT,
} from '../../../src/common/paging/cap-table';
import { resolveCaps } from '../../../src/common/paging/caps';
import type { SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import type { RunAuditResponse } from '../../../src/audit/audit.dto';
import type { BrowseResponse } from '../../../src/candidates/browse/browse.dto';
import type { SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import type { MultiSearchResponse } from '../../../src/candidates/multi-search/multi-search.dto';
import type { IntelligenceFacetGroup } from '../../../src/common/dto/facets.dto';
import type { IntelligencePage } from '../../../src/common/dto/page.dto';
import type { VerifyGroundingResponse } from '../../../src/grounding/grounding.dto';
import type { ApiDocument } from '../../../src/http/openapi/openapi.types';
import type { ItemContextResponse } from '../../../src/items/context/item-context.dto';
import { CONTEXTS_MAX, type ItemContextsResponse } from '../../../src/items/context/item-contexts.dto';
import type { NextUpResponse } from '../../../src/items/next-up/next-up.dto';
import type { RelatedResponse } from '../../../src/items/related/related.dto';
import type { FacetsResponse, OverviewResponse } from '../../../src/overview/overview.dto';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import {
  distinctWord,
  episode,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  season,
  series,
} from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { watch } from '../../support/requests/watch-states';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { ROOT } from '../../support/root';
import { ARTIFACTS, LONG_TEXT, RUN, SOURCES, TOOL_CALLS, writeLongLists } from './long-lists';

const DOCUMENT = JSON.parse(readFileSync(join(ROOT, 'test/contract/openapi.json'), 'utf8')) as ApiDocument;

const FILMS = 70;
const GENRES = 40;
const LIBRARIES = 55;
const SHOWS = 25;
const film = (index: number): string => mediaIdOf('movie', `${distinctWord(index)} Lantern`);

let app: TestApp;
let user: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  user = await createUser(app, { role: 'admin' });
  await importCatalog(app, user, [
    library('A first library'),
    ...Array.from({ length: LIBRARIES - 2 }, (_, index) => library(`Library ${index}`)),
    library('Shows', 'series'),
    ...Array.from({ length: SHOWS }, (_, index) => [
      series('Shows', `Show ${index}`),
      season(`Show ${index}`, 1),
      episode(`Show ${index}`, 1, 1),
    ]).flat(),
    ...Array.from({ length: FILMS }, (_, index) =>
      movie('A first library', `${distinctWord(index)} Lantern`, {
        overview: LONG_TEXT,
        genres: index === 0 ? Array.from({ length: GENRES }, (__, genre) => `Genre ${genre}`) : [`Genre ${index % 5}`],
        people: [{ name: 'Orla Obscure', role: 'actor' }],
      }),
    ),
  ]);
  // A list of related items has at most three items of one franchise. `refreshLexicon` counts the documents of each
  // word again. After that, `lantern` is too common to name a franchise.
  await refreshLexicon(app);
  for (let index = 0; index < SHOWS; index += 1) {
    await watch(app, user, mediaIdOf('episode', `Show ${index}/1/1`), 50);
  }
  const sourceIds = Array.from({ length: SOURCES }, (_, index) => film(index + 1));
  await writeLongLists(client(app).as(user), film(0), sourceIds);
});
afterAll(() => app.close());

/**
 * A list or text in an answer: its cap, its length, and its length without a cap. For a text, `length` is the
 * `max_chars` that the answer gives, and `available` is the length of the stored text.
 */
type Measured = readonly [CapName, length: number, available: number];

interface Read {
  readonly path: string;
  readonly body: object;
  /** The cap that `pagination.limit` lowers, or null. */
  readonly paged: CapName | null;
  /** Returns the number of rows of the page and of all rows. Null if the answer has no `page`. */
  readonly rows: ((body: never) => readonly [length: number, available: number]) | null;
  readonly measure: (body: never) => Measured[];
  /** The default and the maximum page size if no cap bounds the page. Default: `PAGE_LIMIT`. */
  readonly pageLimit?: Cap;
}

const genresOf = (facets: readonly IntelligenceFacetGroup[]): Measured => {
  return ['facet_limit', facets.find(({ kind }) => kind === 'genre')?.values.length ?? 0, GENRES];
};
const overview = {
  body: {},
  paged: null,
  rows: ({ libraries }: OverviewResponse) => [libraries.length, LIBRARIES] as const,
  measure: ({ libraries: [first], facets }: OverviewResponse): Measured[] => [
    genresOf(facets),
    genresOf(first?.facets ?? []),
    ['artifact_limit', first?.artifact_ids.length ?? 0, ARTIFACTS],
  ],
};
const artifacts = {
  body: {},
  paged: 'artifact_limit',
  rows: ({ artifacts: rows }: SearchArtifactsResponse) => [rows.length, ARTIFACTS] as const,
  measure: ({ artifacts: rows }: SearchArtifactsResponse): Measured[] =>
    rows.flatMap(({ media, provenance, summary }): Measured[] => [
      ['artifact_limit', media?.artifact_ids.length ?? 0, ARTIFACTS],
      ['grounding_limit', provenance.length, SOURCES + 1],
      ['summary_max_chars', summary.max_chars, LONG_TEXT.length],
    ]),
} as const;

const READS: readonly Read[] = [
  { path: '/intelligence/libraries/overview', ...overview },
  {
    path: '/intelligence/facets',
    body: {},
    paged: null,
    rows: null,
    measure: ({ facets }: FacetsResponse): Measured[] => [genresOf(facets)],
  },
  { path: '/intelligence/artifacts', ...artifacts },
  { path: '/intelligence/artifacts:search', ...artifacts },
  {
    path: '/intelligence/candidates:search',
    body: { query: 'lantern' },
    paged: 'candidate_limit',
    rows: ({ candidates }: SearchCandidatesResponse) => [candidates.length, FILMS] as const,
    measure: ({ candidates }: SearchCandidatesResponse): Measured[] =>
      candidates.flatMap(({ media, artifact_ids, summary }): Measured[] => [
        ['artifact_limit', artifact_ids.length, media.media_id === film(0) ? ARTIFACTS : 0],
        ['summary_max_chars', summary.max_chars, LONG_TEXT.length],
      ]),
  },
  {
    path: `/intelligence/items/${film(0)}/related`,
    body: {},
    paged: 'related_limit',
    rows: ({ related }: RelatedResponse) => [related.length, FILMS - 1] as const,
    measure: ({ seed }: RelatedResponse): Measured[] => [['artifact_limit', seed.artifact_ids.length, ARTIFACTS]],
  },
  {
    path: `/intelligence/items/${film(0)}/context`,
    body: {},
    paged: null,
    rows: null,
    measure: ({ item, related, artifacts: rows }: ItemContextResponse): Measured[] => [
      genresOf(item.facets),
      ['artifact_limit', item.artifact_ids.length, ARTIFACTS],
      ['artifact_limit', rows.length, ARTIFACTS],
      ['related_limit', related.length, FILMS - 1],
      ['grounding_limit', rows[0]?.provenance.length ?? 0, SOURCES + 1],
      ['summary_max_chars', item.summary.max_chars, LONG_TEXT.length],
    ],
  },
  {
    path: '/intelligence/items:contexts',
    body: { media_ids: Array.from({ length: CONTEXTS_MAX }, (_, index) => film(index)) },
    paged: null,
    pageLimit: { default: CONTEXTS_MAX, max: CONTEXTS_MAX },
    rows: ({ contexts }: ItemContextsResponse) => [contexts.length, CONTEXTS_MAX] as const,
    measure: ({ contexts: [first] }: ItemContextsResponse): Measured[] => [
      ['artifact_limit', first?.item.artifact_ids.length ?? 0, ARTIFACTS],
      ['artifact_limit', first?.artifacts.length ?? 0, ARTIFACTS],
      ['grounding_limit', first?.artifacts[0]?.provenance.length ?? 0, SOURCES + 1],
      ['summary_max_chars', first?.item.summary.max_chars ?? 0, LONG_TEXT.length],
    ],
  },
  {
    path: '/intelligence/items:browse',
    body: { sort: 'title', media_kinds: ['movie'] },
    paged: null,
    rows: ({ items }: BrowseResponse) => [items.length, FILMS] as const,
    measure: ({ items }: BrowseResponse): Measured[] =>
      items.map(({ summary }) => ['summary_max_chars', summary.max_chars, LONG_TEXT.length]),
  },
  {
    path: '/intelligence/items:next-up',
    body: {},
    paged: null,
    rows: ({ items }: NextUpResponse) => [items.length, SHOWS] as const,
    measure: ({ items }: NextUpResponse): Measured[] =>
      items.map(({ summary }) => ['summary_max_chars', summary.max_chars, LONG_TEXT.length]),
  },
  {
    path: '/intelligence/candidates:multi-search',
    body: { queries: [{ query: 'lantern' }, { query: distinctWord(0) }] },
    paged: 'candidate_limit',
    rows: null,
    measure: ({ results: [first, second] }: MultiSearchResponse): Measured[] => [
      ['candidate_limit', first?.candidates.length ?? 0, FILMS],
      ['artifact_limit', second?.candidates[0]?.artifact_ids.length ?? 0, ARTIFACTS],
    ],
  },
  {
    path: '/intelligence/grounding:verify',
    body: { groundings: [{ media_id: film(0), field: 'overview', evidence: { text: 'Another text' } }] },
    paged: null,
    rows: null,
    measure: ({ checks: [check] }: VerifyGroundingResponse): Measured[] => [
      ['summary_max_chars', check?.present_summary?.max_chars ?? 0, LONG_TEXT.length],
    ],
  },
  {
    path: `/intelligence/runs/${RUN}/audit`,
    body: {},
    paged: 'tool_call_limit',
    rows: ({ run }: RunAuditResponse) => [run.tool_calls.length, TOOL_CALLS] as const,
    measure: ({ run }: RunAuditResponse): Measured[] => [
      ['artifact_limit', run.artifact_ids.length, ARTIFACTS],
      ['grounding_limit', run.grounding.length, SOURCES],
      ['grounding_limit', run.tool_calls[0]?.grounding.length ?? 0, SOURCES],
      ['summary_max_chars', run.input_summary?.max_chars ?? 0, LONG_TEXT.length],
      ['summary_max_chars', run.tool_calls[0]?.output_summary?.max_chars ?? 0, LONG_TEXT.length],
    ],
  },
];

interface Sizes {
  readonly caps?: Partial<Record<CapName, number>>;
  readonly pagination?: { readonly limit?: number };
}

interface Answer {
  readonly caps: EffectiveCaps;
  readonly page?: IntelligencePage;
}

const size = fc.oneof(fc.integer({ min: -2, max: 70 }), fc.integer({ min: 1, max: 900 }), fc.maxSafeInteger());
const arbitrarySizes: fc.Arbitrary<Sizes> = fc.record(
  {
    caps: fc.record(Object.fromEntries(CAP_NAMES.map((name) => [name, size])), { requiredKeys: [] }),
    pagination: fc.record({ limit: size }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);

async function read<Body>(path: string, body: object): Promise<Body> {
  return (await client(app).as(user).post<Body>(path, body, { expect: 200 })).body;
}

/** Returns the caps that an answer must echo and apply: `pagination.limit` lowers the cap `paged`. */
function expectedCaps({ caps, pagination }: Sizes, paged: CapName | null): EffectiveCaps {
  const expected = resolveCaps(caps);
  const limit = pagination?.limit ?? 0;
  if (paged !== null && limit >= 1) expected[paged] = Math.min(expected[paged], limit, 50);
  return expected;
}

/** Paths of the operations whose request may set caps. */
function pathsWithCaps(): string[] {
  return Object.entries(DOCUMENT.paths).flatMap(([path, { post }]) => {
    const { $ref = '' } = post?.requestBody?.content['application/json']?.schema ?? {};
    const { properties = {} } = DOCUMENT.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {};
    return 'caps' in properties ? [path] : [];
  });
}

describe('caps and pagination.limit', () => {
  it('are tested on every route that accepts them', () => {
    const tested = READS.map(({ path }) => `/api/v1${path}`.replace(film(0), '{media_id}').replace(RUN, '{run_id}'));
    expect(tested.sort()).toEqual(pathsWithCaps().sort());
  });

  it('are echoed as they were applied on every route, and every list is as long as they allow', async () => {
    const statistics = app.app.get(BoundsStatistics);
    const before = { ...statistics };
    await fc.assert(
      fc.asyncProperty(arbitrarySizes, async (sizes) => {
        for (const { path, body, paged, rows, measure, pageLimit } of READS) {
          const answer = await read<Answer>(path, { ...body, ...sizes });
          const caps = expectedCaps(sizes, paged);
          expect({ path, caps: answer.caps }).toEqual({ path, caps });
          for (const [cap, length, available] of measure(answer as never)) {
            expect({ path, cap, length }).toEqual({ path, cap, length: Math.min(caps[cap], available) });
          }
          expectPage(path, answer, rows, paged === null ? limitOf(sizes, pageLimit) : caps[paged]);
        }
      }),
      { numRuns: 30 },
    );
    // The services have applied the caps, so the interceptor had nothing to cut.
    expect({ ...statistics }).toEqual(before);
  });

  it.each([
    ['/intelligence/candidates:search', { query: 'lantern' }, 'candidate_limit', 12, 50],
    ['/intelligence/artifacts', {}, 'artifact_limit', 8, 24],
    [`/intelligence/items/${film(0)}/related`, {}, 'related_limit', 8, 24],
    [`/intelligence/runs/${RUN}/audit`, {}, 'tool_call_limit', 16, 64],
  ] as const)(
    '%s: the page size is the cap, up to its maximum, or pagination.limit if that is smaller',
    async (path, body, cap, initial, max) => {
      const limitFor = async (sizes: Sizes): Promise<unknown> => {
        const { page, caps } = await read<Answer>(path, { ...body, ...sizes });
        return [page?.limit, page?.returned, caps[cap]];
      };
      expect(await limitFor({})).toEqual(Array(3).fill(initial));
      expect(await limitFor({ caps: { [cap]: max } })).toEqual(Array(3).fill(max));
      expect(await limitFor({ caps: { [cap]: 1_000 }, pagination: {} })).toEqual(Array(3).fill(max));
      expect(await limitFor({ caps: { [cap]: max }, pagination: { limit: 0 } })).toEqual(Array(3).fill(max));
      expect(await limitFor({ caps: { [cap]: max }, pagination: { limit: 5 } })).toEqual(Array(3).fill(5));
      expect(await limitFor({ caps: { [cap]: 3 }, pagination: { limit: 5 } })).toEqual(Array(3).fill(3));
      expect(await limitFor({ pagination: { limit: 50 } })).toEqual(Array(3).fill(initial));
    },
  );
});

function limitOf({ pagination }: Sizes, { default: initial, max }: Cap = PAGE_LIMIT): number {
  const limit = pagination?.limit ?? 0;
  return limit <= 0 ? initial : Math.min(limit, max);
}

function expectPage(path: string, answer: Answer, rows: Read['rows'], limit: number): void {
  if (rows === null) {
    expect(answer.page).toBeUndefined();
    return;
  }
  const [length, available] = rows(answer as never);
  expect({ path, length, ...answer.page }).toMatchObject({
    path,
    length: Math.min(limit, available),
    limit,
    returned: length,
    has_more: available > limit,
  });
}
