/**
 * The version of the rules that derive spelling deletes and spelling keys from words. The column `rules` of the lexicon
 * and of the spellings has the version with which a row was derived. Releases before this column insert rows with its
 * default, 1. Servers derive the rows of older versions again in the background.
 *
 * Raise the number once in a release that derives other spelling deletes or keys from the same words. A test fails if
 * it must be raised.
 */
export const WORD_RULES: number = 1;
