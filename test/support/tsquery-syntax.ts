/** Bytes of a lexeme, as PostgreSQL bounds it. */
const LEXEME_MAX_BYTES = 2_046;

/**
 * What is wrong with a text as a `tsquery`, or null. Stricter than PostgreSQL: every lexeme is quoted and has something
 * between its quotes, and operators are `&`, `|` and `!` alone.
 */
export function findTsqueryError(text: string): string | null {
  try {
    new TsqueryReader(text).read();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

class TsqueryReader {
  private at = 0;

  constructor(private readonly text: string) {}

  read(): void {
    this.any();
    if (this.at < this.text.length) this.fail('an operator');
  }

  private any(): void {
    this.all();
    while (this.take(' | ')) this.all();
  }

  private all(): void {
    this.one();
    while (this.take(' & ')) this.one();
  }

  private one(): void {
    this.take('!');
    if (this.take('(')) {
      this.any();
      if (!this.take(')')) this.fail('a closing parenthesis');
      return;
    }
    if (!this.take("'")) this.fail('a quoted lexeme');
    this.lexeme();
  }

  private lexeme(): void {
    const start = this.at;
    while (!this.isEnd()) {
      if (this.at >= this.text.length) this.fail('a closing quote');
      this.at += this.text[this.at] === '\\' || this.text[this.at] === "'" ? 2 : 1;
    }
    const lexeme = this.text.slice(start, this.at);
    this.at += 1;
    if (lexeme.trim() === '' || lexeme.includes('\0') || !lexeme.isWellFormed()) this.fail('a lexeme of text');
    if (Buffer.byteLength(lexeme) > LEXEME_MAX_BYTES) this.fail('a shorter lexeme');
  }

  /** Whether a single quote stands here: two of them are one of the lexeme. */
  private isEnd(): boolean {
    return this.text[this.at] === "'" && this.text[this.at + 1] !== "'";
  }

  private take(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private fail(expected: string): never {
    throw new Error(`expected ${expected} at ${this.at} of ${this.text}`);
  }
}
