/** Answers of two databases with the same catalog, as texts that can be compared. */
import type { Question } from '../e2e/isolation/leak-worlds/questions';
import type { Caller } from '../e2e/isolation/leak-worlds/shown-world';

/** Maximum number of entries on a page of the audit log. */
const LOG_PAGE = 50;

/** An entry of the audit log. */
interface Entry {
  readonly recorded_at: string;
  readonly action: string;
  readonly target_id: string;
}

/** The tools that write. They have no budget. */
const WRITE_TOOL = /^(?:record|save|invalidate)_/;
const LARGEST_BUDGET = 32_000;

/**
 * Returns the question, changed to ask for the largest answer. A smaller page of the audit log could end between
 * entries with the same time, whose order is random. Under a smaller budget, the answers of a reading tool could omit
 * different parts, because cursors differ in length. A budget in the question stays.
 */
export function withLargestAnswer(question: Question): Question {
  const path = question.path.replace(/^(\/admin\/audit-log\?limit=)\d+$/, `$1${LOG_PAGE}`);
  if (path !== '/mcp') return { ...question, path };
  const { params, ...message } = question.body as { params: { name: string; arguments: object } };
  if (WRITE_TOOL.test(params.name)) return question;
  return {
    ...question,
    body: { ...message, params: { ...params, arguments: { max_tokens: LARGEST_BUDGET, ...params.arguments } } },
  };
}

/**
 * Removes what differs between two databases. Replaces ids of callers, generated ids, times, cursors, hashes and
 * lengths, and sorts the entries of the audit log.
 */
export function normalize(text: string, callers: readonly Caller[]): string {
  const sorted = text.replace(/^\{"entries":\[.*\}$/m, sortEntries);
  const named = callers.reduce((all, { name, user }) => all.replaceAll(user.userId, `<${name}>`), sorted);
  return named
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replace(/"(tool_call_id|entry_id|request_id|next_cursor|history_head|head|hash)":"[^"]*"/g, '"$1":"<generated>"')
    .replace(/Next cursor: `[^`]*`/g, 'Next cursor: `<generated>`')
    .replace(/^(etag|content-length): .*$/gm, '$1: <generated>');
}

/** Sorts entries with the same time by their content instead of their random ids. */
function sortEntries(body: string): string {
  const answer = JSON.parse(body) as { entries: Entry[] };
  const orderOf = ({ action, target_id }: Entry): string => `${action} ${target_id}`;
  answer.entries.sort(
    (a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at) || (orderOf(a) < orderOf(b) ? -1 : 1),
  );
  return JSON.stringify(answer);
}

/** Returns the question (the first two lines of an answer), and both answers around the first difference. */
export function excerpt(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at += 1;
  const parts = [expected, actual].map((text) => text.slice(Math.max(0, at - 150), at + 150));
  return [...expected.split('\n').slice(0, 2), ...parts].join('\n');
}
