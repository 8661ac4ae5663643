import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import {
  formatFacets,
  LISTED_SUMMARY_MAX_CHARS,
  formatMedia,
  formatName,
  formatSummary,
} from '../common/markdown/markdown-lines';
import type { CandidateList, SearchCandidatesResponse } from './candidates.dto';

/** Categories of parts (see `IntelligenceDropped`) that the Markdown of candidates contains. */
export const CANDIDATE_CATEGORIES = ['evidence', 'facet_values', 'facet_groups', 'summaries', 'rows'] as const;

/** Renders candidates as a list, the best first. */
export function renderCandidates(answer: SearchCandidatesResponse): string {
  const { page, dropped } = answer;
  const citations = new Citations();
  const lines = candidateLines(answer, citations);
  return writeMarkdown({
    title: 'Candidates',
    lines,
    citations,
    page,
    dropped,
    categories: CANDIDATE_CATEGORIES,
  });
}

/** Returns lines with the candidates of one query and the facets of its matches. */
export function candidateLines(
  { candidates, did_you_mean, facets = [], matches }: CandidateList,
  citations: Citations,
): string[] {
  const rows = candidates.map(({ media, summary, grounding }) => {
    const source = citations.cite(media.media_id, grounding, [
      media.title,
      summary.text.slice(0, LISTED_SUMMARY_MAX_CHARS),
    ]);
    return `- ${source} ${formatMedia(media)}${formatSummary(summary)}`;
  });
  const suggestionLines = did_you_mean === null ? [] : [`Did you mean: "${formatName(did_you_mean)}"?`, ''];
  const matchLines =
    matches === undefined
      ? []
      : [
          '',
          `${matches.relation === 'gte' ? 'At least ' : ''}${matches.count} ${matches.count === 1 ? 'match' : 'matches'}.`,
          ...formatFacets(facets),
        ];
  return [...suggestionLines, ...(rows.length === 0 ? ['No candidates.'] : rows), ...matchLines];
}
