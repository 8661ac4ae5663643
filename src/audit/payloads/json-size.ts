/** Measures strings as JSON, and cuts them to a size in bytes of JSON. */

/**
 * Returns the end of the longest prefix that takes at most `maxBytes` bytes as JSON without quotes, and the size of
 * this prefix in bytes.
 */
export function findPrefix(text: string, maxBytes: number): { end: number; bytes: number } {
  let bytes = 0;
  let end = 0;
  while (end < text.length) {
    const code = text.codePointAt(end) ?? 0;
    const cost = escapedBytesOf(code);
    if (bytes + cost > maxBytes) break;
    bytes += cost;
    end += code > 0xffff ? 2 : 1;
  }
  return { end, bytes };
}

/** Bytes of a code point as `JSON.stringify` writes it, in UTF-8. The code point must not be a lone surrogate. */
function escapedBytesOf(code: number): number {
  if (code < 0x20) return SHORT_ESCAPES.has(code) ? 2 : 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** Control characters with a two-character escape: backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

/**
 * Cuts a text so that its JSON string, including the quotes, has at most `maxBytes` bytes; `maxBytes` must be at least
 * 5. If the text is cut, the result ends with an ellipsis.
 */
export function cutString(text: string, maxBytes: number): string {
  const { end } = findPrefix(text, maxBytes - 2);
  if (end === text.length) return text;
  return `${text.slice(0, findPrefix(text, maxBytes - ELLIPSIS_BYTES - 2).end)}…`;
}

const ELLIPSIS_BYTES = 3;
