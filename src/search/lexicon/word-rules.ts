/**
 * The version of the rules that derive spelling deletes and spelling keys from words. The column `rules` of the lexicon
 * and of the spellings contains the version that derived a row. Releases that do not know the column leave its default,
 * 1, in the rows that they insert. Servers derive the rows of older versions again in the background.
 *
 * Raise the number once in a release that derives other spelling deletes or keys from the same words. A test fails if
 * it must be raised.
 */
export const WORD_RULES: number = 1;
