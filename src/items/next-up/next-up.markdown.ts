import { Citations } from '../../common/markdown/citations';
import { writeMarkdown } from '../../common/markdown/markdown-document';
import { formatMedia, formatSummary } from '../../common/markdown/markdown-lines';
import type { NextUpResponse } from './next-up.dto';

/** Renders next episodes as a list; the series that the caller watched last comes first. */
export function renderNextUp({ items, page, dropped }: NextUpResponse): string {
  const citations = new Citations();
  const rows = items.map(({ media, summary, state, position_seconds: position, grounding }) => {
    const source = citations.cite(media.media_id, grounding, [media.title, summary.text]);
    const begun = state === 'in_progress' ? `, begun, ${position} seconds` : '';
    return `- ${source} ${formatMedia(media)}${begun}${formatSummary(summary)}`;
  });
  return writeMarkdown({
    title: 'Next episodes',
    lines: rows.length === 0 ? ['No next episodes.'] : rows,
    citations,
    page,
    dropped,
    categories: ['evidence', 'summaries', 'rows'],
  });
}
