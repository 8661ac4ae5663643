/** A JSON parser that is stricter than `JSON.parse`: it refuses ambiguous, dangerous and unstorable documents. */
import { Problem } from '../problems/problem';
import { isWellFormedText } from '../text/well-formed';

/** Bounds of a document. */
export interface JsonLimits {
  /** Maximum nesting depth of arrays and objects; default 32. */
  readonly maxDepth?: number;
  /** Maximum number of array elements and object members in the whole document; default 10,000. */
  readonly maxValues?: number;
  /**
   * Root members that are stored without interpretation. Each may hold up to `maxValues` elements and members, which do
   * not count towards the bound above.
   */
  readonly opaque?: { readonly names: readonly string[]; readonly maxValues: number };
}

/** An array or object that is being read. */
interface Frame {
  /** Names seen so far; null for an array. */
  readonly names: Set<string> | null;
  /** The member or element being read, for messages. */
  position: string | number;
}

const DANGEROUS_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const PATH_SEGMENTS = 4;
const PATH_SEGMENT_CHARS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const MINUS = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Parses one JSON document. Throws `malformed-json` for syntax errors and repeated member names. Throws
 * `invalid-request` for exceeded depth or number of elements and members, member names that reach prototypes, numbers
 * outside double range, and text that cannot be stored (NUL, lone surrogates, U+FFFE, U+FFFF). Messages name the field
 * and never contain a value. Runs in two passes without recursion; `JSON.parse` runs only on documents within the
 * bounds.
 */
export function parseStrictJson(text: string, limits: JsonLimits = {}): unknown {
  new StrictJsonScan(text, limits).run();
  return parseJson(text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the input, so it is not passed on.
    throw new Problem('malformed-json', { detail: 'The body is not one valid JSON document.' });
  }
}

/** Scans a text for refused content. Leaves syntax errors to `JSON.parse`: the text may be invalid JSON. */
class StrictJsonScan {
  private readonly stack: Frame[] = [];
  private index = 0;
  /** Number of elements and members read so far, by opaque member. The key `body` counts all others. */
  private readonly values = new Map<string, number>();
  private readonly maxDepth: number;
  private readonly maxValues: number;
  private readonly maxOpaqueValues: number;
  private readonly opaqueNames: ReadonlySet<string>;

  constructor(
    private readonly text: string,
    { maxDepth = 32, maxValues = 10_000, opaque }: JsonLimits,
  ) {
    this.maxDepth = maxDepth;
    this.maxValues = maxValues;
    this.maxOpaqueValues = opaque?.maxValues ?? 0;
    this.opaqueNames = new Set(opaque?.names);
  }

  run(): void {
    for (; this.index < this.text.length; this.index += 1) {
      const char = this.text.charCodeAt(this.index);
      if (char === QUOTE) this.readString();
      else if (char === OPEN_BRACE) this.open({ names: new Set(), position: '' });
      else if (char === OPEN_BRACKET) this.openArray();
      else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) this.stack.pop();
      else if (char === COMMA) this.nextElement();
      else if (char === MINUS || isDigit(char)) this.readNumber();
    }
  }

  private open(frame: Frame): void {
    this.stack.push(frame);
    if (this.stack.length > this.maxDepth) this.refuse(`must not be nested deeper than ${this.maxDepth} levels`);
  }

  private openArray(): void {
    this.open({ names: null, position: 0 });
    if (this.nextChar() !== CLOSE_BRACKET) this.countValue();
  }

  private nextElement(): void {
    const frame = this.stack.at(-1);
    if (frame === undefined || typeof frame.position !== 'number') return;
    frame.position += 1;
    this.countValue();
  }

  private countValue(): void {
    const root = this.stack.length > 1 ? this.stack[0]?.position : undefined;
    const isOpaque = typeof root === 'string' && this.opaqueNames.has(root);
    const field = isOpaque ? root : 'body';
    const count = (this.values.get(field) ?? 0) + 1;
    this.values.set(field, count);
    const most = isOpaque ? this.maxOpaqueValues : this.maxValues;
    if (count <= most) return;
    throw Problem.invalidRequest([{ field, message: `must not hold more than ${most} elements and members in all` }]);
  }

  /** Ends with `index` on the closing quote. */
  private readString(): void {
    const start = this.index;
    let escaped = false;
    for (this.index += 1; this.index < this.text.length; this.index += 1) {
      const char = this.text.charCodeAt(this.index);
      if (char === QUOTE) break;
      if (char !== BACKSLASH) continue;
      escaped = true;
      this.index += 1;
    }
    const raw = this.text.slice(start, this.index + 1);
    const content = escaped ? String(parseJson(raw)) : raw.slice(1, -1);
    const frame = this.stack.at(-1);
    if (frame?.names && this.nextChar() === COLON) this.readName(frame, frame.names, content);
    else if (!isWellFormedText(content)) this.refuse('must not hold NUL, lone surrogates or noncharacters');
  }

  /** The next character after `index` that is not white space, or NaN at the end. */
  private nextChar(): number {
    let next = this.index + 1;
    while (this.text.charCodeAt(next) <= 0x20) next += 1;
    return this.text.charCodeAt(next);
  }

  private readName(frame: Frame, names: Set<string>, name: string): void {
    this.countValue();
    frame.position = '';
    if (!isWellFormedText(name)) this.refuse('must not have a member named with NUL, lone surrogates or noncharacters');
    frame.position = name;
    if (DANGEROUS_NAMES.has(name)) this.refuse('is not an allowed member name');
    if (names.has(name)) {
      throw new Problem('malformed-json', {
        detail: 'An object in the body repeats a member name.',
        errors: [{ field: this.path(), message: 'must not be given twice' }],
      });
    }
    names.add(name);
  }

  /** Ends with `index` on the last character of the number. */
  private readNumber(): void {
    const start = this.index;
    while (isNumberPart(this.text.charCodeAt(this.index + 1))) this.index += 1;
    const value = Number(this.text.slice(start, this.index + 1));
    if (Math.abs(value) === Infinity) this.refuse('must be a number in double range');
  }

  private refuse(message: string): never {
    throw Problem.invalidRequest([{ field: this.path(), message }]);
  }

  /**
   * The path to the current position, such as `filters.year.gte` or `media_ids[3]`; at most four steps. `body` for the
   * root.
   */
  private path(): string {
    let path = '';
    for (const { position } of this.stack.slice(0, PATH_SEGMENTS)) {
      if (typeof position === 'number') path += `[${position}]`;
      else if (position !== '')
        path += `${path === '' ? '' : '.'}${position.slice(0, PATH_SEGMENT_CHARS).toWellFormed()}`;
    }
    return path === '' ? 'body' : path;
  }
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}

/** A digit, sign, point or exponent letter. */
function isNumberPart(char: number): boolean {
  return isDigit(char) || char === MINUS || char === 0x2b || char === 0x2e || (char | 0x20) === 0x65;
}
