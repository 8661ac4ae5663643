/** Puts catalog text into Markdown, so that it stays text. */
import { truncateText } from '../text/summary';
import { cleanCatalogLine, RAW_TEXT_FACTOR } from '../text/text';

/** Characters that start or end a construct of Markdown, HTML or a link anywhere in a line. */
const SPECIAL = /[\\`*_[\]<>&~|"$@{}^]/g;
/** What a line can begin with to become a heading, a list item, a rule or an underline. */
const LINE_START = /^(?:[#+=:-]|\d{1,9}[.)])/;
/** Parts of addresses that a renderer can turn into links: `://`, `www.`, and the dot of a host name such as `example.org`. */
const ADDRESS = /:(?=\/)|\bwww(?=\.)|(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/giu;

/**
 * A catalog text as one line of Markdown, with at most `maxChars` code points before escaping. Removes control characters
 * and bidirectional controls. No part of the result is a link, HTML or another construct of Markdown. Takes linear time.
 */
export function escapeMarkdown(text: string, maxChars: number): string {
  return escape(truncateText(toLine(text, maxChars), maxChars));
}

/** Like `escapeMarkdown`; with an ellipsis at the end if the text is longer. */
export function shortenMarkdown(text: string, maxChars: number): string {
  const line = toLine(text, maxChars);
  const cut = truncateText(line, maxChars);
  return cut.length < line.length ? `${escape(cut.trim())}…` : escape(cut);
}

function toLine(text: string, maxChars: number): string {
  return cleanCatalogLine(text.slice(0, maxChars * RAW_TEXT_FACTOR));
}

function escape(line: string): string {
  return line
    .replace(SPECIAL, '\\$&')
    .replace(ADDRESS, (part) => (part.length === 1 ? `\\${part}` : `${part}\\`))
    .replace(LINE_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
}
