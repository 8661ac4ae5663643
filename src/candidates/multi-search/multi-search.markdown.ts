import { Citations } from '../../common/markdown/citations';
import { writeMarkdown } from '../../common/markdown/markdown-document';
import { candidateLines, CANDIDATE_CATEGORIES } from '../candidates.markdown';
import type { MultiSearchResponse } from './multi-search.dto';

/** Renders the candidates of each query as a list. */
export function renderMultiSearch({ results, dropped }: MultiSearchResponse): string {
  const citations = new Citations();
  const blocks = results.map((result, index) => {
    const { next_cursor: cursor } = result.page;
    const cursorLines = cursor === null ? [] : [`Next cursor: \`${cursor}\``];
    return ['', `Query ${index + 1}:`, ...candidateLines(result, citations), ...cursorLines];
  });
  return writeMarkdown({
    ...{ title: 'Candidates', lines: blocks.flat().slice(1), citations, dropped },
    categories: CANDIDATE_CATEGORIES,
  });
}
