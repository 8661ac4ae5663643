/** Renders answers of any class with the level of detail `ids` or `brief`. */
import type { IntelligenceDropped, IntelligencePage } from '../dto/page.dto';
import { Citations } from './citations';
import { type MarkdownParts, writeMarkdown } from './markdown-document';
import { formatName } from './markdown-lines';
import { escapeMarkdown } from './markdown-text';

type Json = Readonly<Record<string, unknown>>;

/** Fields that identify a row. */
const ID_FIELDS = new Set(['media_id', 'artifact_id', 'library_id', 'run_id', 'tool_call_id']);
/** Fields that describe the whole answer or a page. They are not part of any row. */
const METADATA_FIELDS = new Set(['page', 'dropped', 'caps', 'origins']);
const LIST_NAME_MAX_CHARS = 64;

/** Renders each row as one line: its id and the other fields that the level keeps. */
export function renderPruned(answer: object): string {
  const body = answer as Json & { readonly page?: IntelligencePage; readonly dropped?: IntelligenceDropped };
  const lines = linesOf(body, '');
  return writeMarkdown({
    title: 'Answer',
    notice: noticeOf(body),
    lines: lines.length === 0 ? ['No rows.'] : lines,
    citations: new Citations(),
    page: body.page,
    dropped: body.dropped,
    categories: ['related', 'facet_values', 'facet_groups', 'summaries', 'rows'],
  });
}

/** Selects the notice about the authors of the texts. At the level `brief`, each line of an artifact has its origin. */
function noticeOf(body: Json): MarkdownParts['notice'] {
  if ('runs' in body || 'run' in body) return 'generated';
  return 'artifacts' in body || 'artifact_id' in body ? 'artifacts' : 'catalog';
}

/**
 * Returns one line for the values of an object, then the lines of its lists and the cursor of its page. `writeMarkdown`
 * writes the cursor of the whole answer.
 */
function linesOf(value: Json, indent: string): string[] {
  const rowText = textOf(value);
  const listLines = listsOf(value).flatMap(([name, list]) => {
    const rows = list.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? linesOf(each as Json, `${indent}  `)
        : [`${indent}  - ${formatValue(each)}`],
    );
    return rows.length === 0
      ? []
      : [`${indent}${rowText === '' ? '' : '  '}- ${escapeMarkdown(name, LIST_NAME_MAX_CHARS)}:`, ...rows];
  });
  const { next_cursor: cursor } = (indent === '' ? {} : (value['page'] ?? {})) as Partial<IntelligencePage>;
  const cursorLines = typeof cursor === 'string' ? [`${indent}- Next cursor: \`${cursor}\``] : [];
  return [...(rowText === '' ? [] : [`${indent}- ${rowText}`]), ...listLines, ...cursorLines];
}

/**
 * Returns one line with the first id of an object and its other texts, numbers and booleans, including those of nested
 * objects.
 */
function textOf(value: Json): string {
  const ids: string[] = [];
  const texts: string[] = [];
  const visit = (object: Json): void => {
    for (const [name, field] of Object.entries(object)) {
      if (METADATA_FIELDS.has(name) || Array.isArray(field) || field === null) continue;
      if (typeof field === 'object') visit(field as Json);
      else if (ID_FIELDS.has(name) && ids.length === 0) ids.push(formatValue(field));
      else if (field !== '') texts.push(formatValue(field));
    }
  };
  visit(value);
  return [...ids, texts.join(', ')].filter((text) => text !== '').join(' ');
}

function listsOf(value: Json): [string, readonly unknown[]][] {
  return Object.entries(value).flatMap(([name, field]): [string, readonly unknown[]][] => {
    if (METADATA_FIELDS.has(name)) return [];
    if (Array.isArray(field)) return [[name, field]];
    return typeof field === 'object' && field !== null ? listsOf(field as Json) : [];
  });
}

/** Formats a text, a number or a boolean. */
function formatValue(value: unknown): string {
  return formatName(typeof value === 'string' ? value : JSON.stringify(value));
}
