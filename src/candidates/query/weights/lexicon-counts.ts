/** The number of documents with a lexeme. */
export interface LexemeCount {
  readonly lexeme: string;
  readonly documents: number;
}

/** Document counts in the libraries that the caller sees, from the lexicon; `withUncounted` may raise them. */
export interface LexiconCounts {
  /** Number of all documents. */
  readonly total: number;
  /** Number of documents by lexeme of the query, the filters and the prominence tiers. Absent if none is counted. */
  readonly documents: ReadonlyMap<string, number>;
  /**
   * Ids of the libraries that the caller sees, for an ordered scan. Absent if there are more than
   * `SCANNED_LIBRARIES_MAX`, because the scan is then not used.
   */
  readonly libraries?: readonly string[] | undefined;
  /** Lexemes that share a spelling delete with a word of the query. */
  readonly nearSpellings: readonly LexemeCount[];
  /** Other lexemes, which share a spelling key with an unknown word of the query; absent if there are none. */
  readonly farSpellings?: readonly LexemeCount[];
  /** Lexemes that complete the last word of the query; absent if the word is probably complete. */
  readonly completions?: readonly LexemeCount[];
  /**
   * Whether there are `completions` although the last word is a complete word of a title or a name. The service looks
   * for them if no item answers the query with the word as it is.
   */
  readonly completesKnownWord?: boolean;
}
