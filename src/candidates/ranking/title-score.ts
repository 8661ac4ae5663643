/** Scores how well titles fit a query. docs/search.md tells what each number does and how it was chosen. */
import { isAscii } from '../../search/text/fold';
import { stemWord } from '../../search/text/stem';
import { beginsCompact, compactKey, decodeForms, type TitleForm } from '../../search/index/title-forms';
import { isUnspaced } from '../../search/text/words';
import { PART_FACTOR, type Role } from '../query/term-roles';
import { mayBegin, type SearchQuery } from '../query/search-query';
import { totalWeightOf } from './text-score';
import type { WeightedWord } from '../query/term-weights';
import { ANY_TITLE, beginningPattern } from './title-filter';
import { TitleWords } from './title-words';

export const TITLE_BONUS = 2.2;
const OTHER_TITLE_FACTOR = 0.97;
export const EXACT_BONUS = 1;
export const ACCENT_BONUS = 0.6;
const WORD_PREFIX_BONUS = 0.3;
const PREFIX_BONUS = 0.2;

/** The fields of an item that a title's score depends on. */
interface Titled {
  /** As `encodeForms` writes them. */
  readonly titles: string;
  readonly year: number | null;
}

/** The share of the query, by rarity, that a title contains, and the share of the title that the query contains; 0 to 1. */
interface TitleFit {
  readonly ofQuery: number;
  readonly ofTitle: number;
}

/** Scores titles for one query. Pure: the score of a title does not depend on earlier ones. */
export class TitleScorer {
  private readonly totalWeight: number;
  private readonly titleWords: TitleWords;
  /** Matches every title that contains a word of the query, and few others. */
  private readonly mayMatch: RegExp;
  private readonly unspaced: boolean;
  private readonly asciiKey: boolean;
  /** Words of the query with accents, as the query spells them. */
  private readonly accentedWords: readonly string[];
  /** By word of the query: how well the title at hand matches it. */
  private readonly found: Float64Array;

  constructor(
    private readonly query: SearchQuery,
    private readonly words: readonly WeightedWord[],
    private readonly roles: ReadonlyMap<string, readonly Role[]>,
  ) {
    this.totalWeight = totalWeightOf(words);
    this.found = new Float64Array(words.length);
    this.unspaced = words.some(({ word }) => isUnspaced(word.folded));
    this.asciiKey = isAscii(query.titleKeys[0] ?? '');
    this.accentedWords = query.form?.accented?.split(' ').filter((word) => !isAscii(word)) ?? [];
    this.titleWords = new TitleWords(words, roles);
    const { stemPrefixes, hasNumerals } = this.titleWords;
    const matchesAny = this.unspaced || words.length === 0 || hasNumerals;
    this.mayMatch = matchesAny ? ANY_TITLE : beginningPattern([...stemPrefixes, ...query.titleKeys]);
  }

  /**
   * The score of the title that fits best; alternative titles count a little less. `marked` are indexes of words that
   * the item has beside its titles. An item is `coded` if the season and episode numbers of the query are its own.
   */
  score({ titles, year }: Titled, marked: readonly number[], coded: boolean): number {
    // Most documents that other fields found have no word of the query in a title.
    if (!coded && !this.mayMatch.test(titles)) return this.symbolScore(titles);
    const ofYear = year !== null && marked.some((index) => this.words[index]?.word.year === year);
    let best = 0;
    let factor = 1;
    for (const form of decodeForms(titles)) {
      const { ofQuery, ofTitle } = this.fit(form.folded, marked, coded);
      let score = this.exactness(form.folded, ofYear);
      if (ofQuery > 0) {
        score += TITLE_BONUS * ofQuery ** 2 * (0.5 + 0.5 * ofTitle);
        score += ACCENT_BONUS * ofQuery * this.accentsIn(form);
      }
      best = Math.max(best, factor * score);
      factor = OTHER_TITLE_FACTOR;
    }
    return best === 0 ? this.symbolScore(titles) : best;
  }

  /** A title of signs only has no words to compare. */
  private symbolScore(titles: string): number {
    if (this.words.length > 0) return 0;
    return decodeForms(titles).some((form) => form.folded === this.query.form?.folded) ? TITLE_BONUS + EXACT_BONUS : 0;
  }

  private exactness(folded: string, ofYear: boolean): number {
    const { titleKeys, form: asked } = this.query;
    if (!titleKeys.some((key) => beginsCompact(folded, key))) return 0;
    const key = compactKey(folded);
    const [whole = '', ...withoutYear] = titleKeys;
    if (key === whole || (ofYear && withoutYear.includes(key))) return EXACT_BONUS;
    if (asked !== null && folded.startsWith(`${asked.folded} `)) return WORD_PREFIX_BONUS;
    return mayBegin(whole) && key.startsWith(whole) ? PREFIX_BONUS : 0;
  }

  /** 1 for a title that is spelled as the query, accents included, or that contains its accented words; else 0. */
  private accentsIn(form: TitleForm): number {
    const { form: asked } = this.query;
    if (asked === null) return 0;
    if (form.folded === asked.folded) return form.accented === asked.accented ? 1 : 0;
    if (this.accentedWords.length === 0 || form.accented === null) return 0;
    const titleWords = form.accented.split(' ');
    return this.accentedWords.every((word) => titleWords.includes(word)) ? 1 : 0;
  }

  private fit(folded: string, marked: readonly number[], coded: boolean): TitleFit {
    const { found, words } = this;
    found.fill(0);
    const texts = folded.split(' ');
    let total = 0;
    let covered = 0;
    for (let at = 0; at < texts.length; at += 1) {
      const text = texts[at] ?? '';
      const word = this.titleWords.wordOf(text);
      for (const { word: index, factor } of word.roles) if (factor > (found[index] ?? 0)) found[index] = factor;
      const next = word.mayGrow ? texts[at + 1] : undefined;
      const factor = next === undefined ? word.factor : Math.max(word.factor, this.joinedFactor(text + next));
      const isCovered = (factor === 0 && this.isPartOfKey(text)) || (coded && isNumbering(text));
      total += word.share;
      covered += word.share * (isCovered ? 1 : factor);
    }
    for (const index of marked) found[index] = 1;
    if (this.unspaced) this.findUnspaced(compactKey(folded));
    let sum = 0;
    for (let index = 0; index < words.length; index += 1) sum += (words[index]?.weight ?? 0) * (found[index] ?? 0);
    return { ofQuery: sum / this.totalWeight, ofTitle: total === 0 ? 0 : Math.min(1, covered / total) };
  }

  /** Marks the words of the query that two words of a title match when written as one; returns the best factor. */
  private joinedFactor(joined: string): number {
    const { found } = this;
    let best = 0;
    for (const { word, factor } of this.roles.get(stemWord(joined)) ?? []) {
      if (factor < 1) continue;
      found[word] = Math.max(found[word] ?? 0, PART_FACTOR);
      best = PART_FACTOR;
    }
    return best;
  }

  /** Scripts without spaces: the words of a query may divide the same text otherwise than those of a title. */
  private isPartOfKey(text: string): boolean {
    return !this.asciiKey && isUnspaced(text) && this.query.titleKeys[0]?.includes(text) === true;
  }

  private findUnspaced(key: string): void {
    for (const [index, { word }] of this.words.entries()) {
      if (isUnspaced(word.folded) && key.includes(word.folded)) this.found[index] = 1;
    }
  }
}

/** Words that name a season or an episode in a generated title. */
function isNumbering(word: string): boolean {
  return word === 'season' || word === 'episode' || /^(?:s\d\d+|(?:s\d+)?e\d+|\d+)$/.test(word);
}
