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
import { compactKey, toTitleForm } from '../../search/index/title-forms';
import { findItemIds } from './item-ids';
import { wordsOf } from '../../search/text/words';
import type { Word } from '../../search/text/word';
import { isFiller, kindsNamedBy } from '../understanding/fillers';
import { understand, type Understanding } from '../understanding/understanding';
import { numbersIn, numeralAt, otherNumberSpellings } from './number-words';
import { partKeysOf } from './part-keys';
import { SEARCH_FIELDS, type SearchField, type QueryWord, type JoinedWords, type SearchQuery } from './search-query';

const CHARACTER_WORDS = new Set(['character', 'plays', 'played']);
/** Maximum number of words of a query that are searched. */
const WORDS_MAX = 32;
/** Maximum number of further lexemes of one word (`Word.otherLexemes`) that are searched. */
const OTHER_LEXEMES_MAX = 8;
/** Minimum number of words other than stop words at which a search leaves out the stop words. */
const STOP_WORDS_OMITTED_FROM = 5;
/** A query with more content words than this is a description. A longer title is still found as an exact title. */
const DESCRIPTION_MIN_WORDS = 8;
/** Number of words in the longest titles and pairs of names. Longer queries are searched word by word only. */
const SHORT_WORDS_MAX = 10;

const FIELDS_OF: Readonly<Record<SearchField, readonly IndexedField[]>> = {
  title: ['title', 'series'],
  people: ['people'],
  genres: ['genres'],
  overview: ['overview'],
};

/** Parses the first 512 code points of a search text, which is the maximum length in a request. Never throws. */
export function toSearchQuery(text: string, searchIn: readonly SearchField[] | undefined): SearchQuery {
  const cleaned = cleanCatalogLine(truncateText(text, QUERY_MAX_CHARS));
  const allWords = wordsOf(cleaned);
  const titleForm = toTitleForm(cleaned);
  const fields = new Set((searchIn ?? SEARCH_FIELDS).flatMap((field) => FIELDS_OF[field]));
  const episodeCode = fields.has('title') ? findEpisodeCode(allWords.map((word) => word.folded)) : null;
  const understanding = understand(cleaned, allWords);
  const words = toQueryWords(cleaned, allWords, episodeCode, understanding, fields);
  const whole = titleForm === null ? '' : compactKey(titleForm.folded);
  const partKeys = titleForm === null ? [] : partKeysOf(titleForm.folded.split(' '), allWords, understanding);
  return {
    text: cleaned,
    titleForm,
    ids: findItemIds(cleaned),
    titleKeys: [...new Set([whole, ...partKeys.map(({ key }) => key)])].filter((key) => key !== ''),
    partKeys,
    namedKinds: kindsOf(words, episodeCode),
    excludedWords: understanding.exclusions.flatMap(({ genres, words: { start, end } }) => {
      return genres.length > 0 ? [] : [allWords.slice(start, end).map(({ lexeme }) => lexeme)];
    }),
    understanding,
    allWords,
    words,
    phrases: understanding.phrases.map(({ start, end }) => allWords.slice(start, end).map(({ folded }) => folded)),
    asksForCharacter: allWords.some(({ folded }) => CHARACTER_WORDS.has(folded)),
    joinedWords: toJoinedWords(words, allWords),
    episodeCode,
    fields,
    isDescription:
      words.filter(({ isStopWord, isFiller, isDemandOnly }) => !isStopWord && !isFiller && !isDemandOnly).length >
      DESCRIPTION_MIN_WORDS,
    isShort:
      allWords.length <= SHORT_WORDS_MAX ||
      words.filter(({ isDemandOnly }) => !isDemandOnly).length < SHORT_WORDS_MAX / 2,
  };
}

function kindsOf(words: readonly QueryWord[], code: EpisodeCode | null): Set<MediaKind> {
  if (code !== null) return new Set(code.episode === null ? ['season'] : []);
  if (!words.some(({ isStopWord, isFiller }) => !isStopWord && !isFiller)) return new Set();
  return new Set(words.flatMap(({ isFiller, folded }) => (isFiller ? (kindsNamedBy(folded) ?? []) : [])));
}

function isInCapitals(text: string, { start, end }: Word): boolean {
  const written = text.slice(start, end);
  return written !== written.toLowerCase() && written === written.toUpperCase();
}

function toQueryWords(
  text: string,
  all: readonly Word[],
  code: EpisodeCode | null,
  { demands, exclusions, roles, requestWords }: Understanding,
  fields: ReadonlySet<IndexedField>,
): QueryWord[] {
  const content = new Set(all.filter((word) => !word.isStopWord).map((word) => word.lexeme));
  const chosen = new Map<string, QueryWord>();
  for (const [index, word] of all.entries()) {
    if (chosen.has(word.lexeme) || (word.isStopWord && content.size >= STOP_WORDS_OMITTED_FROM)) continue;
    if (exclusions.some(({ start, end }) => index >= start && index < end)) continue;
    const isEpisodeCode = code?.wordIndexes.includes(index) === true;
    const { folded } = word;
    const otherLexemes = [
      ...word.otherLexemes.slice(0, OTHER_LEXEMES_MAX),
      ...otherNumberSpellings(folded).map(stemWord),
    ];
    const asked = demands.filter(({ kind, start, end }) => {
      return !word.isStopWord && index >= start && index < end && fields.has(kind === 'years' ? 'title' : 'genres');
    });
    chosen.set(word.lexeme, {
      year: asked.some(({ kind }) => kind === 'years') ? null : findYear(folded),
      numeral: numeralAt(all, index),
      isInCapitals: isInCapitals(text, word) && (all.length === 1 || !all.every((each) => isInCapitals(text, each))),
      acronym: fields.has('title') && mayBeAcronym(folded) && !word.isStopWord ? MARK_PREFIX.acronym + folded : null,
      isEpisodeCode,
      demands: asked,
      isDemandOnly: asked.some(({ isCertain }) => isCertain),
      isFiller: asked.length === 0 && (isFiller(folded) || roles.roleWords.includes(index) || requestWords.has(index)),
      ...word,
      otherLexemes,
    });
    if (chosen.size === WORDS_MAX) break;
  }
  return [...chosen.values()];
}

function toJoinedWords(words: readonly QueryWord[], all: readonly Word[]): JoinedWords[] {
  const numbers = numbersIn(all).map(({ start, end, digits }): JoinedWords => {
    const lexemes = new Set(all.slice(start, end).map(({ lexeme }) => lexeme));
    return { lexeme: digits, wordIndexes: words.flatMap(({ lexeme }, index) => (lexemes.has(lexeme) ? [index] : [])) };
  });
  if (words.length > SHORT_WORDS_MAX) return numbers;
  const pairs = words.slice(1).map((word, first): JoinedWords => {
    return { lexeme: stemWord((words[first]?.folded ?? '') + word.folded), wordIndexes: [first, first + 1] };
  });
  return [...pairs, ...numbers];
}
