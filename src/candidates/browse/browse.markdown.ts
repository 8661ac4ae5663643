import { Citations } from '../../common/markdown/citations';
import { writeMarkdown } from '../../common/markdown/markdown-document';
import { LISTED_SUMMARY_MAX_CHARS, formatMedia, formatName, formatSummary } from '../../common/markdown/markdown-lines';
import type { BrowsedItem, BrowseResponse } from './browse.dto';

/** Renders items as a list, in the order of the sort. */
export function renderBrowse({ items, sort, page, dropped }: BrowseResponse): string {
  const citations = new Citations();
  const rows = items.map(({ media, summary, grounding, ...item }) => {
    const shown = [media.title, String(media.year ?? ''), summary.text.slice(0, LISTED_SUMMARY_MAX_CHARS)];
    const source = citations.cite(media.media_id, grounding, shown);
    return `- ${source} ${formatMedia(media)}${factsOf(item)}${formatSummary(summary)}`;
  });
  return writeMarkdown({
    title: `Items by ${formatName(sort)}`,
    lines: rows.length === 0 ? ['No items.'] : rows,
    citations,
    page,
    dropped,
    categories: ['evidence', 'summaries', 'rows'],
  });
}

function factsOf({
  runtime_minutes: runtime,
  watch_state,
}: Pick<BrowsedItem, 'runtime_minutes' | 'watch_state'>): string {
  const state = watch_state === null ? '' : `, ${formatName(watch_state.state)}`;
  return `${runtime === null ? '' : `, ${runtime} min`}${state}`;
}
