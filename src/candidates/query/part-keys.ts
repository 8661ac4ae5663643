/**
 * Finds parts of a query that may be titles: the query without years, genres, countries, exclusions, and request words
 * such as "show me". If all words of the query are years or fillers such as "movie", its symbols may be a title, too.
 */
import { ARTICLES, compactKey, compactTitle, withoutArticle } from '../../search/index/title-forms';
import { findYear } from '../../search/text/numerals';
import type { Word } from '../../search/text/word';
import { isConnecting, isFiller, isKindWord } from '../understanding/fillers';
import { QUOTATION_MARKS } from '../understanding/phrases';
import type { WordSpan } from '../understanding/words-to-interpret';
import type { Demand, Understanding } from '../understanding/understanding';
import type { PartKey } from './search-query';

const QUOTES = new RegExp(`[${QUOTATION_MARKS}]`, 'g');

/**
 * Returns the keys of the parts of a query that may be titles. `formWords` are the words of the query's title form,
 * with the same indexes as `allWords`.
 */
export function partKeysOf(
  text: string,
  formWords: readonly string[],
  allWords: readonly Word[],
  understanding: Understanding,
): PartKey[] {
  const keys = new Map<string, PartKey>();
  const article = articleAfterRequest(allWords, understanding.requestWords);
  const add = (omitted: ReadonlySet<number>, requiredLexemes: readonly string[]): void => {
    const key = compactKey(formWords.filter((_, index) => !omitted.has(index)).join(' '));
    const lacksArticle = article !== null && omitted.has(article);
    if (key !== '' && !keys.has(key)) keys.set(key, { key, requiredLexemes, lacksArticle });
  };
  const lexemesOf = (indexes: Iterable<number>): string[] => {
    return [...indexes].flatMap((index) => (allWords[index]?.isStopWord === false ? [allWords[index].lexeme] : []));
  };
  const years = allWords.flatMap(({ folded }, index) => (findYear(folded) === null ? [] : [index]));
  const { demands, exclusions, requestWords } = understanding;
  const demandIndexes = new Set(demands.flatMap(indexesOf));
  const excluded = exclusions.flatMap(indexesOf);
  const interpreted = withConnectingWords(allWords, new Set([...demandIndexes, ...excluded]));
  const [firstYear] = years;
  // A request word may be part of the title, so each part is added with and without these words.
  const omissions = requestWords.size === 0 ? [requestWords] : [new Set<number>(), requestWords];
  if (article !== null) omissions.push(new Set([...requestWords, article]));
  for (const omitted of omissions) {
    if (formWords.length > 1) for (const year of years) add(new Set([...omitted, year]), lexemesOf([year]));
    if (omitted.size > 0) add(omitted, []);
    if (interpreted.size === 0) continue;
    add(new Set([...omitted, ...interpreted]), lexemesOf(demandIndexes));
    // A genre and the words beside a period may be the title: "documentary now 2015-2022".
    for (const period of demands.filter(({ kind }) => kind === 'years')) {
      const yearIndexes = new Set(indexesOf(period));
      add(new Set([...omitted, ...yearIndexes]), lexemesOf(yearIndexes));
      // The words "from the" before the period may be omitted, too: "those who dance from the thirties". But in "action
      // movies from the 1920s", "action" is only a genre.
      const withConnecting = new Set([...omitted, ...withConnectingWords(allWords, yearIndexes)]);
      const isOnlyGenre = allWords.every(
        ({ folded }, index) => withConnecting.has(index) || demandIndexes.has(index) || isConnecting(folded),
      );
      if (!isOnlyGenre) add(withConnecting, lexemesOf(yearIndexes));
    }
    // One of several demands may be a title, or the last word of one. So for each genre, the part without this genre
    // and the period is added, too: "Romance drama from the 1930s" may ask for the drama "Romance".
    for (const asked of demandsWithOneGenre(demands)) {
      add(new Set([...omitted, ...withConnectingWords(allWords, new Set([...asked, ...excluded]))]), lexemesOf(asked));
    }
    if (firstYear !== undefined && !interpreted.has(firstYear)) {
      add(new Set([...omitted, ...interpreted, firstYear]), lexemesOf([...demandIndexes, firstYear]));
    }
  }
  if (allWords.every(({ folded }) => isFiller(folded) || findYear(folded) !== null)) {
    const key = compactTitle(symbolsBesideWords(text));
    if (key !== '') keys.set(key, { key, requiredLexemes: lexemesOf(years), lacksArticle: false });
  }
  return [...keys.values()];
}

/**
 * Returns the compact keys of a query without the words for kinds of items at its ends, and without an article before
 * such words: "casino" for "the film casino" and "casino the movie". If an article remains at the beginning, also
 * returns the key without it: "thelamp" and "lamp" for "the lamp tv show". Returns none if the query has no words for
 * kinds at its ends, or no other words.
 */
export function keysWithoutKindsOf(formWords: readonly string[], allWords: readonly Word[]): string[] {
  const isKind = allWords.map(({ folded }) => isKindWord(folded));
  let start = isKind[1] === true && ARTICLES.includes(allWords[0]?.folded ?? '') ? 1 : 0;
  while (isKind[start] === true) start += 1;
  let end = isKind.length;
  while (end > start && isKind[end - 1] === true) end -= 1;
  if (end < isKind.length && end > start + 1 && ARTICLES.includes(allWords[end - 1]?.folded ?? '')) end -= 1;
  const rest = formWords.slice(start, end).join(' ');
  if (end - start === isKind.length || rest === '') return [];
  return [...new Set([compactKey(rest), compactKey(withoutArticle(rest))])];
}

/**
 * Returns the index of the article after the request words at the start of a query; null if there is none. The title
 * may lack this article: "show me the Titanic".
 */
function articleAfterRequest(words: readonly Word[], requestWords: ReadonlySet<number>): number | null {
  const next = words.findIndex((_, index) => !requestWords.has(index));
  return next > 0 && ARTICLES.includes(words[next]?.folded ?? '') ? next : null;
}

/** Returns the symbols of a text that spaces separate from its words, without quotes: "$" for "$ (1971)". */
function symbolsBesideWords(text: string): string {
  const parts = text.split(/\s+/).filter((part) => !/[\p{L}\p{N}]/u.test(part));
  return parts.join('').replace(QUOTES, '');
}

function indexesOf({ start, end }: WordSpan): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/**
 * Adds the connecting words and fillers before each omitted word, and the fillers after it. If "1930s" is omitted,
 * these are "from the" in "dracula from the 1930s" and "movies" in "1930s movies".
 */
function withConnectingWords(words: readonly Word[], omitted: ReadonlySet<number>): Set<number> {
  const indexes = new Set(omitted);
  const folded = words.map((word) => word.folded);
  for (const index of omitted) {
    for (let next = index - 1; next >= 0 && isConnecting(folded[next] ?? ''); next -= 1) indexes.add(next);
    for (let next = index + 1; next < folded.length && isFiller(folded[next] ?? ''); next += 1) indexes.add(next);
  }
  return indexes;
}

/**
 * Returns, for each genre of a query with several demands (genres, countries or a period), the indexes of the words of
 * this genre and of the period. If the period is a single year, which may be a title ("1941 comedy"), also returns
 * those of the genre alone.
 */
function demandsWithOneGenre(demands: readonly Demand[]): Set<number>[] {
  if (demands.length < 2) return [];
  const years = demands.filter(({ kind }) => kind === 'years');
  const genres = demands.filter(({ kind }) => kind === 'genre');
  const isOneYear = years.some((demand) => demand.kind === 'years' && demand.from === demand.to);
  return genres.flatMap((genre) => [
    new Set([genre, ...years].flatMap(indexesOf)),
    ...(isOneYear ? [new Set(indexesOf(genre))] : []),
  ]);
}
