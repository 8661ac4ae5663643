import type { LoadRequest } from './load';
import type { CatalogSample } from './synthetic-catalog';

/** Families of searches: what people type, what all catalogs are full of, and what no index likes. */
export interface SearchFamilies {
  /** Known items, remembered in different ways. */
  readonly known: Readonly<Record<string, readonly LoadRequest[]>>;
  readonly common: readonly LoadRequest[];
  readonly hostile: readonly LoadRequest[];
}

const COMMON = ['the', 'film', 'drama', 'love', 'a', 'of the'];
const HOSTILE = [
  '- '.repeat(200).trim(),
  'or '.repeat(160).trim(),
  '((((((((((((',
  'a'.repeat(500),
  '%_%_%',
  '\u{1f600}'.repeat(200),
];

/** The searches of each family for a catalog of which a sample is known. */
export function searchFamilies({ titles, people, words }: CatalogSample): SearchFamilies {
  return {
    known: {
      titles: titles.map(search),
      'misspelled titles': titles.map((title) => search(misspell(title))),
      'two people': people.map(search),
      'words of the overview': words.map(search),
    },
    common: COMMON.map(search),
    hostile: HOSTILE.map(search),
  };
}

function search(query: string): LoadRequest {
  return { method: 'POST', path: '/api/v1/intelligence/candidates:search', body: { query } };
}

/** The word's second and third letters swapped, as fast fingers do. */
function misspell(title: string): string {
  return title.replace(/(\p{L})(\p{L})(\p{L})(\p{L})/u, '$1$3$2$4');
}
