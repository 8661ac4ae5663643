/**
 * The demands of a query are the genres, countries and years that it asks for. Items that meet a demand have certain
 * lexemes.
 */
import { facetKey } from '../../read-model/facets/facets';
import { FIELD_PREFIX, filterLexeme, yearLexeme } from '../../search/index/lexemes';
import { wordsOf } from '../../search/text/words';
import type { Country } from '../understanding/countries';
import type { Genre } from '../understanding/genre-names';
import type { Demand, YearsDemand } from '../understanding/understanding';

/** Cache of `genreStems`. */
const stemsByGenre = new Map<Genre, readonly (readonly string[])[]>();

/** Returns the stems of each label of a genre. An item has the genre if its genres contain all stems of one label. */
export function genreStems(genre: Genre): readonly (readonly string[])[] {
  const cached = stemsByGenre.get(genre);
  if (cached !== undefined) return cached;
  const labels = genre.labels.map((label) =>
    wordsOf(label).flatMap(({ isStopWord, lexeme }) => (isStopWord ? [] : [lexeme])),
  );
  stemsByGenre.set(genre, labels);
  return labels;
}

/** Returns whether an item whose genres have these stems has the genre. */
export function hasGenre(stems: ReadonlySet<string>, genre: Genre): boolean {
  return genreStems(genre).some((label) => label.every((stem) => stems.has(stem)));
}

/** Returns the lexemes of the labels of countries. An item with one of these lexemes is from one of the countries. */
export function countryLexemes(countries: readonly Country[]): string[] {
  const labels = countries.flatMap((country) => country.labels);
  return [...new Set(labels.map((label) => filterLexeme('country', facetKey(label))))];
}

/** Returns whether a query, or one of its words, asks for a country. */
export function asksForCountry({ demands }: { readonly demands: readonly Demand[] }): boolean {
  return demands.some(({ kind }) => kind === 'country');
}

/** Returns whether a year is in a period; false for an unknown year. */
export function isInPeriod(year: number | null, { from, to }: Pick<YearsDemand, 'from' | 'to'>): boolean {
  return year !== null && year >= from && year <= to;
}

/**
 * Returns alternatives, each a list of lexemes. An item that meets one of the demands has all lexemes of at least one
 * alternative. `demands` are those that one word of the query states. A genre has one alternative for each of its
 * labels, a period one for each of its years, at most 230 (see `periods.ts`).
 */
export function demandLexemes({ demands }: { readonly demands: readonly Demand[] }): string[][] {
  return demands.flatMap((demand) => {
    if (demand.kind === 'genre') {
      return genreStems(demand.genre).map((label) => label.map((stem) => FIELD_PREFIX.genres + stem));
    }
    if (demand.kind === 'country') return countryLexemes(demand.anyOf).map((lexeme) => [lexeme]);
    return Array.from({ length: demand.to - demand.from + 1 }, (_, index) => [yearLexeme(demand.from + index)]);
  });
}
