/** The parameters of a score that depend on the kind of query. docs/search.md explains the numbers. */
import type { SearchQuery } from '../search-query';

/** The weight of a word in each indexed field. */
export interface FieldWeights {
  readonly title: number;
  /** Cast and crew, except `leadingPeople`. */
  readonly people: number;
  /** The first two actors, and the first director or creator. */
  readonly leadingPeople: number;
  /** Genres, keywords and collection. */
  readonly genres: number;
  /** The title of the series of a season or an episode. */
  readonly series: number;
  readonly overview: number;
}

export interface ScoreParameters {
  readonly fieldWeights: FieldWeights;
  /** The weight of a word is its inverse document frequency to this power. */
  readonly rarityPower: number;
  /** If the field weights of all uses of a word in a document add up to this, the word contributes half its maximum. */
  readonly saturation: number;
  /**
   * Bonus of a document that contains the whole query, in any fields. A document that contains only a share of the
   * query gets the bonus times the square of this share.
   */
  readonly wholeBonus: number;
  /** Factor of the prominence if no title matches; the better a title matches, the nearer to `PROMINENCE_OF_TITLES`. */
  readonly prominenceWithoutTitle: number;
}

/** The highest `wholeBonus` of all parameters. */
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
 * For a query that may tell a part of a plot. Its words seldom occur together by chance, so an item that contains all
 * of them is probably the right one. The higher bonus ranks it before items that have only some of the words in their
 * titles. A query of fewer words gets the lower bonus, because it may be a title with one wrong word. The item with
 * this title does not contain the wrong word, but must rank before items that contain all words.
 */
const FOR_PLOTS: ScoreParameters = { ...FOR_MOST, wholeBonus: WHOLE_BONUS_MAX };

/**
 * For a query that asks for a character. Most catalogs name characters only in overviews. With equal weights, two words
 * of a name in an overview outweigh one word in a title.
 */
const FOR_CHARACTERS: ScoreParameters = { ...FOR_MOST, fieldWeights: EQUAL_WEIGHTS };

/**
 * For a query that describes an item in many words. Some of them occur in titles and names by chance, so all fields
 * have equal weights. Most of them are ordinary ("goes"), so the higher power raises the weight of the few rare words.
 * With the higher saturation, a word counts more if a document has it twice or in two fields. The bonus for the whole
 * query is lower, because it grows with the square of the share and so favors many ordinary words over few rare ones.
 */
const FOR_DESCRIPTIONS: ScoreParameters = {
  fieldWeights: EQUAL_WEIGHTS,
  rarityPower: 1.75,
  saturation: 2,
  wholeBonus: 0.15,
  prominenceWithoutTitle: 0.1,
};

/** Returns the parameters for a query. A description is checked first, because it also has enough words for a plot. */
export function scoreParametersOf({ isDescription, asksForCharacter, mayTellPlot }: SearchQuery): ScoreParameters {
  if (isDescription) return FOR_DESCRIPTIONS;
  if (asksForCharacter) return FOR_CHARACTERS;
  return mayTellPlot ? FOR_PLOTS : FOR_MOST;
}
