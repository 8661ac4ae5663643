/** Tells whether an object of a JSON text repeats a member name, which `JSON.parse` hides. */

const QUOTE = '"';
const BACKSLASH = 0x5c;
const COLON = 0x3a;

/**
 * Whether the text, whose parsed value is given, names more members than the value has. Looks at the quotes alone, so
 * that it costs little beside the parsing; the value must not be nested deeply.
 */
export function repeatsMember(text: string, value: unknown): boolean {
  return countWrittenMembers(text) !== countMembers(value);
}

/** Strings that a colon follows, in a text known to be valid JSON. */
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

/** A quote closes unless an odd number of backslashes stands before it. */
function closingQuote(text: string, start: number): number {
  for (let end = text.indexOf(QUOTE, start + 1); ; end = text.indexOf(QUOTE, end + 1)) {
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
