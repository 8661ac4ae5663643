/** Renders answers with the levels of detail `ids` and `brief`, of any class. */
import type { IntelligenceDropped, IntelligencePage } from '../dto/intelligence.dto';
import { Citations } from './citations';
import { type MarkdownParts, writeMarkdown } from './markdown-document';
import { nameText } from './markdown-lines';
import { escapeMarkdown } from './markdown-text';

type Json = Readonly<Record<string, unknown>>;

/** Fields that identify a row. */
const IDS = new Set(['media_id', 'artifact_id', 'library_id', 'run_id', 'tool_call_id']);
/** Fields of the frame. */
const FRAME = new Set(['page', 'dropped', 'caps', 'origins']);
const ID_MAX_CHARS = 64;

/** Each row as one line with its id and what else the level keeps. */
export function renderPruned(answer: object): string {
  const body = answer as Json & { readonly page?: IntelligencePage; readonly dropped?: IntelligenceDropped };
  const lines = linesOf(body, '');
  return writeMarkdown({
    ...{
      title: 'Answer',
      texts: textsOf(body),
      lines: lines.length === 0 ? ['No rows.'] : lines,
      citations: new Citations(),
    },
    ...{ page: body.page, dropped: body.dropped },
    shows: ['related', 'facet_values', 'summaries', 'rows'],
  });
}

/** What most texts are. Artifacts have the label in their lines. */
function textsOf(body: Json): MarkdownParts['texts'] {
  if ('runs' in body || 'run' in body) return 'generated';
  return 'artifacts' in body || 'artifact_id' in body ? 'artifacts' : 'catalog';
}

/** The texts of an object that are no rows of their own, then its lists. */
function linesOf(value: Json, indent: string): string[] {
  const own = textOf(value);
  const below = listsOf(value).flatMap(([name, list]) => {
    const rows = list.flatMap((each) =>
      typeof each === 'object' && each !== null ? linesOf(each as Json, `${indent}  `) : [`${indent}  - ${line(each)}`],
    );
    return rows.length === 0
      ? []
      : [`${indent}${own === '' ? '' : '  '}- ${escapeMarkdown(name, ID_MAX_CHARS)}:`, ...rows];
  });
  const { next_cursor: cursor } = (indent === '' ? {} : (value['page'] ?? {})) as Partial<IntelligencePage>;
  const more = typeof cursor === 'string' ? [`${indent}- Next cursor: \`${cursor}\``] : [];
  return [...(own === '' ? [] : [`${indent}- ${own}`]), ...below, ...more];
}

/** The id and the other texts of an object and of the objects in it. */
function textOf(value: Json): string {
  const ids: string[] = [];
  const texts: string[] = [];
  const visit = (of: Json): void => {
    for (const [name, field] of Object.entries(of)) {
      if (FRAME.has(name) || Array.isArray(field) || field === null) continue;
      if (typeof field === 'object') visit(field as Json);
      else if (IDS.has(name) && ids.length === 0) ids.push(line(field));
      else if (field !== '') texts.push(line(field));
    }
  };
  visit(value);
  return [...ids, texts.join(', ')].filter((text) => text !== '').join(' ');
}

function listsOf(value: Json): [string, readonly unknown[]][] {
  return Object.entries(value).flatMap(([name, field]): [string, readonly unknown[]][] => {
    if (FRAME.has(name)) return [];
    if (Array.isArray(field)) return [[name, field]];
    return typeof field === 'object' && field !== null ? listsOf(field as Json) : [];
  });
}

/** A text, a number or a boolean. */
function line(value: unknown): string {
  return nameText(typeof value === 'string' ? value : JSON.stringify(value));
}
