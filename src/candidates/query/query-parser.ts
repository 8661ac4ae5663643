/** Parses search texts into queries. Does not read the catalog. */
import type { MediaKind } from '../../common/media-id';
import { QUERY_MAX_CHARS } from '../../common/paging/cap-table';
import { truncateText } from '../../common/text/summary';
import { cleanCatalogLine } from '../../common/text/text';
import { type EpisodeCode, findEpisodeCode } from '../../search/index/episode-codes';
import { type IndexedField, MARK_PREFIX } from '../../search/index/lexemes';
import { findYear } from '../../search/text/numerals';
import { mayBeAcronym } from '../../search/text/acronyms';
import { stemWord } from '../../search/text/stem';
import { compactKey, toTitleForm, withoutArticle } from '../../search/index/title-forms';
import { longOrShortForms } from './abbreviations';
import { asksForCountry } from './demand-lexemes';
import { findItemIds } from './item-ids';
import { wordsOf } from '../../search/text/words';
import type { Word } from '../../search/text/word';
import { isConnecting, isFiller, isPluralKindWord, kindsNamedBy } from '../understanding/fillers';
import { understand, type Understanding } from '../understanding/understanding';
import { isInSpan } from '../understanding/words-to-interpret';
import { numbersIn, numeralAt, otherNumberSpellings } from './number-words';
import { keysWithoutKindsOf, partKeysOf } from './part-keys';
import { SEARCH_FIELDS, type SearchField, type QueryWord, type JoinedWords, type SearchQuery } from './search-query';

/** Words after "plays" or "played" with which a query asks for a person: "movies Ada Brandt played in". */
const ACTING_PREPOSITIONS = new Set(['in', 'by', 'with', 'opposite']);
/** Maximum number of words of a query that are searched. */
const WORDS_MAX = 32;
/** Maximum number of further lexemes of one word (`Word.otherLexemes`) that are searched. */
const OTHER_LEXEMES_MAX = 8;
/** If a query has at least this many different words that are not stop words, its stop words are not searched. */
const STOP_WORDS_OMITTED_FROM = 5;
/**
 * Minimum number of content words of a query that may tell a plot (`SearchQuery.mayTellPlot`). Years, season and
 * episode numbers, and demand-only words do not count. Names do, because a query does not tell which words are names.
 */
const PLOT_MIN_WORDS = 4;
/** Minimum number of content words of a description (`SearchQuery.isDescription`). Demand-only words do not count. */
const DESCRIPTION_MIN_WORDS = 9;
/**
 * A query with at most this many words is short (`SearchQuery.isShort`). A longer query is also short if fewer than
 * half this many of its words are searched as text. Adjacent words are joined only if at most this many words are
 * searched.
 */
const SHORT_WORDS_MAX = 10;

const FIELDS_OF: Readonly<Record<SearchField, readonly IndexedField[]>> = {
  title: ['title', 'series'],
  people: ['people'],
  genres: ['genres'],
  overview: ['overview'],
};

/** Parses a search text, trimmed and cut to `QUERY_MAX_CHARS` code points. Never throws. */
export function toSearchQuery(text: string, searchIn: readonly SearchField[] | undefined): SearchQuery {
  const cleaned = cleanCatalogLine(truncateText(text.trim(), QUERY_MAX_CHARS));
  const allWords = wordsOf(cleaned);
  const fields = new Set((searchIn ?? SEARCH_FIELDS).flatMap((field) => FIELDS_OF[field]));
  const episodeCode = fields.has('title') ? findEpisodeCode(allWords.map((word) => word.folded)) : null;
  const understanding = understand(cleaned, allWords, episodeCode?.wordIndexes ?? []);
  const allQueryWords = toQueryWords(cleaned, allWords, episodeCode, understanding, fields);
  const words = reduceToDemands(allQueryWords);
  const textWords = words.filter(({ isDemandOnly }) => !isDemandOnly);
  const contentWords = textWords.filter(({ isContentWord }) => isContentWord).length;
  const plotWords = textWords.filter((word) => word.isContentWord && !word.isEpisodeCode && word.year === null).length;
  const titleForm = toTitleForm(cleaned);
  const wholeKey = titleForm === null ? '' : compactKey(titleForm.folded);
  const isDescription = contentWords >= DESCRIPTION_MIN_WORDS;
  const partKeys = titleForm === null ? [] : partKeysOf(cleaned, titleForm.folded.split(' '), allWords, understanding);
  const keysWithoutKinds =
    titleForm === null || episodeCode !== null ? [] : keysWithoutKindsOf(titleForm.folded.split(' '), allWords);
  return {
    text: cleaned,
    titleForm,
    ids: findItemIds(cleaned),
    titleKeys: [...new Set([wholeKey, ...partKeys.map(({ key }) => key), ...keysWithoutKinds])].filter(
      (key) => key !== '',
    ),
    keyWithoutArticle: titleForm === null ? '' : compactKey(withoutArticle(titleForm.folded)),
    keysWithoutKinds,
    partKeys,
    namedKinds: namedKindsOf(allQueryWords, episodeCode),
    excludedWords: understanding.exclusions.flatMap(({ genres, words: { start, end } }) => {
      return genres.length > 0 ? [] : [allWords.slice(start, end).map(({ lexeme }) => lexeme)];
    }),
    understanding,
    allWords,
    words,
    phrases: understanding.phrases.map(({ start, end }) => allWords.slice(start, end).map(({ folded }) => folded)),
    asksForCharacter: !isDescription && allWords.some((_, index) => isCharacterWord(allWords, index)),
    joinedWords: toJoinedWords(words, allWords),
    episodeCode,
    fields,
    mayTellPlot: plotWords >= PLOT_MIN_WORDS,
    isDescription,
    isShort: allWords.length <= SHORT_WORDS_MAX || textWords.length < SHORT_WORDS_MAX / 2,
  };
}

/** Whether a word asks for a character: "the character Jane Doe", "who plays Jane Doe". */
function isCharacterWord(words: readonly Word[], index: number): boolean {
  const [word, next] = [words[index]?.folded, words[index + 1]?.folded];
  if (word === 'character') return true;
  return (word === 'plays' || word === 'played') && next !== undefined && !ACTING_PREPOSITIONS.has(next);
}

function namedKindsOf(words: readonly QueryWord[], code: EpisodeCode | null): Set<MediaKind> {
  if (code !== null) return new Set(code.episode === null ? ['season'] : []);
  if (!words.some(({ isContentWord }) => isContentWord)) return new Set();
  return new Set(words.flatMap(({ isFiller, folded }) => (isFiller ? kindsNamedBy(folded) : [])));
}

/**
 * Returns only the words that state demands if the query asks for several items and all other words are stop words,
 * fillers or connecting words, as in "comedies from the 1930s". If "from" were searched, titles such as "The Girl from
 * Missouri" would come first, because "from" is rarer in titles than many genres are in the catalog. Returns all words
 * of any other query.
 */
function reduceToDemands(words: readonly QueryWord[]): readonly QueryWord[] {
  const demanding = words.filter((word) => word.isDemandOnly || asksForCountry(word));
  // A query that asks for a country asks for several items (see `findCountryDemands`).
  const asksForSeveral = words.some(
    (word) =>
      isPluralKindWord(word.folded) ||
      asksForCountry(word) ||
      (word.isDemandOnly && (word.folded.endsWith('s') || word.demands.some(({ kind }) => kind === 'years'))),
  );
  const hasOnlyDemands = words.every(
    (word) => demanding.includes(word) || !word.isContentWord || isConnecting(word.folded),
  );
  return asksForSeveral && hasOnlyDemands && demanding.length > 0 ? demanding : words;
}

function isWordInCapitals(text: string, { start, end }: Word): boolean {
  const written = text.slice(start, end);
  return hasCase(written) && written === written.toUpperCase();
}

function hasCase(written: string): boolean {
  return written.toLowerCase() !== written.toUpperCase();
}

function toQueryWords(
  text: string,
  all: readonly Word[],
  code: EpisodeCode | null,
  { demands, exclusions, roles, requestWords, storyTimes }: Understanding,
  fields: ReadonlySet<IndexedField>,
): QueryWord[] {
  const omitsStopWords =
    new Set(all.filter((word) => !word.isStopWord).map((word) => word.lexeme)).size >= STOP_WORDS_OMITTED_FROM;
  // Numbers and words of scripts without capitals do not tell whether the text is in capitals.
  const wordsWithCase = all.filter(({ start, end }) => hasCase(text.slice(start, end)));
  const isTextInCapitals = wordsWithCase.length > 1 && wordsWithCase.every((each) => isWordInCapitals(text, each));
  const queryWords = new Map<string, QueryWord>();
  for (const [index, word] of all.entries()) {
    if (queryWords.has(word.lexeme) || (word.isStopWord && omitsStopWords)) continue;
    if (exclusions.some((exclusion) => isInSpan(exclusion, index))) continue;
    const storyTime = storyTimes.find((each) => isInSpan(each, index));
    if (storyTime !== undefined && (index < storyTime.timeStart || word.isStopWord)) continue;
    const isEpisodeCode = code?.wordIndexes.includes(index) === true;
    const { folded } = word;
    const otherLexemes = [
      ...word.otherLexemes.slice(0, OTHER_LEXEMES_MAX),
      ...[...otherNumberSpellings(folded), ...longOrShortForms(folded)].map(stemWord),
    ];
    const wordDemands = demands.filter((demand) => {
      const field = demand.kind === 'years' ? 'title' : 'genres';
      return !word.isStopWord && isInSpan(demand, index) && fields.has(field);
    });
    const isFillerWord =
      wordDemands.length === 0 && (isFiller(folded) || roles.roleWords.includes(index) || requestWords.has(index));
    const isInCapitals = isWordInCapitals(text, word) && !isTextInCapitals;
    queryWords.set(word.lexeme, {
      year: storyTime !== undefined || wordDemands.some(({ kind }) => kind === 'years') ? null : findYear(folded),
      numeral: numeralAt(all, index, isInCapitals),
      isInCapitals,
      acronym: fields.has('title') && mayBeAcronym(folded) && !word.isStopWord ? MARK_PREFIX.acronym + folded : null,
      isEpisodeCode,
      demands: wordDemands,
      isDemandOnly: wordDemands.some(({ isCertain }) => isCertain),
      isFiller: isFillerWord,
      isContentWord: !word.isStopWord && !isFillerWord,
      ...word,
      otherLexemes,
    });
    if (queryWords.size === WORDS_MAX) break;
  }
  return [...queryWords.values()];
}

function toJoinedWords(words: readonly QueryWord[], all: readonly Word[]): JoinedWords[] {
  const numbers = numbersIn(all).map(({ start, end, digits }): JoinedWords => {
    const lexemes = new Set(all.slice(start, end).map(({ lexeme }) => lexeme));
    return { lexeme: digits, wordIndexes: words.flatMap(({ lexeme }, index) => (lexemes.has(lexeme) ? [index] : [])) };
  });
  if (words.length > SHORT_WORDS_MAX) return numbers;
  const placeOf = new Map(all.map(({ start }, index) => [start, index]));
  const pairs = words.slice(1).flatMap((word, first): JoinedWords[] => {
    const before = words[first];
    // Words that are not searched, such as exclusions, may be between two searched words.
    if (before === undefined || placeOf.get(word.start) !== (placeOf.get(before.start) ?? 0) + 1) return [];
    return [{ lexeme: stemWord(before.folded + word.folded), wordIndexes: [first, first + 1] }];
  });
  return [...pairs, ...numbers];
}
