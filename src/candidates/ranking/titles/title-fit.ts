/** Measures how much of a query a title contains, and how much of a title the query contains. */
import { isAscii } from '../../../search/text/fold';
import { stemWord } from '../../../search/text/stem';
import { compactKey } from '../../../search/index/title-forms';
import { isUnspaced } from '../../../search/text/words';
import { acronymFactor, PART_FACTOR } from '../../query/weights/term-roles';
import type { SearchQuery } from '../../query/search-query';
import { type TermRole, LOW_WEIGHT_FACTOR, totalWeightOf, type WeightedWord } from '../../query/weights/weighted-word';
import { TitleWords } from './title-words';
import { YearWords } from './year-words';

/** Factor of the last word of the query for a title word that begins with it, if the catalog does not have the word. */
const COMPLETED_FACTOR = 0.95;
/** The same, if the catalog has the word: then it is less probably an incomplete word. */
const COMPLETED_KNOWN_FACTOR = 0.6;

/**
 * The share of the query that a title contains, weighted by the rarity of the words, and the share of the title that
 * the query contains; 0 to 1.
 */
export interface TitleFit {
  readonly ofQuery: number;
  readonly ofTitle: number;
}

const NO_FIT: TitleFit = { ofQuery: 0, ofTitle: 0 };

/** Compares titles with one query, one after the other. */
export class TitleFitter {
  readonly titleWords: TitleWords;
  /** Whether a word of the query is of a script without spaces. */
  readonly hasUnspacedWords: boolean;
  private readonly totalWeight: number;
  private readonly isAsciiKey: boolean;
  private readonly years: YearWords;
  private readonly hasNoContentWord: boolean;
  /** For each word of the query, how well the current title matches it, 0 to 1. */
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
    this.titleWords = new TitleWords(words, roles);
  }

  /** Whether the query names a year that neither the item nor the current title has, not even nearly. */
  isOtherYear(year: number | null): boolean {
    return this.years.includeOtherYear(year, this.factors);
  }

  /** Returns the fit of a title that starts with the query, where the last word of the query may be incomplete. */
  completed(folded: string, { ofQuery, ofTitle }: TitleFit): TitleFit {
    const factor = this.words.at(-1)?.isKnown === true ? COMPLETED_KNOWN_FACTOR : COMPLETED_FACTOR;
    const last = (this.words.at(-1)?.weight ?? 0) / this.totalWeight;
    const share = (this.query.titleKeys[0]?.length ?? 0) / compactKey(folded).length;
    return { ofQuery: Math.max(ofQuery, 1 - last * (1 - factor)), ofTitle: Math.max(ofTitle, share) };
  }

  /** Returns the fit of a title, which becomes the current one. The parameters are those of `TitleScorer.score`. */
  fit(
    folded: string,
    matchedOutsideTexts: readonly number[],
    year: number | null,
    coded: boolean,
    acronyms: readonly number[],
  ): TitleFit {
    const { factors, words } = this;
    factors.fill(0);
    const texts = folded.split(' ');
    let total = 0;
    let covered = 0;
    for (let at = 0; at < texts.length; at += 1) {
      const text = texts[at] ?? '';
      const word = this.titleWords.wordOf(text);
      for (const { word: index, factor } of word.roles) if (factor > (factors[index] ?? 0)) factors[index] = factor;
      const next = word.mayJoinNext ? texts[at + 1] : undefined;
      const factor = next === undefined ? word.factor : Math.max(word.factor, this.joinedFactor(text + next));
      const isCovered = (factor === 0 && this.isPartOfKey(text)) || (coded && isNumbering(text));
      total += word.share;
      covered += word.share * (isCovered ? 1 : factor);
    }
    if (this.hasUnspacedWords) this.raiseUnspaced(compactKey(folded));
    for (const index of acronyms) {
      const word = words[index]?.word;
      if (word === undefined) continue;
      factors[index] = Math.max(factors[index] ?? 0, acronymFactor(word));
      covered += word.folded.length * acronymFactor(word);
    }
    if (!coded && !this.hasContentWord()) return NO_FIT;
    this.years.raiseNear(year, factors);
    for (const index of matchedOutsideTexts) factors[index] = 1;
    let sum = 0;
    let whole = this.totalWeight;
    for (let index = 0; index < words.length; index += 1) {
      const each = words[index];
      if (each === undefined || (factors[index] ?? 0) === 0) continue;
      // Light words, such as "movie", have a reduced weight. One that the title contains counts with its full weight.
      const weight = each.word.isFiller ? each.weight / LOW_WEIGHT_FACTOR : each.weight;
      whole += weight - each.weight;
      sum += weight * (factors[index] ?? 0);
    }
    return { ofQuery: sum / whole, ofTitle: total === 0 ? 0 : Math.min(1, covered / total) };
  }

  /**
   * Whether the title has a word of the query that is neither a stop word nor a light word. For a query of such words
   * only, any word is enough.
   */
  private hasContentWord(): boolean {
    const { factors, words, hasNoContentWord } = this;
    for (let index = 0; index < words.length; index += 1) {
      const word = words[index]?.word;
      if ((factors[index] ?? 0) > 0 && word !== undefined && (hasNoContentWord || word.isContentWord)) return true;
    }
    return false;
  }

  /** Marks the words of the query that match `joined`, two title words without the space. Returns the best factor. */
  private joinedFactor(joined: string): number {
    const { factors } = this;
    let best = 0;
    for (const { word, factor } of this.roles.get(stemWord(joined)) ?? []) {
      if (factor < 1) continue;
      factors[word] = Math.max(factors[word] ?? 0, PART_FACTOR);
      best = PART_FACTOR;
    }
    return best;
  }

  /**
   * Whether the query contains a title word of a script without spaces. In such a script, the same text may be divided
   * into other words in the query than in the title.
   */
  private isPartOfKey(text: string): boolean {
    return !this.isAsciiKey && isUnspaced(text) && this.query.titleKeys[0]?.includes(text) === true;
  }

  private raiseUnspaced(key: string): void {
    for (const [index, { word }] of this.words.entries()) {
      if (isUnspaced(word.folded) && key.includes(word.folded)) this.factors[index] = 1;
    }
  }
}

/** Whether a word of a generated title names a season or an episode, or is its number. */
function isNumbering(word: string): boolean {
  return word === 'season' || word === 'episode' || /^(?:s\d\d+|(?:s\d+)?e\d+|\d+)$/.test(word);
}
