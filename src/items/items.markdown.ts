import { Citations } from '../common/markdown/citations';
import { writeMarkdown } from '../common/markdown/markdown-document';
import {
  formatFacets,
  formatMedia,
  formatName,
  formatSummary,
  formatSummaryBlock,
} from '../common/markdown/markdown-lines';
import { escapeMarkdown } from '../common/markdown/markdown-text';
import type { ItemContextEntry, ItemContextsResponse } from './context/item-contexts.dto';
import type {
  EpisodeProgress,
  ItemContext,
  ItemContextResponse,
  ItemHierarchy,
  ItemWatchState,
} from './context/item-context.dto';
import type { RelatedItem, RelatedResponse } from './related/related.dto';

/** Renders an item with its facts, its artifacts and its related items. */
export function renderContext({ item, related, artifacts, grounding, dropped }: ItemContextResponse): string {
  const citations = new Citations();
  const source = citations.cite(item.media.media_id, grounding, [item.media.title, item.summary.text]);
  const rows = relatedLines(related, citations);
  return writeMarkdown({
    title: `${formatMedia(item.media)} ${source}`,
    lines: [...contextLines({ item, artifacts }, citations), ...(rows.length === 0 ? [] : ['', 'Related:', ...rows])],
    citations,
    dropped,
    categories: ['artifacts', 'related', 'evidence', 'facet_values', 'people', 'summaries'],
  });
}

/** Renders several items, each with its facts and its artifacts. */
export function renderContexts(answer: ItemContextsResponse): string {
  const { contexts, unknown_media_ids: unknown, page, dropped } = answer;
  const citations = new Citations();
  const blocks = contexts.map(({ item, artifacts, grounding }) => {
    const source = citations.cite(item.media.media_id, grounding, [item.media.title, item.summary.text]);
    return [`${formatMedia(item.media)} ${source}`, '', ...contextLines({ item, artifacts }, citations)];
  });
  const unknownBlocks = unknown.length === 0 ? [] : [[`Unknown items: ${unknown.map(formatName).join(', ')}`]];
  return writeMarkdown({
    title: 'Items',
    lines: [...blocks, ...unknownBlocks].flatMap((block) => ['', ...block]).slice(1),
    citations,
    page,
    dropped,
    categories: ['artifacts', 'evidence', 'facet_values', 'people', 'summaries', 'rows'],
  });
}

/** Returns the lines for the summary, the facts and the artifacts of an item. */
function contextLines(
  { item, artifacts }: Pick<ItemContextEntry, 'item' | 'artifacts'>,
  citations: Citations,
): string[] {
  const rows = artifacts.map((artifact) => {
    const source = citations.cite(artifact.artifact_id, artifact.grounding);
    return `- ${source} ${formatName(artifact.title)} (${artifact.kind}, ${artifact.origin})${formatSummary(artifact.summary)}`;
  });
  return [
    ...formatSummaryBlock(item.summary),
    ...factLines(item),
    ...(rows.length === 0 ? [] : ['', 'Artifacts:', ...rows]),
  ];
}

/** Renders related items as a list, the strongest first. */
export function renderRelated({ seed, related, page, dropped }: RelatedResponse): string {
  const citations = new Citations();
  const title = `Related to ${formatMedia(seed)} ${citations.cite(seed.media_id)}`;
  const rows = relatedLines(related, citations);
  return writeMarkdown({
    title,
    lines: rows.length === 0 ? ['No related items.'] : rows,
    citations,
    page,
    dropped,
    categories: ['evidence', 'rows'],
  });
}

function relatedLines(related: readonly RelatedItem[], citations: Citations): string[] {
  return related.map(({ media, reason, grounding }) => {
    const source = citations.cite(media.media_id, grounding, [media.title, reason]);
    return `- ${source} ${formatMedia(media)} — ${formatName(reason)}`;
  });
}

function factLines({ people, people_total, facets, hierarchy, watch_state, missing_fields }: ItemContext): string[] {
  const names = people.map(({ name, role, character }) => {
    return `${formatName(name)} (${role}${character === null ? '' : `, ${formatName(character)}`})`;
  });
  const more = people_total > people.length && people.length > 0 ? [`${people_total - people.length} more`] : [];
  return [
    ...(names.length === 0 ? [] : [`- People: ${[...names, ...more].join('; ')}`]),
    ...formatFacets(facets),
    ...hierarchyLines(hierarchy),
    ...(watch_state === null ? [] : [`- Watched: ${watchText(watch_state)}`]),
    ...(missing_fields.length === 0 ? [] : [`- Not known: ${missing_fields.map(formatName).join(', ')}`]),
  ];
}

function hierarchyLines(hierarchy: ItemHierarchy | null): string[] {
  if (hierarchy === null) return [];
  return (['series', 'season', 'previous', 'next'] as const).flatMap((relation) => {
    const media = hierarchy[relation];
    return media === null ? [] : [`- ${relation}: ${formatMedia(media)} ${escapeMarkdown(media.media_id, 64)}`];
  });
}

function watchText({ state, position_seconds, duration_seconds, episodes }: ItemWatchState): string {
  // A duration of 0 means that the duration is unknown.
  const length = duration_seconds ? ` of ${duration_seconds}` : '';
  const position = position_seconds === null ? '' : `, ${position_seconds}${length} seconds`;
  return `${escapeMarkdown(state, 64)}${position}${episodes === null ? '' : progressText(episodes)}`;
}

function progressText(episodes: EpisodeProgress): string {
  const specials = `, ${episodes.specials_completed} of ${episodes.specials_total} specials`;
  if (episodes.total === 0 && episodes.specials_total > 0) return specials;
  const regular = `, ${episodes.completed} of ${episodes.total} episodes`;
  return episodes.specials_total === 0 ? regular : regular + specials;
}
