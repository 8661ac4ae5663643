/** JSON as the service accepts it: what `JSON.parse` takes, less what is ambiguous, dangerous or cannot be stored. */
import { Problem } from './problem';
import { isWellFormedText } from './well-formed';

/** Bounds of a document. */
export interface JsonLimits {
  /** Levels of arrays and objects; default 32. */
  maxDepth?: number;
  /** Object members in the whole document; default 10,000. */
  maxKeys?: number;
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
const COMMA = 0x2c;
const MINUS = 0x2d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Parses one JSON document. Throws `malformed-json` for syntax errors and repeated member names, `invalid-request` for
 * too much depth or too many members, names that reach prototypes, numbers beyond double range, and text that cannot be
 * stored (NUL, lone surrogates, U+FFFE, U+FFFF). Messages name the field, never a value. One pass, no recursion.
 */
export function parseStrictJson(text: string, limits: JsonLimits = {}): unknown {
  const value = parseJson(text);
  new StrictJsonScan(text, limits.maxDepth ?? 32, limits.maxKeys ?? 10_000).run();
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser's own message quotes the input.
    throw new Problem('malformed-json', { detail: 'The body is not one valid JSON document.' });
  }
}

/** Walks a text that is known to be valid JSON, so that it needs to look for the few refused things alone. */
class StrictJsonScan {
  private readonly stack: Frame[] = [];
  private index = 0;
  private keys = 0;

  constructor(
    private readonly text: string,
    private readonly maxDepth: number,
    private readonly maxKeys: number,
  ) {}

  run(): void {
    for (; this.index < this.text.length; this.index += 1) {
      const char = this.text.charCodeAt(this.index);
      if (char === QUOTE) this.readString();
      else if (char === OPEN_BRACE) this.open({ names: new Set(), position: '' });
      else if (char === OPEN_BRACKET) this.open({ names: null, position: 0 });
      else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) this.stack.pop();
      else if (char === COMMA) this.nextElement();
      else if (char === MINUS || isDigit(char)) this.readNumber();
    }
  }

  private open(frame: Frame): void {
    this.stack.push(frame);
    if (this.stack.length > this.maxDepth) this.refuse(`must not be nested deeper than ${this.maxDepth} levels`);
  }

  private nextElement(): void {
    const frame = this.stack.at(-1);
    if (frame && typeof frame.position === 'number') frame.position += 1;
  }

  /** Leaves `index` on the closing quote. */
  private readString(): void {
    const start = this.index;
    let escaped = false;
    for (this.index += 1; this.text.charCodeAt(this.index) !== QUOTE; this.index += 1) {
      if (this.text.charCodeAt(this.index) !== BACKSLASH) continue;
      escaped = true;
      this.index += 1;
    }
    const raw = this.text.slice(start, this.index + 1);
    const content = escaped ? (JSON.parse(raw) as string) : raw.slice(1, -1);
    const frame = this.stack.at(-1);
    if (frame?.names && this.isName()) this.readName(frame, frame.names, content);
    else if (!isWellFormedText(content)) this.refuse('must not hold NUL, lone surrogates or noncharacters');
  }

  /** Whether the string that just ended is followed by a colon. */
  private isName(): boolean {
    let next = this.index + 1;
    while (this.text.charCodeAt(next) <= 0x20) next += 1;
    return this.text.charAt(next) === ':';
  }

  private readName(frame: Frame, names: Set<string>, name: string): void {
    this.keys += 1;
    if (this.keys > this.maxKeys) this.refuse(`must not hold more than ${this.maxKeys} members in all`);
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

  /** Leaves `index` on the number's last character. */
  private readNumber(): void {
    const start = this.index;
    while (isNumberPart(this.text.charCodeAt(this.index + 1))) this.index += 1;
    const value = Number(this.text.slice(start, this.index + 1));
    if (!Number.isFinite(value)) this.refuse('must be a number in double range');
  }

  private refuse(message: string): never {
    throw Problem.invalidRequest([{ field: this.path(), message }]);
  }

  /** The outermost steps to the place being read, such as `filters.year.gte` or `media_ids[3]`; `body` for the root. */
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
