/** Finds exclusions in queries: "-word", "not comedy", "but not the comedy", "without comedy". */
import { isConnecting, isFiller, isPluralKindWord } from './fillers';
import type { GenreSpan, WordsToInterpret, WordSpan } from './words-to-interpret';

/** Genres or words that an item should not have. `genres` is empty if the words name no genre. */
export interface Exclusion extends GenreSpan {
  /** The words of the excluded genre or name, or the excluded word. */
  readonly words: WordSpan;
  /** Whether the words are a name, as in "comedies without Jane Doe". */
  readonly isName?: boolean;
}

const NEGATIONS = new Set(['not', 'without', 'except', 'excluding', 'minus', 'no']);
/**
 * Negations that a name can follow directly. A name can also follow "with no" and "but not" directly. Between another
 * negation and a name, there must be a credit word: "not with Jane Doe".
 */
const NAME_NEGATIONS = new Set(['without', 'except', 'excluding', 'minus']);
const CREDIT_WORDS = new Set(['with', 'starring', 'featuring']);
const WORDS_AFTER_NAME = new Set(['since', 'between']);
const NAME_WORDS_MIN = 2;
const NAME_WORDS_MAX = 4;
const ARTICLES = new Set(['the', 'a', 'an', 'any']);

/** Returns whether the words before an index only ask for several items, such as "best comedies" (see `lists.ts`). */
type IsList = (end: number) => boolean;

/** Returns the exclusions of a query, and marks their words as interpreted. `period` is its first period, if any. */
export function findExclusions(query: WordsToInterpret, period: WordSpan | null, isList: IsList): Exclusion[] {
  const exclusions: Exclusion[] = [];
  // The first word is skipped: a query that begins with "not" or "without" may be a title.
  for (let index = 1; index < query.words.length; index += 1) {
    if (query.isInterpreted(index)) continue;
    const exclusion = isAfterMinus(query, index) ? minusExclusionAt(query, index) : negatedGenreAt(query, index);
    const found = exclusion === null ? negatedNamesAt(query, index, period, isList) : [exclusion];
    for (const each of found) query.markInterpreted(each);
    exclusions.push(...found);
    index = Math.max(index, (found.at(-1)?.end ?? 0) - 1);
  }
  return exclusions;
}

function isAfterMinus({ text, words }: WordsToInterpret, index: number): boolean {
  const start = words[index]?.start ?? 0;
  return /^\s[-\u2212]$/.test(text.slice(Math.max(0, start - 2), start));
}

/** Returns null for words between two hyphens, which belong to a title: "Diary -Voyage-". */
function minusExclusionAt(query: WordsToInterpret, index: number): Exclusion | null {
  const genre = query.genreAt(index);
  const end = genre?.end ?? index + 1;
  const textAfter = query.text.slice(query.words[end - 1]?.end);
  if (/^[-\u2212](?:\s|$)/.test(textAfter)) return null;
  return { start: index, end, genres: genre?.genres ?? [], words: { start: index, end } };
}

/** Recognizes only excluded genres, because many titles contain "without" or "not". */
function negatedGenreAt(query: WordsToInterpret, index: number): Exclusion | null {
  const { folded } = query;
  if (!NEGATIONS.has(folded[index] ?? '')) return null;
  const genre = query.genreAt(ARTICLES.has(folded[index + 1] ?? '') ? index + 2 : index + 1);
  const start = folded[index - 1] === 'but' ? index - 1 : index;
  if (genre === null || start === 0) return null;
  const end = isFiller(folded[genre.end] ?? '') ? genre.end + 1 : genre.end;
  return { start, end, genres: genre.genres, words: genre };
}

/**
 * Returns an exclusion for each name after a negation, and for a genre after a name: "comedies without Jane Doe or
 * musicals". Returns none unless the words before the negation ask for several items or for the works of a person,
 * because many titles contain "without" or "not". For the same reason, ends the list of exclusions before a name that
 * has fewer than 2 or more than 4 words.
 */
function negatedNamesAt(query: WordsToInterpret, index: number, period: WordSpan | null, isList: IsList): Exclusion[] {
  const { folded } = query;
  const negation = folded[index] ?? '';
  const wordBefore = folded[index - 1] ?? '';
  const isBeforeCredit = CREDIT_WORDS.has(folded[index + 1] ?? '');
  const isWithNo = negation === 'no' && wordBefore === 'with';
  const isButNot = negation === 'not' && wordBefore === 'but';
  const negatesCredit = NEGATIONS.has(negation) && isBeforeCredit;
  if (!NAME_NEGATIONS.has(negation) && !isWithNo && !isButNot && !negatesCredit) return [];
  const listEnd = wordBefore === 'but' || isWithNo ? index - 1 : index;
  if (!isList(listEnd) && !asksForWorksOf(query, listEnd, negatesCredit)) return [];
  const exclusions: Exclusion[] = [];
  let start = index;
  let nameStart = isBeforeCredit ? index + 2 : index + 1;
  for (;;) {
    const end = endOfName(query, nameStart, period);
    if (end - nameStart < NAME_WORDS_MIN || end - nameStart > NAME_WORDS_MAX) return exclusions;
    exclusions.push({ start, end, genres: [], words: { start: nameStart, end }, isName: true });
    if (folded[end] !== 'or' && folded[end] !== 'and') return exclusions;
    start = end;
    nameStart = end + 1;
    const genre = query.genreAt(nameStart);
    if (genre !== null) {
      exclusions.push({ start, end: genre.end, genres: genre.genres, words: genre });
      return exclusions;
    }
  }
}

/**
 * Returns whether the words before `end` ask for the works of a person: a name and a plural ("Jane Doe movies"), or
 * only a name before a negated credit word ("not with"). Otherwise, "without" may be part of a plot. The name has at
 * least two words. If one of them is a stop word, they are rather a title.
 */
function asksForWorksOf({ words }: WordsToInterpret, end: number, negatesCredit: boolean): boolean {
  const before = words.slice(0, end);
  const names = before.filter(({ folded }) => !isConnecting(folded));
  const hasPlural = before.some(({ folded }) => isPluralKindWord(folded));
  return (hasPlural || negatesCredit) && names.length >= NAME_WORDS_MIN && names.every(({ isStopWord }) => !isStopWord);
}

/** Returns the index after a name. A period ends a name of two words or more: "comedies without Jane Doe nineties". */
function endOfName(query: WordsToInterpret, start: number, period: WordSpan | null): number {
  let end = start;
  while (isNameWord(query, end) && (end < start + NAME_WORDS_MIN || end !== period?.start)) end += 1;
  return end;
}

function isNameWord(query: WordsToInterpret, index: number): boolean {
  const word = query.words[index];
  if (word === undefined || word.isStopWord || query.isInterpreted(index)) return false;
  return !isConnecting(word.folded) && !WORDS_AFTER_NAME.has(word.folded) && !/\d/.test(word.folded);
}
