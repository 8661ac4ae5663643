/**
 * The version of the rules by which the spelling deletes and the spelling keys of words are derived. Each row of the lexicon
 * and of the spellings carries it in the column `rules`. A release that does not know the column leaves the default, 1, in
 * the rows that it inserts; no release changes what a row derives from its word without changing `rules`, too.
 *
 * Raise the number once in a release that derives other spelling deletes or keys from the same words; a test says when.
 * Servers derive the rows of older rules again in the background.
 */
export const WORD_RULES: number = 1;
