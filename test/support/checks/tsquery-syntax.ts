/** Maximum number of bytes of a lexeme in PostgreSQL. */
const LEXEME_MAX_BYTES = 2_046;

/**
 * Returns the syntax error of a text as a `tsquery`, or null. Stricter than PostgreSQL: every lexeme must be quoted and
 * not empty, and the only operators are `&`, `|` and `!`.
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
  /** Index of the next code unit to read. */
  private at = 0;

  constructor(private readonly text: string) {}

  read(): void {
    this.readAlternatives();
    if (this.at < this.text.length) this.fail('an operator');
  }

  private readAlternatives(): void {
    this.readConjunction();
    while (this.accept(' | ')) this.readConjunction();
  }

  private readConjunction(): void {
    this.readTerm();
    while (this.accept(' & ')) this.readTerm();
  }

  private readTerm(): void {
    while (this.accept('!'));
    if (this.accept('(')) {
      this.readAlternatives();
      if (!this.accept(')')) this.fail('a closing parenthesis');
      return;
    }
    if (!this.accept("'")) this.fail('a quoted lexeme');
    this.readLexeme();
  }

  private readLexeme(): void {
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

  /** Whether the lexeme ends here. Two quotes in a row are one quote of the lexeme. */
  private isEnd(): boolean {
    return this.text[this.at] === "'" && this.text[this.at + 1] !== "'";
  }

  private accept(token: string): boolean {
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private fail(expected: string): never {
    throw new Error(`expected ${expected} at ${this.at} of ${this.text}`);
  }
}
