/** Escapes catalog text for Markdown. */
import { truncateText } from '../text/summary';
import { cleanCatalogLine, RAW_TEXT_FACTOR } from '../text/text';

/** Characters that start or end a construct of Markdown, HTML or a link anywhere in a line. */
const SPECIAL = /[\\`*_[\]<>&~|"$@{}^]/g;
/** The beginning of a line that makes it a heading, the underline of one, a list item, a definition or a rule. */
const LINE_START = /^(?:[#+=:-]|\d{1,9}[.)])/;
/**
 * Parts of addresses that a renderer can turn into links: `:/`, `www.`, and the dot in names such as `example.org`.
 * Before the dot, renderers also accept symbols, such as emoji.
 */
const ADDRESS = /:(?=\/)|(?<=\bwww)\.|(?<=[^\s.])\.(?=\p{L}{2})/giu;

/**
 * Returns a catalog text as one line of Markdown, with at most `maxChars` code points before escaping. Removes control
 * characters and bidirectional controls. The result contains no link, HTML or other construct of Markdown. Takes linear
 * time.
 */
export function escapeMarkdown(text: string, maxChars: number): string {
  return escape(truncateText(toLine(text, maxChars), maxChars));
}

/** Like `escapeMarkdown`, with an ellipsis at the end of a truncated text. */
export function shortenMarkdown(text: string, maxChars: number): string {
  const line = toLine(text, maxChars);
  const cut = truncateText(line, maxChars);
  // `toLine` cuts the text before cleaning collapses its white space. So the line of a cut text can be shorter than
  // `maxChars`.
  const isTruncated = cut.length < line.length || text.trimEnd().length > maxChars * RAW_TEXT_FACTOR;
  return isTruncated ? `${escape(cut.trim())}…` : escape(cut);
}

function toLine(text: string, maxChars: number): string {
  return cleanCatalogLine(text.slice(0, maxChars * RAW_TEXT_FACTOR));
}

/** Puts a backslash before punctuation only: it has no effect before a letter or digit, as in `www.` or `1.`. */
function escape(line: string): string {
  return line
    .replace(SPECIAL, '\\$&')
    .replace(ADDRESS, '\\$&')
    .replace(LINE_START, (start) => `${start.slice(0, -1)}\\${start.slice(-1)}`);
}
