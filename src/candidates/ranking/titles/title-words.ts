/** Finds which words of the query each word of a title matches, and how well. */
import { findNumeral } from '../../../search/text/numerals';
import { stemPrefixesOf, stemPrefixOf } from '../../../search/text/stem-prefixes';
import { stemWord } from '../../../search/text/stem';
import { isStopWord } from '../../../search/text/stop-words';
import type { QueryWord } from '../../query/search-query';
import { NUMERAL_FACTOR, PART_FACTOR, type TermRole, type WeightedWord } from '../../query/weights/weighted-word';
import { WordBeginnings } from './word-beginnings';

/* docs/search.md explains each number and how it was chosen. */
/** Factor of another form of a word in a title, such as "Robots" for "robot". */
const OTHER_FORM_FACTOR = 0.97;
/**
 * Replaces `OTHER_FORM_FACTOR` if the word of the query is probably a name, and the word of the title does not begin
 * with this name. Such a title contains another word with the same stem: "The Crow" for "crowe", or "Marshal of Laredo"
 * for "marshall".
 */
const OTHER_FORM_OF_NAME_FACTOR = 0.35;
const STOP_WORD_WEIGHT = 0.3;

/** A word of a title, matched with the words of the query. */
export interface TitleWord {
  /** Weight of the word within the title; lower for stop words. */
  readonly weight: number;
  /** The words of the query that the word matches, and how well. */
  readonly roles: readonly TermRole[];
  /** The highest factor of the roles; 0 if there are no roles. */
  readonly factor: number;
  /**
   * The next word of the title begins with one of these texts if it forms a word of the query together with this word.
   * Leaves out words of the query that this word alone matches with at least `PART_FACTOR`.
   */
  readonly joinedBeginnings: readonly string[];
}

/** A lexeme that matches words of the query with the factor 1. */
interface JoinedTerm {
  /** Every word with the lexeme begins with this prefix. */
  readonly prefix: string;
  readonly wordIndexes: readonly number[];
}

const UNMATCHED_WORD: TitleWord = { weight: 1, roles: [], factor: 0, joinedBeginnings: [] };
const UNMATCHED_STOP_WORD: TitleWord = { ...UNMATCHED_WORD, weight: STOP_WORD_WEIGHT };

/** Matches the words of titles with the words of one query. */
export class TitleWordMatcher {
  /** Every word that matches a lexeme of the query begins with one of these prefixes. */
  readonly stemPrefixes: readonly string[];
  readonly hasNumerals: boolean;
  /** Index of the word of the query by the value of its numeral. */
  private readonly wordOfNumeral = new Map<number, number>();
  /** Tells quickly whether a word may match a word of the query, alone or as the beginning of a joined word. */
  private readonly beginnings: WordBeginnings;
  /** The lexemes that two joined words of a title may match. */
  private readonly joinedTerms: readonly JoinedTerm[];
  /** Cache of the words with one of the `beginnings`, or of all words if the query has numerals. */
  private readonly cache = new Map<string, TitleWord>();

  constructor(
    private readonly words: readonly WeightedWord[],
    private readonly roles: ReadonlyMap<string, readonly TermRole[]>,
    /** The last word of the query if the user may still be typing it (see `incompleteWord`); otherwise null. */
    private readonly incomplete: QueryWord | null,
  ) {
    for (const [index, { word }] of words.entries())
      if (word.numeral !== null) this.wordOfNumeral.set(word.numeral, index);
    this.hasNumerals = this.wordOfNumeral.size > 0;
    const lexemes = [...roles.keys()];
    this.stemPrefixes = stemPrefixesOf(lexemes);
    this.beginnings = new WordBeginnings(this.stemPrefixes);
    this.joinedTerms = [...roles].flatMap(([lexeme, lexemeRoles]) => {
      const wordIndexes = lexemeRoles.flatMap(({ wordIndex, factor }) => (factor === 1 ? [wordIndex] : []));
      return wordIndexes.length === 0 ? [] : [{ prefix: stemPrefixOf(lexeme), wordIndexes }];
    });
  }

  /** Matches a folded word of a title. */
  wordOf(text: string): TitleWord {
    if (!this.hasNumerals && !this.beginnings.has(text)) return isStopWord(text) ? UNMATCHED_STOP_WORD : UNMATCHED_WORD;
    const cached = this.cache.get(text);
    if (cached !== undefined) return cached;
    const word = this.read(text);
    this.cache.set(text, word);
    return word;
  }

  /**
   * Returns whether a role keeps its factor. Otherwise `formFactor` lowers it. Every role keeps it if `text`, the word
   * of the title, equals the word of the query. The role of a correction also keeps it if `text` equals the correction
   * or completes the last word of the query. Any other role also keeps a factor below 1.
   */
  private keepsFactor(index: number, lexeme: string, text: string, factor: number): boolean {
    const queryWord = this.words[index];
    if (queryWord === undefined || queryWord.word.folded === text) return true;
    const correction = queryWord.corrections.find((each) => each.lexeme === lexeme);
    if (correction === undefined) return factor < 1;
    return (
      correction.folded === text || (queryWord.word === this.incomplete && text.startsWith(this.incomplete.folded))
    );
  }

  /** Returns the factor of another form of a word. `text` is the word of the title. */
  private formFactor(index: number, text: string): number {
    const queryWord = this.words[index];
    const isOtherWord = queryWord?.isRatherName === true && !text.startsWith(queryWord.word.folded);
    return isOtherWord ? OTHER_FORM_OF_NAME_FACTOR : OTHER_FORM_FACTOR;
  }

  private read(text: string): TitleWord {
    const hasStemPrefix = this.stemPrefixes.some((prefix) => text.startsWith(prefix));
    const lexeme = hasStemPrefix ? stemWord(text) : '';
    const roles = (this.roles.get(lexeme) ?? []).map(({ wordIndex, factor }) => {
      return {
        wordIndex,
        factor: this.keepsFactor(wordIndex, lexeme, text, factor) ? factor : factor * this.formFactor(wordIndex, text),
      };
    });
    const numeralWord = this.wordOfNumeral.get(findNumeral(text) ?? NaN);
    if (numeralWord !== undefined) roles.push({ wordIndex: numeralWord, factor: NUMERAL_FACTOR });
    return {
      weight: isStopWord(text) ? STOP_WORD_WEIGHT : 1,
      roles,
      factor: Math.max(0, ...roles.map(({ factor }) => factor)),
      joinedBeginnings: this.joinedBeginningsOf(text, roles),
    };
  }

  /** Returns `TitleWord.joinedBeginnings` of a word with these roles. */
  private joinedBeginningsOf(text: string, roles: readonly TermRole[]): readonly string[] {
    const beginnings: string[] = [];
    for (const { prefix, wordIndexes } of this.joinedTerms) {
      if (!prefix.startsWith(text) && !text.startsWith(prefix)) continue;
      const isMatched = wordIndexes.every((index) =>
        roles.some(({ wordIndex, factor }) => wordIndex === index && factor >= PART_FACTOR),
      );
      if (!isMatched) beginnings.push(prefix.slice(text.length));
    }
    return beginnings;
  }
}
