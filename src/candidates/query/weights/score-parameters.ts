/** The parameters of a score that depend on the kind of query. docs/search.md explains the numbers. */
import type { SearchQuery } from '../search-query';

/** The weight of a word in each field. */
export interface FieldWeights {
  readonly title: number;
  readonly people: number;
  readonly leadingPeople: number;
  readonly genres: number;
  readonly series: number;
  readonly overview: number;
}

export interface ScoreParameters {
  readonly fieldWeights: FieldWeights;
  /** The weight of a word is its inverse document frequency to this power. */
  readonly rarityPower: number;
  /** If the field weights of the uses of a word in a document have this sum, it contributes half of its maximum. */
  readonly saturation: number;
  /**
   * Bonus of a document that contains the whole query, in any fields. Another document gets it times the square of the
   * share of the query that it contains.
   */
  readonly wholeBonus: number;
  /** Factor of the prominence of an item whose title does not match the query. `PROMINENCE_OF_TITLES` is the other. */
  readonly prominenceWithoutTitle: number;
}

export const WHOLE_BONUS_MAX = 0.5;
const EQUAL_WEIGHTS: FieldWeights = { title: 1, people: 1, leadingPeople: 1, genres: 1, series: 1, overview: 1 };

const FOR_MOST: ScoreParameters = {
  fieldWeights: { title: 3, people: 1.8, leadingPeople: 3.4, genres: 1, series: 2, overview: 1 },
  rarityPower: 1,
  saturation: 1.2,
  wholeBonus: 0.25,
  prominenceWithoutTitle: 0.05,
};

/**
 * Several words of a plot seldom occur together by chance, so an item with all of them must outweigh titles with some.
 * A query of fewer words may be a title with a wrong word. The title, which lacks this word, must then outweigh items
 * with all words.
 */
const FOR_PLOTS: ScoreParameters = { ...FOR_MOST, wholeBonus: WHOLE_BONUS_MAX };

/** Most catalogs name characters in overviews only, where two words of a name must outweigh one in a title. */
const FOR_CHARACTERS: ScoreParameters = { ...FOR_MOST, fieldWeights: EQUAL_WEIGHTS };

/**
 * A description has words of titles and names by chance, many ordinary words ("goes"), and few rare words. So a word
 * counts the same in all fields. Rare words, and words that a document has twice or in two fields, count more. The
 * bonus for the whole query is lower, because it grows with the square of the share and so favors many ordinary words.
 */
const FOR_DESCRIPTIONS: ScoreParameters = {
  fieldWeights: EQUAL_WEIGHTS,
  rarityPower: 1.75,
  saturation: 2,
  wholeBonus: 0.15,
  prominenceWithoutTitle: 0.1,
};

export function scoreParametersOf({ isDescription, asksForCharacter, mayTellPlot }: SearchQuery): ScoreParameters {
  if (isDescription) return FOR_DESCRIPTIONS;
  if (asksForCharacter) return FOR_CHARACTERS;
  return mayTellPlot ? FOR_PLOTS : FOR_MOST;
}
