import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import { LINE_MAX_CHARS, mediaText, nameText, summaryText } from '../common/markdown/markdown-lines';
import type { SearchCandidatesResponse } from './candidates.dto';

/** Candidates as a list, the best first. */
export function renderCandidates({ candidates, did_you_mean, page, dropped }: SearchCandidatesResponse): string {
  const citations = new Citations();
  const lines = candidateLines({ candidates, did_you_mean }, citations);
  return writeMarkdown({
    ...{ title: 'Candidates', lines, citations, page, dropped },
    shows: ['evidence', 'summaries', 'rows'],
  });
}

/** The lines of the candidates of one query. */
export function candidateLines(
  { candidates, did_you_mean }: Pick<SearchCandidatesResponse, 'candidates' | 'did_you_mean'>,
  citations: Citations,
): string[] {
  const rows = candidates.map(({ media, summary, grounding }) => {
    const source = citations.cite(media.media_id, grounding, [media.title, summary.text.slice(0, LINE_MAX_CHARS)]);
    return `- ${source} ${mediaText(media)}${summaryText(summary)}`;
  });
  const meant = did_you_mean === null ? [] : [`Did you mean: "${nameText(did_you_mean)}"?`, ''];
  return [...meant, ...(rows.length === 0 ? ['No candidates.'] : rows)];
}
