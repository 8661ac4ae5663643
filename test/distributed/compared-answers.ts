/** Answers of two databases with the same catalog, as texts that can be compared. */
import type { Question } from '../e2e/leak-worlds/questions';
import type { Caller } from '../e2e/leak-worlds/shown-world';

/** The largest page of the log of administrators. */
const LOG_PAGE = 50;

interface Entry {
  readonly recorded_at: string;
  readonly action: string;
  readonly target_id: string;
}

/** The question; for the log of administrators its largest page, because a smaller one could end between entries of a moment. */
export function whole(question: Question): Question {
  return { ...question, path: question.path.replace(/^(\/admin\/audit-log\?limit=)\d+$/, `$1${LOG_PAGE}`) };
}

/** The text without ids that the service makes, moments, and what is sealed with them. */
export function normalize(text: string, callers: readonly Caller[]): string {
  const sorted = text.replace(/^\{"entries":\[.*\}$/m, sortEntries);
  const named = callers.reduce((all, { name, user }) => all.replaceAll(user.userId, `<${name}>`), sorted);
  return named
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<moment>')
    .replace(/"(tool_call_id|entry_id|request_id|next_cursor|history_head|head|hash)":"[^"]*"/g, '"$1":"<made>"')
    .replace(/Next cursor: `[^`]*`/g, 'Next cursor: `<made>`')
    .replace(/^(etag|content-length): .*$/gm, '$1: <made>');
}

/** Entries of one transaction have the same moment and the order of their random ids: sorts these by what they say. */
function sortEntries(body: string): string {
  const answer = JSON.parse(body) as { entries: Entry[] };
  const orderOf = ({ action, target_id }: Entry): string => `${action} ${target_id}`;
  answer.entries.sort(
    (a, b) => Date.parse(b.recorded_at) - Date.parse(a.recorded_at) || (orderOf(a) < orderOf(b) ? -1 : 1),
  );
  return JSON.stringify(answer);
}

/** The question, and where its answers differ for the first time. */
export function excerpt(expected: string, found: string): string {
  const at = [...expected].findIndex((character, index) => character !== found[index]);
  const parts = [expected, found].map((text) => text.slice(Math.max(0, at - 150), at + 150));
  return [...expected.split('\n').slice(0, 2), ...parts].join('\n');
}
