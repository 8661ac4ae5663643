/** Words of both visible and hidden items, so that counts of all items differ from counts of visible ones. */
export const WORDS = ['lantern', 'river', 'captain', 'winter', 'garden', 'signal', 'mirror', 'harbour', 'violin'];
/** Words of only hidden items. Some are similar to a visible word or to a misspelled query. */
export const HIDDEN_WORDS = ['lanturn', 'captein', 'zeppelin', 'quartz', 'winters', 'rivers', 'mirrow'];
/** Further queries of callers: misspelled, hidden and absent words. */
export const ASKED_WORDS = ['lantren', 'capatin', 'zeppelin', 'quarts', 'mirrro', 'xylophone', 'wintter'];
/** Queries of callers that resemble visible words: two edits apart, alike in sound, cut off, or without a space. */
export const SIMILAR_WORDS = [
  'lantn',
  'gradne',
  'kaptane',
  'sygnul',
  'herbor',
  'wintterr',
  'viol',
  'keetun',
  'riverwinter',
];
/**
 * The initials of the words of visible titles: of "The captain of the river 1" without the first article, and of "The
 * winter of the mirror 2" with it.
 */
export const ACRONYMS = ['cotr', 'twotm'];
/** Numbers in several forms. Visible titles contain some of them. */
export const NUMERALS = ['1', 'one', 'I', '3', 'III', '11', 'XI', 'eleven', '1926'];
/** Genres of visible items. */
export const GENRES = ['Drama', 'Comedy', 'Western', 'Mystery'];
/** Genres of hidden items. The first is also a genre of visible items. */
export const HIDDEN_GENRES = ['Drama', 'Horror'];
/** Countries of visible items. */
export const COUNTRIES = ['United States', 'Japan'];
/** Countries of hidden items. The first is also a country of visible items. */
export const HIDDEN_COUNTRIES = ['Japan', 'France'];
/** Queries for the items of countries: of visible and hidden items, of hidden items only, and of none. */
export const COUNTRY_QUERIES = ['japanese movies', 'french dramas', 'french or japanese shows', 'danish movies'];
/** People of visible items. */
export const PEOPLE = ['Ada Lovelace', 'Buster Keaton', 'Mabel Normand', 'Harold Lloyd'];
/** People of hidden items. The first is also a person of visible items. */
export const HIDDEN_PEOPLE = ['Buster Keaton', 'Nobody Known'];
