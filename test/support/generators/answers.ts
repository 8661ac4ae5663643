/** Random answers of every response class of a read. */
import fc from 'fast-check';
import { ARTIFACT_ORIGINS, ArtifactResponse, SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import {
  AUDIT_ORIGINS,
  RunAuditResponse,
  RunListResponse,
  RunVerification,
  RUNS_ORIGINS,
} from '../../../src/audit/audit.dto';
import { BROWSE_ORIGINS, BrowseResponse } from '../../../src/candidates/browse/browse.dto';
import { BROWSE_SORT_NAMES } from '../../../src/candidates/browse/browse-sorts';
import { CANDIDATES_ORIGINS, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { MATCH_RELATIONS } from '../../../src/candidates/facets/match-count';
import { FACET_KINDS } from '../../../src/common/dto/facet-kinds';
import { TEXT_ORIGINS } from '../../../src/common/dto/origins.dto';
import { MEDIA_KINDS } from '../../../src/common/media-id';
import { MultiSearchResponse } from '../../../src/candidates/multi-search/multi-search.dto';
import { effectiveCaps } from '../../../src/common/paging/caps';
import { type CursorBinding, CursorCodec } from '../../../src/common/paging/cursor';
import { toPage } from '../../../src/common/paging/paging';
import type { BoundedClass } from '../../../src/common/response-bounds/field-metadata';
import { WATCH_STATES } from '../../../src/database/entities/catalog/watch-state.entity';
import { NEXT_UP_ORIGINS, NextUpResponse } from '../../../src/items/next-up/next-up.dto';
import { CONTEXTS_ORIGINS, ItemContextsResponse } from '../../../src/items/context/item-contexts.dto';
import { CHECKS_ORIGINS, VerifyGroundingResponse } from '../../../src/grounding/grounding.dto';
import { CONTEXT_ORIGINS, ItemContextResponse } from '../../../src/items/context/item-context.dto';
import { RELATED_ORIGINS, RelatedResponse } from '../../../src/items/related/related.dto';
import { FACETS_ORIGINS, FacetsResponse, OVERVIEW_ORIGINS, OverviewResponse } from '../../../src/overview/overview.dto';

type Arb<T = unknown> = fc.Arbitrary<T>;

/** A class of answers, and random answers of it. */
export interface AnswerKind {
  readonly type: BoundedClass;
  /** Path of the paged list in the answer; null if there is none. */
  readonly rows: readonly string[] | null;
  readonly answer: Arb<Record<string, unknown>>;
}

/** A codec whose cursors do not depend on the time. */
export const CODEC = new CursorCodec({ secret: '0123456789abcdef0123456789abcdef' }, () => 1_763_700_000_000);
export const BINDING: CursorBinding = { userId: 'u', route: 'r', filters: null };

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.lorem({ maxCount: 30 }),
  fc.constantFrom('', 'Le Voyage dans la Lune', '# [x](y) <b>`|', 'a\nb\u2028c', '月世界旅行'),
);
const label = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.lorem({ maxCount: 3 }));
const time = fc.constant('2026-11-23T10:53:30.000Z');
const list = <T>(element: Arb<T>, maxLength = 3): Arb<T[]> => fc.array(element, { maxLength });
const orNull = <T>(value: Arb<T>): Arb<T | null> => fc.option(value);
const mediaId = fc.tuple(fc.constantFrom(...MEDIA_KINDS), fc.uuid()).map(([kind, id]) => `${kind}:${id}`);
const summary = fc
  .tuple(text, fc.boolean())
  .map(([value, truncated]) => ({ text: value, max_chars: 400, truncated, original_chars: value.length }));
const artifactIds = list(fc.uuid());
const media = fc.record({
  media_id: mediaId,
  media_kind: fc.constantFrom(...MEDIA_KINDS),
  library_id: fc.uuid(),
  title: label,
  year: orNull(fc.integer({ min: 1888, max: 2030 })),
  series: orNull(fc.record({ media_id: mediaId, title: label })),
  season_number: orNull(fc.nat(40)),
  episode_number: orNull(fc.nat(900)),
  artifact_ids: artifactIds,
});
const grounding = fc.record(
  {
    source: fc.constant('search_index'),
    media_id: mediaId,
    field: fc.constant('overview'),
    label,
    evidence: summary,
    origin: fc.constantFrom(...TEXT_ORIGINS),
  },
  { requiredKeys: ['source', 'label'] },
);
const groundings = list(grounding);
const provenance = list(
  fc.record(
    { source: fc.constant('media_metadata'), media_id: mediaId, source_hash: label, grounding: groundings },
    { requiredKeys: ['source', 'grounding'] },
  ),
  2,
);
const facets = list(
  fc
    .record({
      kind: fc.constantFrom(...FACET_KINDS),
      label,
      values: list(fc.record({ key: label, label, count: fc.nat(10_000), sample_media_ids: list(mediaId) }), 5),
      other_count: fc.nat(100),
      missing_count: fc.nat(100),
    })
    .map((group) => ({ ...group, cardinality: group.values.length })),
);
const artifact = fc.record({
  artifact_id: fc.uuid(),
  kind: fc.constant('summary'),
  origin: fc.constantFrom('user', 'generated'),
  scope: fc.constantFrom('global', 'user'),
  status: fc.constant('active'),
  library_id: orNull(fc.uuid()),
  media: orNull(media),
  title: label,
  summary,
  provenance,
  grounding: groundings,
  hidden_sources: fc.nat(3),
  producer: orNull(label),
  supersedes_artifact_id: orNull(fc.uuid()),
  revision: fc.nat(9),
  created_at: time,
  updated_at: time,
});
const related = fc.record({
  media,
  relationship: fc.constant('shared_cast'),
  strength: fc.constantFrom(0.25, 0.123456),
  reason: label,
  signals: list(fc.record({ signal: fc.constant('shared_cast'), weight: fc.constant(0.25), shared: list(label) }), 2),
  artifact_ids: artifactIds,
  grounding: groundings,
});
const candidate = fc.record({
  media,
  summary,
  match_reason: label,
  score: fc.constantFrom(1, 0.113543),
  matched: list(fc.record({ field: fc.constant('overview'), tier: fc.constant('all_terms') }), 2),
  artifact_ids: artifactIds,
  grounding: groundings,
});
const library = fc.record({
  library_id: fc.uuid(),
  name: label,
  library_kind: fc.constantFrom('movies', 'series'),
  summary,
  counts: fc.record({
    movies: fc.nat(),
    series: fc.nat(),
    seasons: fc.nat(),
    episodes: fc.nat(),
    artifacts: fc.nat(),
  }),
  facets,
  artifact_ids: artifactIds,
});
const summaries = {
  input_summary: orNull(summary),
  output_summary: orNull(summary),
  error_summary: orNull(summary),
};
const run = {
  run_id: fc.uuid(),
  purpose: fc.constant('candidate_search'),
  status: fc.constant('succeeded'),
  requested_by_user_id: fc.uuid(),
  model: orNull(label),
  queued_at: time,
  started_at: orNull(time),
  completed_at: orNull(time),
  ...summaries,
  tool_call_count: fc.nat(9),
  revision: fc.nat(9),
};
const toolCall = fc.record({
  tool_call_id: fc.uuid(),
  sequence: fc.nat(9_999),
  name: label,
  kind: fc.constant('search'),
  status: fc.constant('succeeded'),
  started_at: orNull(time),
  completed_at: orNull(time),
  duration_ms: orNull(fc.nat(9_999)),
  ...summaries,
  artifact_ids: artifactIds,
  grounding: groundings,
});
const item = fc.record({
  media,
  summary,
  facets,
  people: list(fc.record({ name: label, role: fc.constant('actor'), character: orNull(label) }), 6),
  people_total: fc.nat(30),
  hierarchy: orNull(
    fc.record({ series: orNull(media), season: orNull(media), previous: orNull(media), next: orNull(media) }),
  ),
  watch_state: fc.constant(null),
  missing_fields: list(fc.constant('tagline'), 1),
  artifact_ids: artifactIds,
  provenance,
});
const browsed = fc.record({
  media,
  summary,
  runtime_minutes: orNull(fc.nat(300)),
  popularity: orNull(fc.nat(900)),
  added_at: time,
  watch_state: orNull(
    fc.record({
      state: fc.constantFrom(...WATCH_STATES),
      position_seconds: fc.nat(9_000),
      duration_seconds: fc.nat(9_000),
      last_watched_at: time,
    }),
  ),
  grounding: groundings,
});
const nextUp = fc.record({
  media,
  summary,
  state: fc.constantFrom(...WATCH_STATES),
  position_seconds: fc.nat(9_000),
  duration_seconds: fc.nat(9_000),
  last_media_id: mediaId,
  last_watched_at: time,
  grounding: groundings,
});
const caps = fc.constant(effectiveCaps());

/** Rows with a page block, as `toPage` returns them. The cursor key of a row is its position. */
function paged<T>(row: Arb<T>): Arb<{ rows: T[]; page: object }> {
  return fc
    .tuple(fc.array(row, { maxLength: 6 }), fc.integer({ min: 1, max: 6 }))
    .map(([rows, limit]) => toPage(rows, limit, { codec: CODEC, binding: BINDING, keyOf: (_, index) => [index + 1] }));
}

/** The candidates of one query, sometimes with facets. */
const candidates = fc
  .tuple(
    paged(candidate),
    orNull(label),
    fc.option(
      fc.record({
        facets,
        matches: fc.record({ count: fc.nat(5_000), relation: fc.constantFrom(...MATCH_RELATIONS) }),
      }),
    ),
  )
  .map(([{ rows, page }, meant, counted]) => {
    return { candidates: rows, did_you_mean: meant, understood: [], ...counted, page };
  });

/** Every response class of a read, by the name of its route. */
export const ANSWER_KINDS: Readonly<Record<string, AnswerKind>> = {
  overview: {
    type: OverviewResponse,
    rows: ['libraries'],
    answer: fc
      .tuple(paged(library), facets, list(fc.uuid(), 2), caps)
      .map(([{ rows, page }, overall, unknown, limits]) => ({
        libraries: rows,
        facets: overall,
        unknown_library_ids: unknown,
        page,
        caps: limits,
        generated_at: '2026-11-23T10:53:30.000Z',
        origins: OVERVIEW_ORIGINS,
      })),
  },
  facets: {
    type: FacetsResponse,
    rows: null,
    answer: fc.record({
      facets,
      unknown_library_ids: list(fc.uuid(), 2),
      truncated: fc.boolean(),
      caps,
      generated_at: time,
      origins: fc.constant(FACETS_ORIGINS),
    }),
  },
  candidates: {
    type: SearchCandidatesResponse,
    rows: ['candidates'],
    answer: fc
      .tuple(candidates, caps)
      .map(([found, limits]) => ({ ...found, caps: limits, origins: CANDIDATES_ORIGINS })),
  },
  browse: {
    type: BrowseResponse,
    rows: ['items'],
    answer: fc
      .tuple(paged(browsed), fc.constantFrom(...BROWSE_SORT_NAMES), caps)
      .map(([{ rows, page }, sort, limits]) => ({ items: rows, sort, page, caps: limits, origins: BROWSE_ORIGINS })),
  },
  'next-up': {
    type: NextUpResponse,
    rows: ['items'],
    answer: fc
      .tuple(paged(nextUp), caps)
      .map(([{ rows, page }, limits]) => ({ items: rows, page, caps: limits, origins: NEXT_UP_ORIGINS })),
  },
  contexts: {
    type: ItemContextsResponse,
    rows: ['contexts'],
    answer: fc
      .tuple(
        paged(fc.record({ item, artifacts: list(artifact, 2), grounding: groundings })),
        fc.uniqueArray(mediaId, { maxLength: 2 }),
        caps,
      )
      .map(([{ rows, page }, unknown, limits]) => ({
        contexts: rows,
        unknown_media_ids: unknown,
        page,
        caps: limits,
        origins: CONTEXTS_ORIGINS,
      })),
  },
  'multi-search': {
    type: MultiSearchResponse,
    rows: ['results', 'candidates'],
    answer: fc.record({ results: list(candidates), caps, origins: fc.constant(CANDIDATES_ORIGINS) }),
  },
  artifacts: {
    type: SearchArtifactsResponse,
    rows: ['artifacts'],
    answer: fc
      .tuple(paged(artifact), caps)
      .map(([{ rows, page }, limits]) => ({ artifacts: rows, page, caps: limits, origins: ARTIFACT_ORIGINS })),
  },
  artifact: {
    type: ArtifactResponse,
    rows: null,
    answer: artifact.map((each) => ({ ...each, origins: ARTIFACT_ORIGINS })),
  },
  context: {
    type: ItemContextResponse,
    rows: null,
    answer: fc.record({
      item,
      related: list(related),
      artifacts: list(artifact, 2),
      grounding: groundings,
      caps,
      origins: fc.constant(CONTEXT_ORIGINS),
    }),
  },
  related: {
    type: RelatedResponse,
    rows: ['related'],
    answer: fc
      .tuple(media, paged(related), caps)
      .map(([seed, { rows, page }, limits]) => ({ seed, related: rows, page, caps: limits, origins: RELATED_ORIGINS })),
  },
  runs: {
    type: RunListResponse,
    rows: ['runs'],
    answer: fc
      .tuple(paged(fc.record(run)), caps)
      .map(([{ rows, page }, limits]) => ({ runs: rows, page, caps: limits, origins: RUNS_ORIGINS })),
  },
  audit: {
    type: RunAuditResponse,
    rows: ['run', 'tool_calls'],
    answer: fc
      .tuple(fc.record({ ...run, artifact_ids: artifactIds, grounding: groundings }), paged(toolCall), caps)
      .map(([own, { rows, page }, limits]) => ({
        run: { ...own, tool_calls: rows },
        page,
        caps: limits,
        origins: AUDIT_ORIGINS,
      })),
  },
  checks: {
    type: VerifyGroundingResponse,
    rows: null,
    answer: fc.record({
      checks: list(
        fc.record({
          position: fc.integer({ min: 1, max: 48 }),
          status: fc.constantFrom('valid', 'changed', 'unknown'),
          differs: list(fc.constantFrom('evidence', 'source_hash'), 2),
          present_summary: orNull(summary),
        }),
        6,
      ),
      caps,
      origins: fc.constant(CHECKS_ORIGINS),
    }),
  },
  verify: {
    type: RunVerification,
    rows: null,
    answer: fc.record({
      run_id: fc.uuid(),
      unbroken: fc.boolean(),
      authentic: orNull(fc.boolean()),
      records: fc.nat(99),
      first_broken: orNull(fc.nat(99)),
      head: fc.string({ minLength: 64, maxLength: 64, unit: fc.constantFrom(...'0123456789abcdef') }),
    }),
  },
};
