import { type ApiRequest, post } from '../api-client';
import type { CatalogSample } from '../catalogs/synthetic-catalog';

/** Groups of searches with similar queries. */
export interface SearchFamilies {
  /** Searches for known items: by title, by misspelled title, by two people, by words of the overview. */
  readonly known: Readonly<Record<string, readonly ApiRequest[]>>;
  /** Searches for very common words. */
  readonly common: readonly ApiRequest[];
  /** Searches whose queries could be expensive for the index or the parser. */
  readonly expensive: readonly ApiRequest[];
}

const COMMON = ['the', 'film', 'drama', 'love', 'a', 'of the'];
const EXPENSIVE = [
  '- '.repeat(200).trim(),
  'or '.repeat(160).trim(),
  '((((((((((((',
  'a'.repeat(500),
  '%_%_%',
  '\u{1f600}'.repeat(200),
];

/** Builds the searches of each family from a sample of the catalog. */
export function makeSearchFamilies({ titles, people, words }: CatalogSample): SearchFamilies {
  return {
    known: {
      titles: titles.map(search),
      'titles with a typo': titles.map((title) => search(withTypo(title))),
      'two people': people.map(search),
      'words of the overview': words.map(search),
    },
    common: COMMON.map(search),
    expensive: EXPENSIVE.map(search),
  };
}

function search(query: string): ApiRequest {
  return post('candidates:search', { query });
}

/**
 * Misspells a title by swapping two letters inside a word: "Mteropolis" for "Metropolis". Returns a title unchanged if
 * no word has four letters in a row of which the middle two differ.
 */
export function withTypo(title: string): string {
  return title.replace(/(\p{L})(\p{L})(?!\2)(\p{L})(\p{L})/iu, '$1$3$2$4');
}
