/** Scores how well titles fit a query. docs/search.md explains each number and how it was chosen. */
import { decodeForms } from '../../../search/index/title-forms';
import type { SearchQuery } from '../../query/search-query';
import type { TermRole, WeightedWord } from '../../query/weights/weighted-word';
import { ANY_TITLE, beginningPattern } from './title-filter';
import { type TitleFit, TitleFitter } from './title-fit';
import { PREFIX_BONUS, WholeTitles } from './whole-titles';
import { TITLE_BONUS, ACCENT_BONUS, EXACT_BONUS } from '../score-scale';

const OTHER_TITLE_FACTOR = 0.97;
/** Factor of the title bonus if the query names a year that neither the item nor its title has, not even nearly. */
const OTHER_YEAR_FACTOR = 0.6;

/** The fields of an item that the score of its titles depends on. */
interface Titled {
  /** Result of `encodeForms`. */
  readonly titles: string;
  readonly year: number | null;
}

const NONE: readonly number[] = [];
const WHOLE: TitleFit = { ofQuery: 1, ofTitle: 1 };

/** Scores titles for one query. Pure: the score of a title does not depend on earlier ones. */
export class TitleScorer {
  readonly whole: WholeTitles;
  private readonly fitter: TitleFitter;
  /** Matches every title that contains a word of the query, and few other titles. */
  private readonly mayMatch: RegExp;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
    roles: ReadonlyMap<string, readonly TermRole[]>,
  ) {
    this.whole = new WholeTitles(query, words);
    this.fitter = new TitleFitter(query, words, roles);
    const { hasUnspacedWords, titleWords } = this.fitter;
    const matchesAny = hasUnspacedWords || words.length === 0 || titleWords.hasNumerals;
    this.mayMatch = matchesAny ? ANY_TITLE : beginningPattern([...titleWords.stemPrefixes, ...query.titleKeys]);
  }

  /**
   * Returns the score of the title that fits best; alternative titles count a little less. `coded` tells whether the
   * query contains the season and episode numbers of the item.
   *
   * @param matchedOutsideTexts indexes of words of the query that the item matches by other data than its texts, such
   * as its year. Unless `coded`, they raise the score only of a title that contains a word of the query. For "1926
   * crime", the year does not raise the score of a film of 1926 whose title does not contain "crime".
   * @param acronyms indexes of words of the query that are the initials of a title of the item
   */
  score(
    { titles, year }: Titled,
    matchedOutsideTexts: readonly number[],
    coded: boolean,
    acronyms: readonly number[] = NONE,
  ): number {
    // Most items that matched by other fields have no word of the query in a title.
    if (!coded && acronyms.length === 0 && !this.mayMatch.test(titles)) return this.symbolScore(titles);
    let best = 0;
    let factor = 1;
    for (const form of decodeForms(titles)) {
      const exactness = this.whole.bonus(form.folded, matchedOutsideTexts);
      const isExact = exactness >= EXACT_BONUS;
      let score = exactness;
      const fit = isExact ? WHOLE : this.fitter.fit(form.folded, matchedOutsideTexts, year, coded, acronyms);
      const { ofQuery, ofTitle } = exactness === PREFIX_BONUS ? this.fitter.completed(form.folded, fit) : fit;
      if (ofQuery > 0) {
        const isOtherYear = !isExact && this.fitter.isOtherYear(year);
        score += TITLE_BONUS * ofQuery ** 3 * (0.5 + 0.5 * ofTitle) * (isOtherYear ? OTHER_YEAR_FACTOR : 1);
        score += ACCENT_BONUS * ofQuery * this.whole.accentMatch(form);
      }
      best = Math.max(best, factor * score);
      factor = OTHER_TITLE_FACTOR;
    }
    return best === 0 ? this.symbolScore(titles) : best;
  }

  /** Scores titles for a query of symbols only, which has no words: a title must have the same symbols. */
  private symbolScore(titles: string): number {
    if (this.words.length > 0) return 0;
    return decodeForms(titles).some((form) => form.folded === this.query.titleForm?.folded)
      ? TITLE_BONUS + EXACT_BONUS
      : 0;
  }
}
