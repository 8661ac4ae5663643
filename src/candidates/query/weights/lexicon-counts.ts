/** Document counts of the lexicon. */
export interface LexiconCounts {
  /** Documents in all. */
  readonly total: number;
  readonly documents: ReadonlyMap<string, number>;
  /** Ids of the libraries that the caller sees; absent if there are more than `LISTED_LIBRARIES_MAX`. */
  readonly libraries?: readonly string[] | undefined;
  /** Lexemes that share a spelling delete with a word of the query. */
  readonly nearSpellings: readonly { readonly lexeme: string; readonly documents: number }[];
  /** Lexemes that unknown words may mean beyond those; absent if no word is unknown. */
  readonly farSpellings?: readonly { readonly lexeme: string; readonly documents: number }[];
}
