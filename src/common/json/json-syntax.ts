/**
 * Finds the position of a syntax error in a JSON text. The messages of `JSON.parse` quote the text and often do not
 * contain the position.
 */

const SPACE = /[ \t\n\r]*/y;
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** The syntax elements that are allowed at the current position. */
type Expected = 'value' | 'value-or-close' | 'name' | 'name-or-close' | 'colon' | 'comma-or-close';

/**
 * Returns the position, from 1 in UTF-16 code units, of the first syntax element that is invalid or not allowed; null
 * for valid JSON. For an invalid or unfinished string, this is the position of its opening quote. If a character that
 * must not follow a complete number or word follows it directly, it is the position of this character: 3 for `[01]`. If
 * the text ends where an element must follow, it is the position after the text.
 */
export function findJsonErrorPosition(text: string): number | null {
  const index = new JsonSyntax(text).findError();
  return index === null ? null : index + 1;
}

class JsonSyntax {
  private index = 0;
  private expected: Expected = 'value';
  /** The closing characters of the enclosing arrays and objects. */
  private readonly closing: (']' | '}')[] = [];

  constructor(private readonly text: string) {}

  findError(): number | null {
    for (;;) {
      this.skip(SPACE);
      const isDocumentRead = this.closing.length === 0 && this.expected === 'comma-or-close';
      if (isDocumentRead) return this.index === this.text.length ? null : this.index;
      if (!this.step()) return this.index;
    }
  }

  /** Reads the next syntax element. Returns false if it is not allowed. */
  private step(): boolean {
    const char = this.text[this.index];
    if (this.expected.endsWith('-or-close') && char === this.closing.at(-1)) return this.close();
    switch (this.expected) {
      case 'value':
      case 'value-or-close':
        return this.readValue(char);
      case 'name':
      case 'name-or-close':
        return this.skip(STRING) && this.expect('colon');
      case 'colon':
        return char === ':' && this.next('value');
      case 'comma-or-close':
        return char === ',' && this.next(this.closing.at(-1) === '}' ? 'name' : 'value');
    }
  }

  private readValue(char: string | undefined): boolean {
    if (char === '{' || char === '[') {
      this.closing.push(char === '{' ? '}' : ']');
      return this.next(char === '{' ? 'name-or-close' : 'value-or-close');
    }
    return this.skip(char === '"' ? STRING : SCALAR) && this.expect('comma-or-close');
  }

  private close(): boolean {
    this.closing.pop();
    return this.next('comma-or-close');
  }

  private next(expected: Expected): boolean {
    this.index += 1;
    return this.expect(expected);
  }

  private expect(expected: Expected): boolean {
    this.expected = expected;
    return true;
  }

  /** Moves to the end of a match at the current position. Returns false if the pattern does not match there. */
  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.index;
    if (!pattern.test(this.text)) return false;
    this.index = pattern.lastIndex;
    return true;
  }
}
