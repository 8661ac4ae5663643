/** Determines whether a whole title equals a query, starts with the query, or has the same accents. */
import { isAscii } from '../../../search/text/fold';
import {
  afterArticle,
  startsWithCompactKey,
  compactKey,
  decodeForms,
  type TitleForm,
  mayBegin,
  mayBeginAfterArticle,
  withoutArticle,
} from '../../../search/index/title-forms';
import { findNumeral } from '../../../search/text/numerals';
import type { SearchQuery } from '../../query/search-query';
import type { WeightedWord } from '../../query/weights/weighted-word';
import type { CandidateRow } from '../candidate-row';
import { EXACT_BONUS } from '../score-scale';
import { withDigits } from './numbered-titles';

/** Bonus for a title that differs from the query only by its article. As high as the highest possible prominence. */
const OTHER_ARTICLE_BONUS = 0.5;
/**
 * Bonus for a title that is the query without its year, by the difference of the year from that of the item. Above the
 * bonus for a longer title of an item of the year: people often remember years wrongly.
 */
const NEAR_YEAR_BONUSES: readonly number[] = [EXACT_BONUS, 0.99, 0.6];
/** Bonus for a title that differs from the query only in the spelling of its numbers ("7 Days" for "seven days"). */
const OTHER_NUMBERS_BONUS = 0.45;
/** Bonus for a title that is the query without the words for kinds of items at its ends ("You" for "you tv show"). */
export const WITHOUT_KINDS_BONUS = 0.4;
/** Bonus for a title that starts with the query, followed by a space. */
const WORD_PREFIX_BONUS = 0.21;
/** Bonus for any other title that starts with the query. */
const PREFIX_BONUS = 0.2;
/** Bonus for a title that starts with the query if the articles of both are ignored. */
const OTHER_ARTICLE_PREFIX_BONUS = 0.1;
/**
 * The bonuses of titles that begin with the query if the articles of both are ignored. Such a title may contain no
 * whole word of the query, as "Matrix" for "matr".
 */
export const BONUSES_OF_BEGINNINGS: ReadonlySet<number> = new Set([
  OTHER_ARTICLE_BONUS,
  PREFIX_BONUS,
  OTHER_ARTICLE_PREFIX_BONUS,
]);

/** Compares whole titles with one query. */
export class WholeTitles {
  /** Words of the query that contain accents. */
  private readonly accentedWords: readonly string[];
  /** The key of the query without its article; null if it is too short to begin a title. */
  private readonly beginningKey: string | null;
  /** The form of the query with its numbers as digits; null if it has no number, or names a season or an episode. */
  private readonly numbered: string | null;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    this.beginningKey = mayBeginAfterArticle(query.keyWithoutArticle) ? query.keyWithoutArticle : null;
    const numerals = new Map(words.map(({ word }) => [word.lexeme, word.numeral]));
    const folded = query.allWords.map((word) => word.folded);
    const numbered = withDigits(folded, (index) => numerals.get(query.allWords[index]?.lexeme ?? '') ?? null);
    this.numbered = query.episodeCode === null ? numbered : null;
    this.accentedWords = query.titleForm?.accented?.split(' ').filter((word) => !isAscii(word)) ?? [];
  }

  /** Returns whether a title of a row equals the whole query. */
  equalsQuery({ titles }: Pick<CandidateRow, 'titles'>): boolean {
    const [wholeKey] = this.query.titleKeys;
    return wholeKey !== undefined && decodeForms(titles).some(({ folded }) => compactKey(folded) === wholeKey);
  }

  /** Returns whether a title of a row starts with the query. Their articles may differ or be missing. */
  startsWithQuery({ titles }: Pick<CandidateRow, 'titles'>): boolean {
    const [wholeKey] = this.query.titleKeys;
    if (wholeKey === undefined) return false;
    // Does not decode the forms, because this is called for most rows.
    let start = 0;
    do {
      if (startsWithCompactKey(titles, wholeKey, start)) return true;
      if (this.beginningKey !== null && startsWithCompactKey(titles, this.beginningKey, afterArticle(titles, start)))
        return true;
      start = titles.indexOf('\n', start) + 1;
    } while (start > 0);
    return false;
  }

  /**
   * Returns the bonus of a title that equals the query or a part of it, or starts with the query; otherwise 0. The
   * articles of the title and the whole query may differ or be missing, and their numbers may differ in spelling.
   * `matchedOutsideTexts` has the meaning that it has in `TitleScorer.score`. `year` is that of the item.
   */
  bonus(folded: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    const bonus = this.bonusAsWritten(folded, matchedOutsideTexts, year);
    if (this.numbered === null || bonus >= OTHER_NUMBERS_BONUS) return bonus;
    const titleWords = folded.split(' ');
    const numbered = withDigits(titleWords, (index) => findNumeral(titleWords[index] ?? ''));
    if (numbered === null) return bonus;
    if (numbered === this.numbered) return OTHER_NUMBERS_BONUS;
    return numbered.startsWith(`${this.numbered} `) ? Math.max(bonus, WORD_PREFIX_BONUS) : bonus;
  }

  private bonusAsWritten(folded: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    const { titleKeys, titleForm: queryForm, keyWithoutArticle } = this.query;
    const startsApart = startsWithCompactKey(folded, keyWithoutArticle, afterArticle(folded));
    if (!startsApart && !titleKeys.some((key) => startsWithCompactKey(folded, key))) return 0;
    const key = compactKey(folded);
    const [wholeKey = ''] = titleKeys;
    if (key === wholeKey) return EXACT_BONUS;
    if (startsApart && compactKey(withoutArticle(folded)) === keyWithoutArticle) return OTHER_ARTICLE_BONUS;
    const partFactor = this.partFactor(key, matchedOutsideTexts, year);
    if (partFactor > 0) return partFactor;
    if (key === this.query.keyWithoutKinds) return WITHOUT_KINDS_BONUS;
    if (queryForm !== null && folded.startsWith(`${queryForm.folded} `)) return WORD_PREFIX_BONUS;
    // A season or episode number is complete, so the query is not the start of a longer title.
    if (this.words.at(-1)?.word.isEpisodeCode === true) return 0;
    if (mayBegin(wholeKey) && key.startsWith(wholeKey)) return PREFIX_BONUS;
    return startsApart && this.beginningKey !== null ? OTHER_ARTICLE_PREFIX_BONUS : 0;
  }

  /**
   * Returns 1 if a title equals a part of the query and the item meets the demands of the omitted words, less if the
   * item is one or two years older or newer than an omitted year, and otherwise 0.
   */
  private partFactor(titleKey: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    let highest = 0;
    for (const { key, requiredLexemes } of this.query.partKeys) {
      if (key !== titleKey) continue;
      const factors = requiredLexemes.map((lexeme) => this.requiredFactor(lexeme, matchedOutsideTexts, year));
      highest = Math.max(
        highest,
        factors.reduce((product, factor) => product * factor, 1),
      );
    }
    return highest;
  }

  private requiredFactor(lexeme: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    if (matchedOutsideTexts.some((index) => this.words[index]?.word.lexeme === lexeme)) return 1;
    const required = this.words.find(({ word }) => word.lexeme === lexeme)?.word.year ?? null;
    return required === null ? 0 : year === null ? 0 : (NEAR_YEAR_BONUSES[Math.abs(required - year)] ?? 0);
  }

  /** Returns 1 if a title has the same accents as the query or contains the query's accented words; otherwise 0. */
  accentMatch(form: TitleForm): number {
    const { titleForm: queryForm } = this.query;
    if (queryForm === null) return 0;
    if (form.folded === queryForm.folded) return form.accented === queryForm.accented ? 1 : 0;
    if (this.accentedWords.length === 0 || form.accented === null) return 0;
    const titleWords = form.accented.split(' ');
    return this.accentedWords.every((word) => titleWords.includes(word)) ? 1 : 0;
  }
}
