/** How well titles fit a query. What each number does, and how it was chosen, is told in docs/search.md. */
import { isAscii } from '../../search/text/fold';
import { findNumeral } from '../../search/text/numerals';
import { stemPrefixesOf } from '../../search/text/stem-prefixes';
import { stemWord } from '../../search/text/stem';
import { isStopWord } from '../../search/text/stop-words';
import { beginsCompact, compactKey, decodeForms, type TitleForm } from '../../search/index/title-forms';
import { isUnspaced } from '../../search/text/words';
import { PART_FACTOR, type Role } from '../query/term-roles';
import { mayBegin, type SearchQuery } from '../query/search-query';
import { totalWeightOf } from './text-score';
import type { WeightedWord } from '../query/term-weights';

const STEM_FACTOR = 0.97;
const NUMERAL_FACTOR = 0.95;
export const TITLE_BONUS = 2.2;
const OTHER_TITLE_FACTOR = 0.97;
export const EXACT_BONUS = 1;
export const ACCENT_BONUS = 0.6;
const WORD_PREFIX_BONUS = 0.3;
const PREFIX_BONUS = 0.2;
const PREFIX_CHARS = 2;
const STOP_WORD_SHARE = 0.3;

/** An item with titles, and what of the query it has beside them. */
interface Titled {
  /** Forms as they are stored. */
  readonly titles: string;
  readonly year: number | null;
}

/** How much of the query stands in a title, by rarity, and how much of the title in the query; both 0 to 1. */
interface TitleFit {
  readonly ofQuery: number;
  readonly ofTitle: number;
}

/** What a word of a title is to the query. */
interface TitleWord {
  /** Its part of a title: less for stop words. */
  readonly share: number;
  /** The words of the query that it answers, and how well each. */
  readonly roles: readonly Role[];
  /** The highest factor of them; 0 where it answers none. */
  readonly factor: number;
  /** Whether it and the next one, written as one, may be a word of the query. */
  readonly mayGrow: boolean;
}

const OTHER_WORD: TitleWord = { share: 1, roles: [], factor: 0, mayGrow: false };
const STOP_WORD: TitleWord = { ...OTHER_WORD, share: STOP_WORD_SHARE };

/** Scores titles for one query. Pure: the same titles get the same score whatever was scored before. */
export class TitleScorer {
  private readonly totalWeight: number;
  private readonly numeralOf = new Map<number, number>();
  /** The first two code units of `stemPrefixes`, and of each the first alone; words that begin otherwise are not looked at. */
  private readonly pairs: ReadonlySet<number>;
  /** The stemPrefixes of one code unit. */
  private readonly units: ReadonlySet<number>;
  private readonly stemPrefixes: readonly string[];
  /** Of the lexemes that two words of a title may be together. */
  private readonly prefixesOfWholes: readonly string[];
  /** False for titles in which surely nothing of the query stands. */
  private readonly mayStandIn: RegExp;
  private readonly unspaced: boolean;
  private readonly asciiKey: boolean;
  /** Words of the query with accents, as they are written. */
  private readonly accentedWords: readonly string[];
  /** Words of titles that begin as lexemes of the query do; other words are not worth remembering. */
  private readonly known = new Map<string, TitleWord>();
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
    for (const [index, { word }] of words.entries()) if (word.numeral !== null) this.numeralOf.set(word.numeral, index);
    const lexemes = [...roles.keys()];
    const wholes = lexemes.filter((lexeme) => roles.get(lexeme)?.some(({ factor }) => factor === 1) === true);
    this.stemPrefixes = stemPrefixesOf(lexemes);
    this.pairs = new Set(
      this.stemPrefixes.flatMap((stemPrefix) => [pairOf(stemPrefix), pairOf(stemPrefix.slice(0, 1))]),
    );
    this.units = new Set(this.stemPrefixes.filter(({ length }) => length === 1).map((unit) => unit.charCodeAt(0)));
    this.prefixesOfWholes = stemPrefixesOf(wholes);
    const everything = this.unspaced || words.length === 0 || this.numeralOf.size > 0;
    this.mayStandIn = everything ? ANY_TITLE : beginningPattern([...this.stemPrefixes, ...query.titleKeys]);
  }

  /**
   * The score of the title that fits best; others than the main one count a little less. The item has the words that are
   * `marked`, by index, beside its titles, and is what the query's season and episode numbers mean if it is `coded`.
   */
  score({ titles, year }: Titled, marked: readonly number[], coded: boolean): number {
    // Most documents that were found by other fields have nothing of the query in a title.
    if (!coded && !this.mayStandIn.test(titles)) return this.symbolScore(titles);
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

  /** A title of signs alone has no words to cover. */
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

  /** 1 where a title is written as the query is, accents included, or has its accented words so; else 0. */
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
    const titleWords = folded.split(' ');
    let total = 0;
    let covered = 0;
    for (let at = 0; at < titleWords.length; at += 1) {
      const text = titleWords[at] ?? '';
      const word = this.titleWord(text);
      for (const { word: index, factor } of word.roles) if (factor > (found[index] ?? 0)) found[index] = factor;
      const next = word.mayGrow ? titleWords[at + 1] : undefined;
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

  private titleWord(text: string): TitleWord {
    if (this.numeralOf.size === 0 && !this.mayAnswer(text)) return isStopWord(text) ? STOP_WORD : OTHER_WORD;
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const word = this.readWord(text);
    this.known.set(text, word);
    return word;
  }

  /** False for words that surely are none of the query's, nor begin one together with the next. */
  private mayAnswer(text: string): boolean {
    return this.pairs.has(pairOf(text)) || (this.units.size > 0 && this.units.has(text.charCodeAt(0)));
  }

  private readWord(text: string): TitleWord {
    const begins = this.stemPrefixes.some((stemPrefix) => text.startsWith(stemPrefix));
    const roles = (begins ? (this.roles.get(stemWord(text)) ?? []) : []).map(({ word, factor }) => {
      const isExact = this.words[word]?.word.folded === text || factor < 1;
      return { word, factor: isExact ? factor : STEM_FACTOR };
    });
    const numbered = this.numeralOf.get(findNumeral(text) ?? NaN);
    if (numbered !== undefined) roles.push({ word: numbered, factor: NUMERAL_FACTOR });
    return {
      share: isStopWord(text) ? STOP_WORD_SHARE : 1,
      roles,
      factor: Math.max(0, ...roles.map(({ factor }) => factor)),
      mayGrow: this.prefixesOfWholes.some((stemPrefix) => stemPrefix.startsWith(text) || text.startsWith(stemPrefix)),
    };
  }

  /** Marks what two words of a title, written as one, answer of the query; gives the best factor. */
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

  /** Words of scripts without spaces are parted otherwise in a query than in a title. */
  private isPartOfKey(text: string): boolean {
    return !this.asciiKey && isUnspaced(text) && this.query.titleKeys[0]?.includes(text) === true;
  }

  private findUnspaced(key: string): void {
    for (const [index, { word }] of this.words.entries()) {
      if (isUnspaced(word.folded) && key.includes(word.folded)) this.found[index] = 1;
    }
  }
}

const ANY_TITLE = /^/;

/** The first two code units of a word, as one number; a word of one has a zero for the second. */
function pairOf(word: string): number {
  return (word.charCodeAt(0) << 16) | word.charCodeAt(1);
}

/** Finds words that begin as one of some texts does, or single letters with which one parted from its rest may begin. */
function beginningPattern(texts: readonly string[]): RegExp {
  const pairs = texts.map((text) => text.slice(0, PREFIX_CHARS));
  const letters = pairs.filter((pair) => /^[\p{L}\p{N}]+$/u.test(pair));
  if (letters.length < pairs.length) return ANY_TITLE;
  const alternatives = [...new Set(letters.flatMap((each) => [each, `${[...each][0] ?? ''}(?=[ \\n\\t]|$)`]))];
  return new RegExp(`(?:^|[ \\n])(?:${alternatives.join('|')})`, 'u');
}

/** Words that say a season or an episode in a made title. */
function isNumbering(word: string): boolean {
  return word === 'season' || word === 'episode' || /^(?:s\d\d+|(?:s\d+)?e\d+|\d+)$/.test(word);
}
