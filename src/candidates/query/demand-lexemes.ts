/** Returns the lexemes that find items that meet a demand of a query. */
import { FIELD_PREFIX, MARK_PREFIX } from '../../search/index/lexemes';
import { wordsOf } from '../../search/text/words';
import type { Genre } from '../understanding/genre-names';
import type { Demand } from '../understanding/understanding';

/** Maximum length of a period that is looked up, in years. A longer period only influences the ranking. */
const YEARS_MAX = 32;
const stems = new Map<Genre, readonly (readonly string[])[]>();

/** Returns the stems of each label of a genre. An item has the genre if its genres contain all stems of one label. */
export function genreStems(genre: Genre): readonly (readonly string[])[] {
  const known = stems.get(genre);
  if (known !== undefined) return known;
  const labels = genre.labels.map((label) =>
    wordsOf(label).flatMap(({ isStopWord, lexeme }) => (isStopWord ? [] : [lexeme])),
  );
  stems.set(genre, labels);
  return labels;
}

/** Returns alternatives for the demands of a word. An item meets a demand if it has all lexemes of one alternative. */
export function demandLexemes({ demands }: { readonly demands: readonly Demand[] }): string[][] {
  return demands.flatMap((demand) => {
    if (demand.kind === 'genre') {
      return genreStems(demand.genre).map((label) => label.map((stem) => FIELD_PREFIX.genres + stem));
    }
    const years = demand.to - demand.from + 1;
    if (years > YEARS_MAX) return [];
    return Array.from({ length: years }, (_, index) => [`${MARK_PREFIX.year}${demand.from + index}`]);
  });
}
