/**
 * Measures how much of a query a title contains, and how much of the title the query contains. docs/search.md explains
 * the numbers and how they were chosen.
 */
import { isAscii } from '../../../search/text/fold';
import { stemWord } from '../../../search/text/stem';
import { compactKey, startsWithCompactKey, withoutArticle } from '../../../search/index/title-forms';
import { isUnspaced } from '../../../search/text/words';
import { acronymFactor } from '../../query/weights/term-roles';
import { incompleteWord } from '../../query/query-lexemes';
import type { SearchQuery } from '../../query/search-query';
import {
  type TermRole,
  LOW_WEIGHT_FACTOR,
  PART_FACTOR,
  totalWeightOf,
  type WeightedWord,
} from '../../query/weights/weighted-word';
import { TitleWordMatcher } from './title-words';
import { YearWords } from './year-words';

/**
 * Factor of the last word of the query if the title begins with the query and the word is not known (see
 * `WeightedWord.isKnown`): "matr" for "Matrix".
 */
const COMPLETED_FACTOR = 0.95;
/** The same factor if the last word is known, because it is then less likely to be incomplete. */
const COMPLETED_KNOWN_FACTOR = 0.6;
/**
 * The same factor if the last word is known, the query has other words before it, and the title is longer than the
 * query. A title seldom begins with several words of a query by chance.
 */
const COMPLETED_AFTER_WORDS_FACTOR = 0.85;

/**
 * Lowest factor of a word if the title consists of the words of the query or their corrections. The corrections of a
 * known word have a lower factor, because such a word is seldom a misspelling. But if a title has a correction, all
 * other words of the query and no further word, the word probably is a misspelling.
 */
const WHOLE_TITLE_FACTOR = 0.8;
/** A factor of at least this value means that a title has the word itself or another form of it, not a correction. */
const UNCORRECTED_FACTOR = 0.9;

/** How well a title fits a query. */
export interface TitleFit {
  /** The share of the query that the title or other data of the item match, weighted by rarity; 0 to 1. */
  readonly ofQuery: number;
  /** The share of the title that the query contains; stop words of the title weigh less; 0 to 1. */
  readonly ofTitle: number;
}

const NO_FIT: TitleFit = { ofQuery: 0, ofTitle: 0 };

/** Compares titles with one query. Keeps the state of the current title. */
export class TitleFitter {
  readonly wordMatcher: TitleWordMatcher;
  /** Whether a word of the query is in a script that is split into pairs of characters (see `isUnspaced`). */
  readonly hasUnspacedWords: boolean;
  private readonly totalWeight: number;
  /** Whether the compact key of the query is ASCII. Such a key has no unspaced word. */
  private readonly isAsciiKey: boolean;
  private readonly years: YearWords;
  private readonly hasNoContentWord: boolean;
  /** How well the current title matches each word of the query, 0 to 1. */
  private readonly factors: Float64Array;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
    private readonly roles: ReadonlyMap<string, readonly TermRole[]>,
  ) {
    this.totalWeight = totalWeightOf(words);
    this.factors = new Float64Array(words.length);
    this.years = new YearWords(words);
    this.hasNoContentWord = words.every(({ word }) => !word.isContentWord);
    this.hasUnspacedWords = words.some(({ word }) => isUnspaced(word.folded));
    this.isAsciiKey = isAscii(query.titleKeys[0] ?? '');
    this.wordMatcher = new TitleWordMatcher(words, roles, incompleteWord(query));
  }

  /** Returns whether the query names a year that is neither in the current title nor near the year of the item. */
  isOtherYear(year: number | null): boolean {
    return this.years.haveOtherYear(year, this.factors);
  }

  /** Raises the fit of a title that starts with the query, because the last word of the query may be incomplete. */
  completed(folded: string, { ofQuery, ofTitle }: TitleFit): TitleFit {
    const [wholeKey = ''] = this.query.titleKeys;
    const startsWithKey = startsWithCompactKey(folded, wholeKey);
    // The articles of the query and the title may differ.
    const share = startsWithKey
      ? wholeKey.length / compactKey(folded).length
      : this.query.keyWithoutArticle.length / compactKey(withoutArticle(folded)).length;
    const knownFactor = this.words.length > 1 && share < 1 ? COMPLETED_AFTER_WORDS_FACTOR : COMPLETED_KNOWN_FACTOR;
    const factor = this.words.at(-1)?.isKnown === true ? knownFactor : COMPLETED_FACTOR;
    const lastWordShare = (this.words.at(-1)?.weight ?? 0) / this.totalWeight;
    return { ofQuery: Math.max(ofQuery, 1 - lastWordShare * (1 - factor)), ofTitle: Math.max(ofTitle, share) };
  }

  /**
   * Makes the title `folded` the current one, and returns its fit.
   *
   * @param matchedOutsideTexts indexes of words of the query that the item matches by other data than its texts
   * @param year the year of the item
   * @param isEpisodeMatch whether the item has the season or episode numbers of the query
   * @param acronyms indexes of words of the query that are the initials of a title of the item
   */
  fit(
    folded: string,
    matchedOutsideTexts: readonly number[],
    year: number | null,
    isEpisodeMatch: boolean,
    acronyms: readonly number[],
  ): TitleFit {
    const { factors, words } = this;
    factors.fill(0);
    const texts = folded.split(' ');
    let titleWeight = 0;
    let coveredWeight = 0;
    for (let position = 0; position < texts.length; position += 1) {
      const text = texts[position] ?? '';
      const word = this.wordMatcher.wordOf(text);
      for (const { wordIndex: index, factor } of word.roles)
        if (factor > (factors[index] ?? 0)) factors[index] = factor;
      const next = texts[position + 1];
      const mayJoin = next !== undefined && word.joinedBeginnings.some((beginning) => next.startsWith(beginning));
      const factor = mayJoin ? Math.max(word.factor, this.raiseJoined(text + next)) : word.factor;
      const isCovered = (factor === 0 && this.isPartOfKey(text)) || (isEpisodeMatch && isNumbering(text));
      titleWeight += word.weight;
      coveredWeight += word.weight * (isCovered ? 1 : factor);
    }
    if (coveredWeight < titleWeight && this.isWholeTitle(texts))
      coveredWeight = this.raiseCorrections(coveredWeight, titleWeight);
    if (this.hasUnspacedWords) this.raiseUnspaced(compactKey(folded));
    for (const index of acronyms) {
      const word = words[index]?.word;
      if (word === undefined) continue;
      factors[index] = Math.max(factors[index] ?? 0, acronymFactor(word));
      // Each letter of an acronym stands for one word of a title. Such a word weighs at most 1.
      coveredWeight += word.folded.length * acronymFactor(word);
    }
    if (!isEpisodeMatch && !this.hasContentWord()) return NO_FIT;
    this.years.raiseFactors(year, factors);
    for (const index of matchedOutsideTexts) factors[index] = 1;
    let sum = 0;
    let queryWeight = this.totalWeight;
    for (let index = 0; index < words.length; index += 1) {
      const queryWord = words[index];
      if (queryWord === undefined || (factors[index] ?? 0) === 0) continue;
      // A filler that the title contains has its full weight.
      const weight = queryWord.word.isFiller ? queryWord.weight / LOW_WEIGHT_FACTOR : queryWord.weight;
      queryWeight += weight - queryWord.weight;
      sum += weight * (factors[index] ?? 0);
    }
    return { ofQuery: sum / queryWeight, ofTitle: titleWeight === 0 ? 0 : Math.min(1, coveredWeight / titleWeight) };
  }

  /**
   * Returns whether the current title has a content word of the query, or any word if the query has no content word.
   */
  private hasContentWord(): boolean {
    const { factors, words, hasNoContentWord } = this;
    return words.some(({ word }, index) => (factors[index] ?? 0) > 0 && (hasNoContentWord || word.isContentWord));
  }

  /**
   * Returns whether the current title has at least two words and as many as the query, all words of both match, and at
   * least one content word of the query is in the title without correction.
   */
  private isWholeTitle(texts: readonly string[]): boolean {
    const { factors, words, query } = this;
    if (texts.length < 2 || texts.length !== query.allWords.length || words.length !== texts.length) return false;
    if (factors.includes(0)) return false;
    if (!words.some(({ word }, index) => word.isContentWord && (factors[index] ?? 0) >= UNCORRECTED_FACTOR))
      return false;
    return texts.every((text) => this.wordMatcher.wordOf(text).factor > 0);
  }

  /**
   * Raises lower factors to `WHOLE_TITLE_FACTOR`. Returns the raised weight of the words of the title that the query
   * has.
   */
  private raiseCorrections(coveredWeight: number, titleWeight: number): number {
    const { factors } = this;
    for (let index = 0; index < factors.length; index += 1)
      factors[index] = Math.max(factors[index] ?? 0, WHOLE_TITLE_FACTOR);
    return Math.max(coveredWeight, titleWeight * WHOLE_TITLE_FACTOR);
  }

  /**
   * Raises to `PART_FACTOR` the factors of the query's words that `joined` matches with the factor 1. `joined` is two
   * words of the title without the space between them. Returns `PART_FACTOR`; 0 if no word matches.
   */
  private raiseJoined(joined: string): number {
    const { factors } = this;
    let raised = 0;
    for (const { wordIndex, factor } of this.roles.get(stemWord(joined)) ?? []) {
      if (factor < 1) continue;
      factors[wordIndex] = Math.max(factors[wordIndex] ?? 0, PART_FACTOR);
      raised = PART_FACTOR;
    }
    return raised;
  }

  /**
   * Returns whether the query contains `text`, a word of the title in a script that is split into pairs of characters.
   * Query and title may split the same text into different words.
   */
  private isPartOfKey(text: string): boolean {
    return !this.isAsciiKey && isUnspaced(text) && this.query.titleKeys[0]?.includes(text) === true;
  }

  /** Raises the factors of the query's unspaced words that the title contains. `key` is the title's compact key. */
  private raiseUnspaced(key: string): void {
    for (const [index, { word }] of this.words.entries()) {
      if (isUnspaced(word.folded) && key.includes(word.folded)) this.factors[index] = 1;
    }
  }
}

/**
 * Returns whether a word of a title is a number, or names a season or an episode. The index gives titles such as "Lost
 * season 2" and "Lost s2e5" to seasons and episodes without a title.
 */
function isNumbering(word: string): boolean {
  return word === 'season' || word === 'episode' || /^(?:s\d\d+|(?:s\d+)?e\d+|\d+)$/.test(word);
}
