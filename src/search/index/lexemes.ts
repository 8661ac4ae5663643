/**
 * The lexemes of the index. The first character of a lexeme is a prefix that names its field, its filter or its kind of
 * mark. The rest is a stem, a folded word, the key of a filter value or the value of a mark. So each field can be
 * searched and counted separately.
 */
import { foldText } from '../text/fold';

/** The prefixes of words, by field. */
export const FIELD_PREFIX = {
  /** Any title of the item: title, original title, sort title and aliases. */
  title: 't',
  /** The title of the series, on its seasons and episodes. */
  series: 's',
  /** Names of people and of their characters. */
  people: 'p',
  /** Genres, keywords and collection. */
  genres: 'g',
  /** Overview and tagline. */
  overview: 'o',
} as const;

/** A field whose words are indexed. */
export type IndexedField = keyof typeof FIELD_PREFIX;

/** The prefixes of marks: lexemes that are not words of a field. */
export const MARK_PREFIX = {
  /** A number in a title: the same lexeme for `2`, `II` and `two`. */
  numeral: 'n',
  /** Season and episode numbers: the lexeme `e1e3` is season 1, episode 3; `e1` is season 1; `ee3` is episode 3. */
  episode: 'e',
  /**
   * The initials of a title. A profile (see `profile.ts`) contains words without their prefixes. No word starts with a
   * dot, so an acronym in a profile never equals a word.
   */
  acronym: '.',
  year: 'y',
  /** The compact key of a title other than the main title. */
  titleKey: '=',
  /** A prominence tier (see `prominence-tiers.ts`). */
  prominence: '^',
} as const;

/** Returns the mark of a year of release. */
export function yearLexeme(year: number): string {
  return `${MARK_PREFIX.year}${year}`;
}

/** Returns the mark of a number in a title. */
export function numeralLexeme(numeral: number): string {
  return `${MARK_PREFIX.numeral}${numeral}`;
}

/** The prefixes of filter values. */
export const FILTER_PREFIX = {
  genre: 'G',
  language: 'L',
  contentRating: 'R',
  person: 'N',
  country: 'C',
  mediaKind: 'K',
  library: 'B',
} as const;

/** A filter that is evaluated with the index of lexemes. */
export type FilterName = keyof typeof FILTER_PREFIX;

/**
 * Maximum number of code units of a filter key. A longer value is cut, and matches all values that begin with the key.
 */
const FILTER_KEY_MAX_CHARS = 120;

/**
 * Returns the lexeme of a filter value. It is the same for spellings that differ only in case, in accents, or in the
 * number of spaces between words.
 */
export function filterLexeme(filter: FilterName, value: string): string {
  const key = foldText(value).replace(/\s+/g, ' ').trim();
  return FILTER_PREFIX[filter] + key.slice(0, FILTER_KEY_MAX_CHARS).toWellFormed();
}

const SPECIAL = /['\\]/;

/** Returns a lexeme as it is written in a `tsvector` or `tsquery` literal: escaped and in quotes. */
export function quoteLexeme(lexeme: string): string {
  return `'${escapeLexeme(lexeme)}'`;
}

/** Escapes a lexeme for use between the quotes of a `tsvector` or `tsquery` literal. */
export function escapeLexeme(lexeme: string): string {
  return SPECIAL.test(lexeme) ? lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''") : lexeme;
}
