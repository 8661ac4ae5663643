/** The number of documents with a lexeme. */
export interface LexemeCount {
  readonly lexeme: string;
  readonly documents: number;
}

/** Document counts of the lexicon, in the libraries that the caller sees. */
export interface LexiconCounts {
  /** Number of all documents. */
  readonly total: number;
  /** Number of documents by lexeme. */
  readonly documents: ReadonlyMap<string, number>;
  /** Ids of the libraries that the caller sees; absent if there are more than `SCANNED_LIBRARIES_MAX`. */
  readonly libraries?: readonly string[] | undefined;
  /** Lexemes that share a spelling delete with a word of the query. */
  readonly nearSpellings: readonly LexemeCount[];
  /** Other lexemes that are similar to unknown words of the query; absent if there are none. */
  readonly farSpellings?: readonly LexemeCount[];
  /** Lexemes that complete the last word of the query; absent if that word is not incomplete. */
  readonly completions?: readonly LexemeCount[];
  /** Whether the last word is completed although a title or a name has it, because no item answers the query. */
  readonly completesKnownWord?: boolean;
}
