/**
 * What the index holds. The first character of a lexeme says where it comes from; the rest is a stem, a folded word or
 * the key of a filter. One space of stems over all fields, and still each field can be asked for, and counted, alone.
 */
import '../../common/text/well-formed';
import { isPlainLine } from '../../common/text/text';
import { foldText } from '../text/fold';

/** Where a word stands. */
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

/** Lexemes that stand for more or less than a word of a field. */
export const MARK_PREFIX = {
  /** A number in a title, however it is written there. */
  numeral: 'n',
  /** `1e3`, `1`, `e3`: season and episode numbers. */
  episode: 'e',
  /** A year of release. */
  year: 'y',
  /** A whole title beside the main one, compact. */
  titleKey: '=',
  /** A step of prominence, and all below it. */
  prominence: '^',
} as const;

/** Lexemes that filters are answered from. */
export const FILTER_PREFIX = {
  genre: 'G',
  language: 'L',
  contentRating: 'R',
  person: 'N',
  country: 'C',
  mediaKind: 'K',
  library: 'B',
} as const;

/** A filter of the index. */
export type FilterName = keyof typeof FILTER_PREFIX;

/** Keys are labels, and those are short; a cut one still finds all that begin alike. */
const FILTER_KEY_MAX_CHARS = 120;

/** The lexeme of a filter value: folded, so that spelling does not matter on either side. */
export function filterLexeme(filter: FilterName, value: string): string {
  if (isPlainLine(value)) return FILTER_PREFIX[filter] + value.toLowerCase().slice(0, FILTER_KEY_MAX_CHARS);
  const key = foldText(value).replace(/\s+/g, ' ').trim();
  return FILTER_PREFIX[filter] + key.slice(0, FILTER_KEY_MAX_CHARS).toWellFormed();
}

const SPECIAL = /['\\]/;

/** A lexeme as `tsvector` and `tsquery` literals spell it; nothing in it can end the quotes. */
export function quoteLexeme(lexeme: string): string {
  return `'${escapeLexeme(lexeme)}'`;
}

/** What stands between the quotes of such a literal. */
export function escapeLexeme(lexeme: string): string {
  return SPECIAL.test(lexeme) ? lexeme.replace(/\\/g, '\\\\').replace(/'/g, "''") : lexeme;
}
