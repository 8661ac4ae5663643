import { Citations } from '../../common/markdown/citations';
import { pageNotes, writeMarkdown } from '../../common/markdown/markdown-document';
import { candidateLines, CANDIDATE_CATEGORIES } from '../candidates.markdown';
import type { MultiSearchResponse } from './multi-search.dto';

/** Renders the candidates of each query as a list. */
export function renderMultiSearch({ results, dropped }: MultiSearchResponse): string {
  const citations = new Citations();
  const blocks = results.map((result, index) => {
    return ['', `Query ${index + 1}:`, ...candidateLines(result, citations), ...pageNotes(result.page)];
  });
  return writeMarkdown({
    title: 'Candidates',
    lines: blocks.flat().slice(1),
    citations,
    dropped,
    categories: CANDIDATE_CATEGORIES,
  });
}
