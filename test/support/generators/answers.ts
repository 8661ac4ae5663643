/** Random answers of every response class of a read. */
import fc from 'fast-check';
import { ARTIFACT_ORIGINS, ArtifactResponse, SearchArtifactsResponse } from '../../../src/artifacts/artifacts.dto';
import {
  RUN_AUDIT_ORIGINS,
  RunAuditResponse,
  RunListResponse,
  RunVerification,
  RUNS_ORIGINS,
} from '../../../src/audit/audit.dto';
import { BROWSE_ORIGINS, BrowseResponse } from '../../../src/candidates/browse/browse.dto';
import { BROWSE_SORT_NAMES } from '../../../src/candidates/browse/browse-sorts';
import { CANDIDATES_ORIGINS, SearchCandidatesResponse } from '../../../src/candidates/candidates.dto';
import { MATCH_RELATIONS } from '../../../src/candidates/facets/match-count';
import { MultiSearchResponse } from '../../../src/candidates/multi-search/multi-search.dto';
import type { BoundedClass } from '../../../src/common/response-bounds/field-metadata';
import { NEXT_UP_ORIGINS, NextUpResponse } from '../../../src/items/next-up/next-up.dto';
import { CONTEXTS_ORIGINS, ItemContextsResponse } from '../../../src/items/context/item-contexts.dto';
import { CHECKS_ORIGINS, VerifyGroundingResponse } from '../../../src/grounding/grounding.dto';
import { CONTEXT_ORIGINS, ItemContextResponse } from '../../../src/items/context/item-context.dto';
import { RELATED_ORIGINS, RelatedResponse } from '../../../src/items/related/related.dto';
import { FACETS_ORIGINS, FacetsResponse, OVERVIEW_ORIGINS, OverviewResponse } from '../../../src/overview/overview.dto';
import {
  artifact,
  artifactIds,
  browsed,
  candidate,
  caps,
  facets,
  groundings,
  item,
  label,
  library,
  list,
  media,
  mediaId,
  nextUp,
  orNull,
  paged,
  related,
  runFields,
  summary,
  time,
  toolCall,
  type Arb,
} from './answer-rows';

/** A response class, and random answers of this class. */
export interface AnswerKind {
  readonly type: BoundedClass;
  /** Path of the paged list in the answer; null if there is none. */
  readonly pagedPath: readonly string[] | null;
  readonly answer: Arb<Record<string, unknown>>;
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
  .map(([{ rows, page }, suggestion, facetFields]) => {
    return { candidates: rows, did_you_mean: suggestion, understood: [], ...facetFields, page };
  });

/** Every response class of a read, by a short name of its route. */
export const ANSWER_KINDS: Readonly<Record<string, AnswerKind>> = {
  overview: {
    type: OverviewResponse,
    pagedPath: ['libraries'],
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
    pagedPath: null,
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
    pagedPath: ['candidates'],
    answer: fc
      .tuple(candidates, caps)
      .map(([body, limits]) => ({ ...body, caps: limits, origins: CANDIDATES_ORIGINS })),
  },
  browse: {
    type: BrowseResponse,
    pagedPath: ['items'],
    answer: fc
      .tuple(paged(browsed), fc.constantFrom(...BROWSE_SORT_NAMES), caps)
      .map(([{ rows, page }, sort, limits]) => ({ items: rows, sort, page, caps: limits, origins: BROWSE_ORIGINS })),
  },
  'next-up': {
    type: NextUpResponse,
    pagedPath: ['items'],
    answer: fc
      .tuple(paged(nextUp), caps)
      .map(([{ rows, page }, limits]) => ({ items: rows, page, caps: limits, origins: NEXT_UP_ORIGINS })),
  },
  contexts: {
    type: ItemContextsResponse,
    pagedPath: ['contexts'],
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
    pagedPath: ['results', 'candidates'],
    answer: fc.record({ results: list(candidates), caps, origins: fc.constant(CANDIDATES_ORIGINS) }),
  },
  artifacts: {
    type: SearchArtifactsResponse,
    pagedPath: ['artifacts'],
    answer: fc
      .tuple(paged(artifact), caps)
      .map(([{ rows, page }, limits]) => ({ artifacts: rows, page, caps: limits, origins: ARTIFACT_ORIGINS })),
  },
  artifact: {
    type: ArtifactResponse,
    pagedPath: null,
    answer: artifact.map((each) => ({ ...each, origins: ARTIFACT_ORIGINS })),
  },
  context: {
    type: ItemContextResponse,
    pagedPath: null,
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
    pagedPath: ['related'],
    answer: fc
      .tuple(media, paged(related), caps)
      .map(([seed, { rows, page }, limits]) => ({ seed, related: rows, page, caps: limits, origins: RELATED_ORIGINS })),
  },
  runs: {
    type: RunListResponse,
    pagedPath: ['runs'],
    answer: fc
      .tuple(paged(fc.record(runFields)), caps)
      .map(([{ rows, page }, limits]) => ({ runs: rows, page, caps: limits, origins: RUNS_ORIGINS })),
  },
  audit: {
    type: RunAuditResponse,
    pagedPath: ['run', 'tool_calls'],
    answer: fc
      .tuple(fc.record({ ...runFields, artifact_ids: artifactIds, grounding: groundings }), paged(toolCall), caps)
      .map(([run, { rows, page }, limits]) => ({
        run: { ...run, tool_calls: rows },
        page,
        caps: limits,
        origins: RUN_AUDIT_ORIGINS,
      })),
  },
  checks: {
    type: VerifyGroundingResponse,
    pagedPath: null,
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
    pagedPath: null,
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
