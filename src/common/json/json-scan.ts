/** Scans JSON texts without building values, to check limits and rules that `JSON.parse` does not check. */

/** An array or object that is not yet closed. */
interface Frame {
  /** Member names read so far; null for an array. */
  readonly names: Set<string> | null;
  /** Name of the current member, or index of the current element. */
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
 * Scans a text once, in linear time and without recursion. Calls the `on...` methods of the subclass for each array,
 * object, element, member, string and number in order. The methods throw to refuse the document. The text can be
 * invalid JSON; the parser reports syntax errors later.
 */
export abstract class JsonScan {
  /** The arrays and objects that enclose the current position, outermost first. */
  protected readonly frames: Frame[] = [];
  private index = 0;

  constructor(private readonly text: string) {}

  /** Scans the whole text. Call it once. */
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

  /** Called at the start of each array element and object member. */
  protected abstract onValue(): void;

  /** Called for each member name, after the `position` of its frame was set to the name. */
  protected abstract onName(name: string, isRepeated: boolean): void;

  /** Called at the start of each array and object, after its frame was added. */
  protected onOpen?(): void;

  /** Called for each string that is not a member name. */
  protected onText?(text: string): void;

  /** Called for each number. */
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

  /**
   * Moves `index` to the closing quote. Moves it to the end of the text if there is no closing quote, or if the content
   * is needed but is not valid.
   */
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

  /** Returns the index of the next quote after an even number of backslashes, or the length of the text if none. */
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

  /** Moves `index` to the last character of the number. */
  private readNumber(): void {
    const start = this.index;
    while (isNumberPart(this.text.charCodeAt(this.index + 1))) this.index += 1;
    this.onNumber?.(Number(this.text.slice(start, this.index + 1)));
  }

  /** Returns the next character after `index` that is not white space; NaN at the end of the text. */
  private nextChar(): number {
    let next = this.index + 1;
    while (this.text.charCodeAt(next) <= 0x20) next += 1;
    return this.text.charCodeAt(next);
  }
}

/** Returns the content of a quoted string; null if it contains a backslash and `JSON.parse` refuses it. */
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

/** Whether the character is a digit, a sign, a decimal point or an exponent letter. */
function isNumberPart(char: number): boolean {
  return isDigit(char) || char === MINUS || char === 0x2b || char === 0x2e || (char | 0x20) === 0x65;
}
