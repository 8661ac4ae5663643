/**
 * The lexemes that a search looks up in the lexicon: the words of the query in every form, and their spelling deletes.
 */
import { FIELD_PREFIX, yearLexeme, numeralLexeme } from '../../search/index/lexemes';
import { spellingDeletesOf } from '../../search/spelling/spelling-deletes';
import { cutWord, stemWord } from '../../search/text/stem';
import type { Word } from '../../search/text/word';
import { demandLexemes } from './demand-lexemes';
import type { QueryWord, SearchQuery } from './search-query';

/** If a query has at most this many words, its long words are also searched as two words. */
const SPLIT_WORDS_MAX = 4;
const SPLIT_MIN_CHARS = 6;
const HALF_MIN_CHARS = 3;
/** Maximum number of digits of a word that may be misspelled. */
const DIGITS_MAX = 2;
/** Minimum number of other characters of a word with digits that may be misspelled. */
const LETTERS_BESIDE_DIGITS_MIN = 3;
const TWO_LETTERS = /^[a-z]{2}$/;
/** Minimum length of an incomplete word, in UTF-16 code units. Too many words begin with a shorter text. */
const INCOMPLETE_MIN_CHARS = 3;

/** Returns the lexemes of a word in titles and in names, without stemming. */
export function unstemmedLexemes({ folded }: Pick<Word, 'folded'>): [string, string] {
  const unstemmed = cutWord(folded);
  return [FIELD_PREFIX.title + unstemmed, FIELD_PREFIX.people + unstemmed];
}

/** Returns the lexemes whose document counts determine the weights of the words and the plan of the retrieval. */
export function countedLexemes(query: SearchQuery): string[] {
  const lexemes = new Set<string>();
  for (const word of query.words) {
    for (const field of query.fields) {
      for (const lexeme of [word.lexeme, ...word.otherLexemes]) lexemes.add(FIELD_PREFIX[field] + lexeme);
    }
    for (const lexeme of unstemmedLexemes(word)) lexemes.add(lexeme);
    if (word.numeral !== null) lexemes.add(numeralLexeme(word.numeral));
    if (word.year !== null) lexemes.add(yearLexeme(word.year));
    for (const lexeme of demandLexemes(word).flat()) lexemes.add(lexeme);
    if (word.acronym !== null) lexemes.add(word.acronym);
    for (const half of halvesOf(query, word)) {
      lexemes.add(FIELD_PREFIX.title + stemWord(half[0])).add(FIELD_PREFIX.title + stemWord(half[1]));
    }
  }
  for (const { lexeme } of query.joinedWords) lexemes.add(FIELD_PREFIX.title + lexeme);
  if (query.episodeCode !== null) lexemes.add(query.episodeCode.lexeme);
  return [...lexemes];
}

/**
 * Returns the spelling deletes of the words that may be misspelled. Returns none for a long query: its correct words
 * are enough to find the item.
 */
export function spellingDeletes(query: SearchQuery): string[] {
  if (!query.isShort) return [];
  const words = query.words.filter(isCorrectable).map(({ folded }) => folded);
  // A word of two letters is compared only with words that have one letter more: "mn" with "man".
  const deletes = words.flatMap((folded) => (TWO_LETTERS.test(folded) ? [folded] : spellingDeletesOf(folded)));
  return [...new Set(deletes)];
}

/**
 * Returns whether a word may be misspelled. One or two digits may stand for letters in a word with at least three other
 * characters: "se7en", but not "2nd" or "f00b204".
 */
export function isCorrectable({ isContentWord, isEpisodeCode, isDemandOnly, folded }: QueryWord): boolean {
  return isContentWord && !isEpisodeCode && !isDemandOnly && hasFewDigits(folded);
}

/** Returns the word at the end of a short query if the user may still be typing it; otherwise null. */
export function incompleteWord({ isShort, allWords, words, text }: SearchQuery): QueryWord | null {
  const last = allWords.at(-1);
  if (!isShort || last?.end !== text.length || last.folded.length < INCOMPLETE_MIN_CHARS) return null;
  const word = words.find(({ lexeme }) => lexeme === last.lexeme);
  // Of several words with the same stem, only the first one is searched.
  return word?.folded === last.folded && isCorrectable(word) && word.numeral === null ? word : null;
}

function hasFewDigits(folded: string): boolean {
  const digits = folded.replace(/\D/g, '').length;
  return digits === 0 || (digits <= DIGITS_MAX && folded.length - digits >= LETTERS_BESIDE_DIGITS_MIN);
}

/**
 * Returns the ways to split a long word into two words, because a title may write it as two words. The first half has
 * at most 21 letters. Returns none if the query has more than `SPLIT_WORDS_MAX` words, or if the word is shorter than
 * `SPLIT_MIN_CHARS` or has a character other than a to z.
 */
export function halvesOf(query: SearchQuery, word: QueryWord): [string, string][] {
  const { folded } = word;
  if (query.words.length > SPLIT_WORDS_MAX || !/^[a-z]+$/.test(folded) || folded.length < SPLIT_MIN_CHARS) return [];
  const halves: [string, string][] = [];
  for (let splitAt = HALF_MIN_CHARS; splitAt <= Math.min(folded.length, 24) - HALF_MIN_CHARS; splitAt += 1) {
    halves.push([folded.slice(0, splitAt), folded.slice(splitAt)]);
  }
  return halves;
}
