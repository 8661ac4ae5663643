/** Determines whether a whole title equals a query, starts with the query, or has the same accents. */
import { isAscii } from '../../../search/text/fold';
import { findYear } from '../../../search/text/numerals';
import { isStopWord } from '../../../search/text/stop-words';
import {
  afterArticle,
  ARTICLES,
  startsWithCompactKey,
  compactKey,
  decodeForms,
  type TitleForm,
  mayBegin,
  mayBeginAfterArticle,
  withoutArticle,
} from '../../../search/index/title-forms';
import { numeralInTitle } from '../../query/number-words';
import type { SearchQuery } from '../../query/search-query';
import type { WeightedWord } from '../../query/weights/weighted-word';
import type { Demand } from '../../understanding/understanding';
import type { CandidateRow } from '../candidate-row';
import { EXACT_BONUS } from '../score-scale';
import { withDigits } from './numbered-titles';

/** Bonus for a title that differs from the query only by its article. The highest prominence adds as much. */
const OTHER_ARTICLE_BONUS = 0.5;
/**
 * Factors for a year of the query that a title omits, by the difference between that year and the year of the item.
 * With a difference of one, "Forbidden 1920" still finds "Forbidden" (1919) before "Forbidden Trails" (1920), because
 * people often remember years wrongly.
 */
const NEAR_YEAR_FACTORS: readonly number[] = [1, 0.99, 0.6];
/** Factor for a part of the query that omits the article after a request ("Titanic" for "show me the Titanic"). */
const WITHOUT_ARTICLE_FACTOR = 0.9;
/**
 * Factor for each year of a period such as "1947-1955" that the title omits. The years may belong to the title, so an
 * item of any year can match: "The Crown" answers "the crown 1947-1955". But a title of one word may be a surname
 * ("chaplin 1914-1918"), so its item must be from the period. An omitted year that is the year of the item has the
 * factor 1: for "wonder woman 1984 - 2020", "Wonder Woman 1984" of 2020 comes before "Wonder Woman".
 */
const UNCERTAIN_PERIOD_FACTOR = 0.9;
/** Bonus for a title that differs from the query only in the spelling of its numbers ("7 Days" for "seven days"). */
const OTHER_NUMBERS_BONUS = 0.45;
/** Bonus for a title that is the query without the words for kinds of items at its ends ("You" for "you tv show"). */
const WITHOUT_KINDS_BONUS = 0.4;
/** Like `WITHOUT_KINDS_BONUS`, but for a title that also differs from the query by its article. */
const ARTICLE_WITHOUT_KINDS_BONUS = 0.35;
export const BONUSES_WITHOUT_KINDS: ReadonlySet<number> = new Set([WITHOUT_KINDS_BONUS, ARTICLE_WITHOUT_KINDS_BONUS]);
/** Bonus for a title that starts with the query, followed by a space. */
const WORD_PREFIX_BONUS = 0.21;
/** Bonus for any other title that starts with the query. */
const PREFIX_BONUS = 0.2;
/** Bonus for a title that starts with the query if the articles of both are ignored. */
const OTHER_ARTICLE_PREFIX_BONUS = 0.1;
/** Bonuses of titles that begin with the query (articles ignored), but may contain no whole word of it ("matr"). */
export const BONUSES_OF_BEGINNINGS: ReadonlySet<number> = new Set([
  OTHER_ARTICLE_BONUS,
  PREFIX_BONUS,
  OTHER_ARTICLE_PREFIX_BONUS,
]);

/** Compares whole titles with one query. */
export class WholeTitles {
  /** Words of the query, with their accents, that are not ASCII. */
  private readonly accentedWords: readonly string[];
  /** The key of the query without its article; null if it is too short to search for titles that begin with it. */
  private readonly beginningKey: string | null;
  /** The form of the query with its numbers as digits; null if it has no number, or names a season or an episode. */
  private readonly numbered: string | null;
  /** The stop words at the beginning and at the end of the query, as texts that may be whole titles; no articles. */
  private readonly stopWordTitles: ReadonlySet<string>;
  /** Keys of the titles that `equalsQueryWithoutDemand` accepts; empty if the query asks for no single year. */
  private readonly keysWithoutDemand: ReadonlySet<string>;
  /** `SearchQuery.keysWithoutKinds`; empty if the query asks for a single year. */
  private readonly keysWithoutKinds: readonly string[];

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
  ) {
    this.beginningKey = mayBeginAfterArticle(query.keyWithoutArticle) ? query.keyWithoutArticle : null;
    const numerals = new Map(words.map(({ word }) => [word.lexeme, word.numeral]));
    const folded = query.allWords.map((word) => word.folded);
    const numbered = withDigits(folded, (index) => numerals.get(query.allWords[index]?.lexeme ?? '') ?? null);
    this.numbered = query.episodeCode === null ? numbered : null;
    this.stopWordTitles = stopWordsAtEnds(query);
    const asksForOneYear = query.understanding.demands.some((demand) => singleYearOf(demand) !== null);
    const parts = query.partKeys.filter(({ requiredLexemes }) => requiredLexemes.length === 1);
    // "1994 movies" asks for several items, so the title "1994" gets no bonus for being the query without its kind.
    this.keysWithoutKinds = asksForOneYear ? [] : query.keysWithoutKinds;
    this.keysWithoutDemand = new Set(asksForOneYear ? [...parts.map(({ key }) => key), ...query.keysWithoutKinds] : []);
    this.accentedWords = query.titleForm?.accented?.split(' ').filter((word) => !isAscii(word)) ?? [];
  }

  /** Returns whether a title of a row equals the whole query. */
  equalsQuery({ titles }: Pick<CandidateRow, 'titles'>): boolean {
    const [wholeKey] = this.query.titleKeys;
    return wholeKey !== undefined && decodeForms(titles).some(({ folded }) => compactKey(folded) === wholeKey);
  }

  /** Returns whether a title of a row consists of the stop words at one end of the query: "Her" for "her jane doe". */
  isOfStopWords({ titles }: Pick<CandidateRow, 'titles'>): boolean {
    return this.stopWordTitles.size > 0 && decodeForms(titles).some(({ folded }) => this.stopWordTitles.has(folded));
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

  /** Returns whether a title of a row, without its stop words, starts with the words of the query. */
  startsWithWordsOfQuery({ titles }: Pick<CandidateRow, 'titles'>): boolean {
    const beginning = this.query.allWords.map(({ folded }) => folded).join(' ');
    const contentOf = (folded: string): string =>
      folded
        .split(' ')
        .filter((word) => !isStopWord(word))
        .join(' ');
    return decodeForms(titles).some(({ folded }) => contentOf(folded).startsWith(beginning));
  }

  /**
   * Returns the bonus of a title that equals the query or a part of it, or starts with the query; otherwise 0. The
   * articles of the title and the whole query may differ or be missing, and their numbers may differ in spelling.
   * `matchedOutsideTexts` are indexes of words of the query that the item matches by other data than its texts, such as
   * its year. `year` is the year of the item.
   */
  bonus(folded: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    const bonus = this.bonusAsWritten(folded, matchedOutsideTexts, year);
    if (this.numbered === null || bonus >= OTHER_NUMBERS_BONUS) return bonus;
    const titleWords = folded.split(' ');
    const numbered = withDigits(titleWords, (index) => numeralInTitle(titleWords, index));
    if (numbered === null) return bonus;
    if (numbered === this.numbered) return OTHER_NUMBERS_BONUS;
    return numbered.startsWith(`${this.numbered} `) ? Math.max(bonus, WORD_PREFIX_BONUS) : bonus;
  }

  private bonusAsWritten(folded: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    const { titleKeys, titleForm: queryForm, keyWithoutArticle } = this.query;
    const startsWithKeyAfterArticle = startsWithCompactKey(folded, keyWithoutArticle, afterArticle(folded));
    const withoutKinds = this.bonusWithoutKinds(folded);
    if (!startsWithKeyAfterArticle && !titleKeys.some((key) => startsWithCompactKey(folded, key))) return withoutKinds;
    const key = compactKey(folded);
    const [wholeKey = ''] = titleKeys;
    if (key === wholeKey) return EXACT_BONUS;
    if (startsWithKeyAfterArticle && compactKey(withoutArticle(folded)) === keyWithoutArticle)
      return OTHER_ARTICLE_BONUS;
    const partBonus = this.partBonus(folded, matchedOutsideTexts, year);
    if (partBonus > 0) return partBonus;
    if (withoutKinds > 0) return withoutKinds;
    if (queryForm !== null && folded.startsWith(`${queryForm.folded} `)) return WORD_PREFIX_BONUS;
    // A season or episode number is complete, so the query is not the start of a longer title.
    if (this.words.at(-1)?.word.isEpisodeCode === true) return 0;
    if (mayBegin(wholeKey) && key.startsWith(wholeKey)) return PREFIX_BONUS;
    return startsWithKeyAfterArticle && this.beginningKey !== null ? OTHER_ARTICLE_PREFIX_BONUS : 0;
  }

  /**
   * Returns the bonus of a title that is the query without the words for kinds; otherwise 0. The articles at the start
   * of both may differ or be missing.
   */
  private bonusWithoutKinds(folded: string): number {
    const [key, keyWithoutArticle] = this.keysWithoutKinds;
    if (key === undefined) return 0;
    if (startsWithCompactKey(folded, key) && compactKey(folded) === key) return WITHOUT_KINDS_BONUS;
    const plainKey = keyWithoutArticle ?? key;
    if (!startsWithCompactKey(folded, plainKey, afterArticle(folded))) return 0;
    return compactKey(withoutArticle(folded)) === plainKey ? ARTICLE_WITHOUT_KINDS_BONUS : 0;
  }

  /**
   * Returns 1 if a title equals a part of the query and the item meets the demands of the omitted words; less if the
   * item is one or two years older or newer than an omitted year, if an omitted year of an uncertain period is not the
   * year of the item, or if the part lacks its article; otherwise 0.
   */
  private partBonus(folded: string, matchedOutsideTexts: readonly number[], year: number | null): number {
    const titleKey = compactKey(folded);
    let highest = 0;
    for (const { key, requiredLexemes, lacksArticle } of this.query.partKeys) {
      if (key !== titleKey) continue;
      const factors = requiredLexemes.map((lexeme) => this.requiredFactor(lexeme, folded, matchedOutsideTexts, year));
      highest = Math.max(
        highest,
        factors.reduce((product, factor) => product * factor, lacksArticle ? WITHOUT_ARTICLE_FACTOR : 1),
      );
    }
    return highest;
  }

  /**
   * Returns whether the query asks for a single year and a title of a row is the query without its genre, its year or
   * its kinds: "Spy 2014", "1917 action" and "1917 movies" may name the films "Spy" and "1917".
   */
  equalsQueryWithoutDemand({ titles }: Pick<CandidateRow, 'titles'>): boolean {
    return (
      this.keysWithoutDemand.size > 0 && decodeForms(titles).some(({ folded }) => this.isQueryWithoutDemand(folded))
    );
  }

  /** Like `equalsQueryWithoutDemand`, for one title. */
  isQueryWithoutDemand(folded: string): boolean {
    return this.keysWithoutDemand.size > 0 && this.keysWithoutDemand.has(compactKey(folded));
  }

  private requiredFactor(
    lexeme: string,
    foldedTitle: string,
    matchedOutsideTexts: readonly number[],
    year: number | null,
  ): number {
    const word = this.words.find((each) => each.word.lexeme === lexeme)?.word;
    const period = word?.demands.find(({ kind }) => kind === 'years');
    const yearOfPeriod = period === undefined ? null : findYear(word?.folded ?? '');
    const mayBeInTitle = period?.isCertain === false && yearOfPeriod !== null;
    if (matchedOutsideTexts.some((index) => this.words[index]?.word.lexeme === lexeme))
      return mayBeInTitle && year !== yearOfPeriod ? UNCERTAIN_PERIOD_FACTOR : 1;
    if (mayBeInTitle && foldedTitle.includes(' ')) return UNCERTAIN_PERIOD_FACTOR;
    // "after 2019" may ask for the film "After" of 2019. But "before" is no part of the title "Dune", so "dune before
    // 2021" does not ask for a film of 2021.
    const required = word?.year ?? (/(?:^| )(?:after|before)$/.test(foldedTitle) ? yearOfPeriod : null);
    return required === null || year === null ? 0 : (NEAR_YEAR_FACTORS[Math.abs(required - year)] ?? 0);
  }

  /**
   * Returns 1 if a title has the accents of the query, otherwise 0. A title with the same letters must have the same
   * accents; another title must contain the query's accented words.
   */
  accentMatch(form: TitleForm): number {
    const { titleForm: queryForm } = this.query;
    if (queryForm === null) return 0;
    if (form.folded === queryForm.folded) return form.accented === queryForm.accented ? 1 : 0;
    if (this.accentedWords.length === 0 || form.accented === null) return 0;
    const titleWords = form.accented.split(' ');
    return this.accentedWords.every((word) => titleWords.includes(word)) ? 1 : 0;
  }
}

/** Returns the year of a demand for a single year; otherwise null. */
function singleYearOf(demand: Demand): number | null {
  return demand.kind === 'years' && demand.from === demand.to ? demand.from : null;
}

/**
 * Returns the stop words at the start of a query as one text, and those at its end as another one. Leaves out a text
 * that is only an article.
 */
function stopWordsAtEnds({ allWords }: SearchQuery): Set<string> {
  const first = allWords.findIndex(({ isStopWord }) => !isStopWord);
  const last = allWords.findLastIndex(({ isStopWord }) => !isStopWord);
  if (first < 0) return new Set();
  const textOf = (start: number, end: number): string =>
    allWords
      .slice(start, end)
      .map(({ folded }) => folded)
      .join(' ');
  const texts = [textOf(0, first), textOf(last + 1, allWords.length)];
  return new Set(texts.filter((text) => text !== '' && !ARTICLES.includes(text)));
}
