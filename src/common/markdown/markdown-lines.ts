/** Formats the parts that Markdown answers have in common: items, summaries and facets. */
import type { IntelligenceFacetGroup } from '../dto/facets.dto';
import type { IntelligenceMediaRef } from '../dto/references.dto';
import type { IntelligenceSummary } from '../dto/summary.dto';
import { CAP_TABLE } from '../paging/cap-table';
import { escapeMarkdown, shortenMarkdown } from './markdown-text';

/** Maximum length of a title or label in a line, in code points. */
export const NAME_MAX_CHARS = 120;
/** Default maximum length of a summary at the end of a line, in code points. */
export const LISTED_SUMMARY_MAX_CHARS = 40;

/** Formats a title, name or label. */
export function formatName(name: string): string {
  return shortenMarkdown(name, NAME_MAX_CHARS);
}

/** Formats an item with its year and kind, and with its series and numbers: `Pilot (1990) episode, The Show S1E1`. */
export function formatMedia(media: IntelligenceMediaRef): string {
  const { title, year, media_kind: kind, series, season_number: season, episode_number: episode } = media;
  const numbers = [season === null ? '' : `S${season}`, episode === null ? '' : `E${episode}`].join('');
  const inSeries = series === null ? '' : `, ${formatName(series.title)}${numbers === '' ? '' : ` ${numbers}`}`;
  return `${formatName(title)}${year === null ? '' : ` (${year})`} ${kind}${inSeries}`;
}

/** Formats a summary as the end of a line, after a dash. Returns an empty text if there is no summary. */
export function formatSummary(summary: IntelligenceSummary | null, maxChars = LISTED_SUMMARY_MAX_CHARS): string {
  return summary === null || summary.text === '' ? '' : ` — ${formatText(summary, maxChars)}`;
}

/** Formats a summary as the lines of a paragraph, with an empty line at the end. Returns no lines if it is empty. */
export function formatSummaryBlock(summary: IntelligenceSummary): string[] {
  return summary.text === '' ? [] : [formatText(summary, CAP_TABLE.summary_max_chars.max), ''];
}

/** Escapes a text and cuts it to `maxChars`. Adds an ellipsis if it is cut here or was cut before. */
function formatText({ text, truncated }: IntelligenceSummary, maxChars: number): string {
  const line = shortenMarkdown(text, maxChars);
  return truncated && !line.endsWith('…') ? `${line}…` : line;
}

/** Formats one line for each facet group with values. */
export function formatFacets(groups: readonly IntelligenceFacetGroup[]): string[] {
  return groups.flatMap(({ label, values, other_count: otherCount }) => {
    if (values.length === 0) return [];
    const counts = values.map((value) => `${formatName(value.label)} ${value.count}`);
    if (otherCount !== 0) counts.push(`others ${otherCount}`);
    return [`- ${escapeMarkdown(label, NAME_MAX_CHARS)}: ${counts.join(', ')}`];
  });
}
