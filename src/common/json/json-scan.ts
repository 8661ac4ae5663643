/** Reads what a JSON text holds without making anything of it: for bounds and rules that `JSON.parse` does not know. */

/** An array or object that is being read. */
interface Frame {
  /** Names seen so far; null for an array. */
  readonly names: Set<string> | null;
  /** The member or element being read. */
  position: string | number;
}

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
 * One pass over a text that may be JSON, in linear time and without recursion. A subclass is told of every element,
 * member, text and number in their order and throws for what it refuses. Errors of syntax are left to the parser; they
 * only end what is being read.
 */
export abstract class JsonScan {
  /** The arrays and objects around the place being read, the outermost first. */
  protected readonly frames: Frame[] = [];
  private index = 0;

  constructor(private readonly text: string) {}

  /** Reads the whole text. Called once. */
  run(): void {
    for (; this.index < this.text.length; this.index += 1) {
      const char = this.text.charCodeAt(this.index);
      if (char === QUOTE) this.readString();
      else if (char === OPEN_BRACE) this.open({ names: new Set(), position: '' });
      else if (char === OPEN_BRACKET) this.openArray();
      else if (char === CLOSE_BRACE || char === CLOSE_BRACKET) this.frames.pop();
      else if (char === COMMA) this.nextElement();
      else if (char === MINUS || isDigit(char)) this.readNumber();
    }
  }

  /** An element of an array, or a member of an object, begins. */
  protected abstract onValue(): void;

  /** A member's name was read, which is now the position of its frame. */
  protected abstract onName(name: string, isRepeated: boolean): void;

  /** An array or object begins; its frame is the last one. */
  protected onOpen?(): void;

  /** A text was read that is no name. */
  protected onText?(text: string): void;

  /** A number was read. */
  protected onNumber?(number: number): void;

  private open(frame: Frame): void {
    this.frames.push(frame);
    this.onOpen?.();
  }

  private openArray(): void {
    this.open({ names: null, position: 0 });
    if (this.nextChar() !== CLOSE_BRACKET) this.onValue();
  }

  private nextElement(): void {
    const frame = this.frames.at(-1);
    if (frame === undefined || typeof frame.position !== 'number') return;
    frame.position += 1;
    this.onValue();
  }

  /** Leaves `index` on the closing quote, or at the end of a text that has none. */
  private readString(): void {
    const start = this.index;
    this.index = this.closingQuote(start);
    if (this.index === this.text.length) return;
    const frame = this.frames.at(-1);
    const isName = frame?.names && this.nextChar() === COLON;
    if (!isName && this.onText === undefined) return;
    const content = unescape(this.text.slice(start, this.index + 1));
    if (content === null) this.index = this.text.length;
    else if (isName) this.readName(frame, frame.names, content);
    else this.onText?.(content);
  }

  /** The next quote without an odd number of backslashes before it. */
  private closingQuote(start: number): number {
    for (let end = start; ;) {
      end = this.text.indexOf('"', end + 1);
      if (end === -1) return this.text.length;
      let backslashes = 0;
      while (this.text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
      if (backslashes % 2 === 0) return end;
    }
  }

  private readName(frame: Frame, names: Set<string>, name: string): void {
    this.onValue();
    frame.position = name;
    this.onName(name, names.has(name));
    names.add(name);
  }

  /** Leaves `index` on the number's last character. */
  private readNumber(): void {
    const start = this.index;
    while (isNumberPart(this.text.charCodeAt(this.index + 1))) this.index += 1;
    this.onNumber?.(Number(this.text.slice(start, this.index + 1)));
  }

  /** The next character behind `index` that is no white space; NaN at the end. */
  private nextChar(): number {
    let next = this.index + 1;
    while (this.text.charCodeAt(next) <= 0x20) next += 1;
    return this.text.charCodeAt(next);
  }
}

/** The content of a string in quotes; null when it has a wrong escape. */
function unescape(quoted: string): string | null {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return null;
  }
}

function isDigit(char: number): boolean {
  return char >= 0x30 && char <= 0x39;
}

/** A digit, sign, point or exponent letter. */
function isNumberPart(char: number): boolean {
  return isDigit(char) || char === MINUS || char === 0x2b || char === 0x2e || (char | 0x20) === 0x65;
}
