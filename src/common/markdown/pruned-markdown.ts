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
/** Fields that follow the texts of an object in parentheses, if the object has an `origin` of its own. */
const ORIGIN_LABEL_FIELDS = ['kind', 'origin'];
const LIST_NAME_MAX_CHARS = 64;

/** Renders an answer that was pruned to its level, with one line for the values of each row. */
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

/** Selects the notice about the authors of the texts. */
function noticeOf(body: Json): MarkdownParts['notice'] {
  // An answer with `run_id` but without `run` is the verification of a run.
  if ('runs' in body || 'run' in body || 'run_id' in body) return 'generated';
  return 'artifacts' in body || 'artifact_id' in body ? 'artifacts' : 'catalog';
}

/**
 * Returns one line for the values of an object, then the lines of its lists and the cursor of its page. `writeMarkdown`
 * writes the cursor of the whole answer.
 */
function linesOf(value: Json, indent: string): string[] {
  const rowText = textOf(value);
  const listIndent = rowText === '' ? indent : `${indent}  `;
  const listLines = listsOf(value).flatMap(([name, list]) => {
    const rows = list.flatMap((each) =>
      typeof each === 'object' && each !== null
        ? linesOf(each as Json, `${listIndent}  `)
        : [`${listIndent}  - ${formatValue(each)}`],
    );
    return rows.length === 0 ? [] : [`${listIndent}- ${escapeMarkdown(name, LIST_NAME_MAX_CHARS)}:`, ...rows];
  });
  const { next_cursor: cursor } = (indent === '' ? {} : (value['page'] ?? {})) as Partial<IntelligencePage>;
  const cursorLines = typeof cursor === 'string' ? [`${indent}- Next cursor: \`${cursor}\``] : [];
  return [...(rowText === '' ? [] : [`${indent}- ${rowText}`]), ...listLines, ...cursorLines];
}

/**
 * Returns one line with the first id of an object and its other texts, numbers and booleans, including those of nested
 * objects. If an object has an `origin`, its kind and origin follow its texts in parentheses.
 */
function textOf(value: Json): string {
  const ids: string[] = [];
  const textsIn = (object: Json): string[] => {
    const hasOrigin = typeof object['origin'] === 'string';
    const texts = Object.entries(object).flatMap(([name, field]) => {
      if (METADATA_FIELDS.has(name) || Array.isArray(field) || field === null || field === '') return [];
      if (typeof field === 'object') return textsIn(field as Json);
      if (ID_FIELDS.has(name) && ids.length === 0) {
        ids.push(formatValue(field));
        return [];
      }
      if (hasOrigin && ORIGIN_LABEL_FIELDS.includes(name)) return [];
      return name === 'did_you_mean' ? [`Did you mean: "${formatValue(field)}"?`] : [formatValue(field)];
    });
    if (!hasOrigin) return texts;
    const label = ORIGIN_LABEL_FIELDS.flatMap((name) =>
      typeof object[name] === 'string' ? [formatValue(object[name])] : [],
    );
    return [`${texts.join(', ')} (${label.join(', ')})`.trimStart()];
  };
  const text = textsIn(value).join(', ');
  return [...ids, text].filter((part) => part !== '').join(' ');
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
