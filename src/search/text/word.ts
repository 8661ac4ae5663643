/** One word of a text. */
export interface Word {
  /** The folded word, not stemmed. */
  readonly folded: string;
  /** The lexeme that the index stores for the word. */
  readonly lexeme: string;
  /**
   * Further lexemes. A word of several joined tokens ("rock'n'roll") has those of the tokens with at least two
   * characters. The first part of a hyphenated word has that of the whole word.
   */
  readonly otherLexemes: readonly string[];
  /** Index of the first code unit in the text. */
  readonly start: number;
  /** Index after the last code unit. */
  readonly end: number;
  /** Stop words are not indexed in the overview, and are searched only in titles and names. */
  readonly isStopWord: boolean;
}
