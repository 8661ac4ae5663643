/**
 * The lexemes of the index. The first character of a lexeme is a prefix that names its field or filter; the rest is a
 * stem, a folded word or the key of a filter value. With the prefix, queries can search and count each field
 * separately.
 */
import '../../common/text/well-formed';
import { isPlainLine } from '../../common/text/plain-line';
import { foldText } from '../text/fold';

/** The prefixes of words, by field. */
export const FIELD_PREFIX = {
  /** Any title of the item: its own, original, sort title, aliases. */
  title: 't',
  /** The title of the series, on its seasons and episodes. */
  series: 's',
  /** Names and characters of people. */
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
  /** A number in a title, in whatever way it is written. */
  numeral: 'n',
  /** `1e3`, `1`, `e3`: season and episode numbers. */
  episode: 'e',
  /** The initials of a title. No word contains the sign, so a profile has them beside words. */
  acronym: '.',
  /** A year of release. */
  year: 'y',
  /** A whole alternative title, compact. */
  titleKey: '=',
  /** A prominence tier, and all tiers below it. */
  prominence: '^',
} as const;

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

/** A filter that the index answers. */
export type FilterName = keyof typeof FILTER_PREFIX;

/** Code units of a filter key. Labels are shorter; a longer one finds all values that begin with it. */
const FILTER_KEY_MAX_CHARS = 120;

/** The lexeme of a filter value. It is folded, so case and accents do not matter. */
export function filterLexeme(filter: FilterName, value: string): string {
  if (isPlainLine(value)) return FILTER_PREFIX[filter] + value.toLowerCase().slice(0, FILTER_KEY_MAX_CHARS);
  const key = foldText(value).replace(/\s+/g, ' ').trim();
  return FILTER_PREFIX[filter] + key.slice(0, FILTER_KEY_MAX_CHARS).toWellFormed();
}

const SPECIAL = /['\\]/;

/** A lexeme in the quotes of a `tsvector` or `tsquery` literal, escaped. */
export function quoteLexeme(lexeme: string): string {
  return `'${escapeLexeme(lexeme)}'`;
}

/** The text between the quotes of such a literal. */
export function escapeLexeme(lexeme: string): string {
  return SPECIAL.test(lexeme) ? lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''") : lexeme;
}
