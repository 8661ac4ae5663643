/**
 * Checks of JSON text that its parsed value no longer allows: repeated member names, and the number of values before
 * parsing.
 */

const QUOTE = '"';
const QUOTE_CODE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Whether the text repeats a member name in an object. `value` is the parsed text and must not be nested deeply. Scans
 * only the quotes, so that it costs little compared with parsing.
 */
export function repeatsMember(text: string, value: unknown): boolean {
  return countWrittenMembers(text) !== countMembers(value);
}

/** Whether the text holds more than `most` arrays, objects, elements and members. The text need not be valid JSON. */
export function holdsMoreValues(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let count = 0;
  for (let index = 0; index < text.length && count <= most; index += 1) {
    const char = text.charCodeAt(index);
    if (char === COMMA || char === OPEN_BRACKET || char === OPEN_BRACE) count += 1;
    if (char !== QUOTE_CODE) continue;
    const end = closingQuote(text, index);
    if (end === -1) break;
    index = end;
  }
  return count > most;
}

/** Counts the strings that a colon follows, in a text known to be valid JSON. */
function countWrittenMembers(text: string): number {
  let count = 0;
  for (let start = text.indexOf(QUOTE); start !== -1; start = text.indexOf(QUOTE, start)) {
    const end = closingQuote(text, start);
    let next = end + 1;
    while (text.charCodeAt(next) <= 0x20) next += 1;
    if (text.charCodeAt(next) === COLON) count += 1;
    start = next;
  }
  return count;
}

/**
 * Index of the quote that closes the string at `start`, or -1. A quote after an odd number of backslashes is escaped.
 */
function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); ; end = text.indexOf(QUOTE, end + 1)) {
    if (end === -1) return -1;
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object') count += countMembers(member);
  }
  return count;
}
