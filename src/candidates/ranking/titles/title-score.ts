/** Scores how well titles fit a query. docs/search.md explains each number and how it was chosen. */
import { compactKey, decodeForms } from '../../../search/index/title-forms';
import type { SearchQuery } from '../../query/search-query';
import type { TermRole, WeightedWord } from '../../query/weights/weighted-word';
import type { CandidateRow } from '../candidate-row';
import { type TitleFit, TitleFitter } from './title-fit';
import { WordBeginnings } from './word-beginnings';
import { BONUSES_OF_BEGINNINGS, BONUSES_WITHOUT_KINDS, WholeTitles } from './whole-titles';
import { TITLE_BONUS, ACCENT_BONUS, EXACT_BONUS } from '../score-scale';

/** Factor of the score of every title but the first. */
const OTHER_TITLE_FACTOR = 0.97;
/** Lowest result of `TitleScorer.score` for an item with a title that equals the query. */
export const WHOLE_TITLE_MIN = OTHER_TITLE_FACTOR * (TITLE_BONUS + EXACT_BONUS);
/** Factor of the title bonus if the query names a year that is neither in the title nor near the year of the item. */
const OTHER_YEAR_FACTOR = 0.6;

const WHOLE_TITLE_FIT: TitleFit = { ofQuery: 1, ofTitle: 1 };

/**
 * The fit of a title that is the query without its genre, year or kinds, such as "1917" for "1917 action" (see
 * `WholeTitles.isQueryWithoutDemand`). An item with such a title stays in the results although it has another genre or
 * another year than the query asks for. It comes after the items that meet all demands.
 */
const WITHOUT_DEMAND_FIT: TitleFit = { ofQuery: 0.55, ofTitle: 1 };

const ONLY_WORD_UNITS = /^[\p{L}\p{N}]+$/u;

/** Scores titles for one query. Pure: the score of a title does not depend on earlier titles. */
export class TitleScorer {
  readonly whole: WholeTitles;
  private readonly fitter: TitleFitter;
  /**
   * Beginnings of words. A title that contains a word of the query contains one of them; few other titles do. Null if a
   * title may match without them, for example if a word is a number.
   */
  private readonly beginnings: WordBeginnings | null;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
    roles: ReadonlyMap<string, readonly TermRole[]>,
  ) {
    this.whole = new WholeTitles(query, words);
    this.fitter = new TitleFitter(query, words, roles);
    const { hasUnspacedWords, wordMatcher } = this.fitter;
    const prefixes = [...wordMatcher.stemPrefixes, ...query.titleKeys];
    const matchesAny = hasUnspacedWords || words.length === 0 || wordMatcher.hasNumerals;
    this.beginnings = matchesAny || !prefixes.every(beginsWithWord) ? null : new WordBeginnings(prefixes);
  }

  /**
   * Returns the score of the best title. `isEpisodeMatch` tells whether the item has the season or episode numbers of
   * the query.
   *
   * @param matchedOutsideTexts indexes of words of the query that the item matches by other data than its texts, such
   * as its year. Unless `isEpisodeMatch`, they count only if a title has a content word of the query or is part of it.
   * @param acronyms indexes of words of the query that are the initials of a title of the item
   */
  score(
    { titles, year }: Pick<CandidateRow, 'titles' | 'year'>,
    matchedOutsideTexts: readonly number[],
    isEpisodeMatch: boolean,
    acronyms: readonly number[] = [],
  ): number {
    // Most items that matched by other fields have no word of the query in a title.
    if (!isEpisodeMatch && acronyms.length === 0 && this.beginnings?.hasAnyIn(titles) === false)
      return this.symbolScore(titles);
    let highest = 0;
    let factor = 1;
    const forms = decodeForms(titles);
    const fitOf = (folded: string): TitleFit =>
      this.fitter.fit(folded, matchedOutsideTexts, year, isEpisodeMatch, acronyms);
    // A query for an episode by its number need not contain the title of the episode, so the title of the series alone
    // may fit. Otherwise, for "Lost episode 2", "Lost Boys: Episode 2" would come before the second episode of "Lost".
    const ownTitle = isEpisodeMatch && this.query.episodeCode?.episode != null ? ` ${forms[0]?.folded ?? ''}` : null;
    for (const form of forms) {
      const wholeTitleBonus = this.whole.bonus(form.folded, matchedOutsideTexts, year);
      const isWhole = wholeTitleBonus >= EXACT_BONUS || BONUSES_WITHOUT_KINDS.has(wholeTitleBonus);
      let score = wholeTitleBonus;
      const seriesTitle =
        ownTitle !== null && form.folded.endsWith(ownTitle) ? form.folded.slice(0, -ownTitle.length) : '';
      const ofSeriesTitle = seriesTitle === '' ? 0 : fitOf(seriesTitle).ofTitle;
      const isQueryWithoutDemand =
        !isWhole && matchedOutsideTexts.length === 0 && this.whole.isQueryWithoutDemand(form.folded);
      // This must be the last call of `fitOf`, because `isOtherYear` refers to the title of the last call.
      const fit = isWhole ? WHOLE_TITLE_FIT : isQueryWithoutDemand ? WITHOUT_DEMAND_FIT : fitOf(form.folded);
      const isBeginning = BONUSES_OF_BEGINNINGS.has(wholeTitleBonus);
      const { ofQuery, ofTitle: ofWholeTitle } = isBeginning ? this.fitter.completed(form.folded, fit) : fit;
      const ofTitle = Math.max(ofWholeTitle, ofSeriesTitle);
      if (ofQuery > 0) {
        const isOtherYear = !isWhole && !isQueryWithoutDemand && this.fitter.isOtherYear(year);
        score += TITLE_BONUS * ofQuery ** 3 * (0.5 + 0.5 * ofTitle) * (isOtherYear ? OTHER_YEAR_FACTOR : 1);
        score += ACCENT_BONUS * ofQuery * this.whole.accentMatch(form);
      }
      highest = Math.max(highest, factor * score);
      factor = OTHER_TITLE_FACTOR;
    }
    return highest === 0 ? this.symbolScore(titles) : highest;
  }

  /** Scores titles for a query without words: a title must have the same symbols. Returns 0 for a query with words. */
  private symbolScore(titles: string): number {
    if (this.words.length > 0) return 0;
    return decodeForms(titles).some(({ folded }) => this.query.titleKeys.includes(compactKey(folded)))
      ? TITLE_BONUS + EXACT_BONUS
      : 0;
  }
}

/** Returns whether the first two code units of a text, or its only one, are letters or digits. */
function beginsWithWord(text: string): boolean {
  return ONLY_WORD_UNITS.test(text.slice(0, 2));
}
