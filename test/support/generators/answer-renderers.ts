import { renderArtifact, renderArtifacts } from '../../../src/artifacts/artifacts.markdown';
import { renderRunAudit, renderRuns, renderVerification } from '../../../src/audit/audit.markdown';
import { renderBrowse } from '../../../src/candidates/browse/browse.markdown';
import { renderCandidates } from '../../../src/candidates/candidates.markdown';
import { renderContext, renderContexts, renderRelated } from '../../../src/items/items.markdown';
import { renderNextUp } from '../../../src/items/next-up/next-up.markdown';
import { renderMultiSearch } from '../../../src/candidates/multi-search/multi-search.markdown';
import { renderFacets, renderOverview } from '../../../src/overview/overview.markdown';
import { renderChecks } from '../../../src/grounding/grounding.markdown';
import type { WriteBody } from '../../../src/common/response-budget/pack-to-budget';

/**
 * The Markdown renderer of each kind of answer. The keys are those of `ANSWER_KINDS`. Each renderer takes only its own
 * answer, but a test calls it with a generated `object`. So the type is asserted.
 */
export const RENDERERS = {
  overview: renderOverview,
  facets: renderFacets,
  candidates: renderCandidates,
  browse: renderBrowse,
  'next-up': renderNextUp,
  contexts: renderContexts,
  'multi-search': renderMultiSearch,
  artifacts: renderArtifacts,
  artifact: renderArtifact,
  context: renderContext,
  related: renderRelated,
  runs: renderRuns,
  audit: renderRunAudit,
  checks: renderChecks,
  verify: renderVerification,
} as unknown as Readonly<Record<string, WriteBody>>;
