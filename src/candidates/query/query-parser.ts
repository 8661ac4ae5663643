/** Parses search texts into queries. Does not read the catalog. */
import type { MediaKind } from '../../common/media-id';
import { QUERY_MAX_CHARS } from '../../common/paging/cap-table';
import { boundText } from '../../common/text/summary';
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
import { numbersIn, numeralAt, otherNumbers } from './number-words';
import { partKeysOf } from './part-keys';
import { SEARCH_FIELDS, type SearchField, type QueryWord, type JoinedWords, type SearchQuery } from './search-query';

const CHARACTER_WORDS = new Set(['character', 'plays', 'played']);
/** Maximum number of words of a query that are searched. */
const WORDS_MAX = 32;
/** Maximum number of further lexemes of one word (`Word.otherLexemes`) that are searched. */
const PARTS_MAX = 8;
/** Minimum number of words other than stop words at which a search leaves out the stop words. */
const WORDS_WITHOUT_STOPS = 5;
/** A query with more content words than this is a description. A longer title is still found as an exact title. */
const DESCRIPTION_WORDS = 8;
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
  const cleaned = cleanCatalogLine(boundText(text, QUERY_MAX_CHARS));
  const all = wordsOf(cleaned);
  const form = toTitleForm(cleaned);
  const fields = new Set((searchIn ?? SEARCH_FIELDS).flatMap((field) => FIELDS_OF[field]));
  const code = fields.has('title') ? findEpisodeCode(all.map((word) => word.folded)) : null;
  const understanding = understand(cleaned, all);
  const words = chooseWords(cleaned, all, code, understanding, fields);
  const whole = form === null ? '' : compactKey(form.folded);
  const partKeys = form === null ? [] : partKeysOf(form.folded.split(' '), all, understanding);
  return {
    text: cleaned,
    form,
    ids: findItemIds(cleaned),
    titleKeys: [...new Set([whole, ...partKeys.map(({ key }) => key)])].filter((key) => key !== ''),
    partKeys,
    kinds: kindsOf(words, code),
    excludedWords: understanding.exclusions.flatMap(({ genres, words: { start, end } }) => {
      return genres.length > 0 ? [] : [all.slice(start, end).map(({ lexeme }) => lexeme)];
    }),
    understanding,
    all,
    words,
    phrases: understanding.phrases.map(({ start, end }) => all.slice(start, end).map(({ folded }) => folded)),
    character: all.some(({ folded }) => CHARACTER_WORDS.has(folded)),
    joined: joinedOf(words, all),
    code,
    fields,
    description:
      words.filter(({ isStopWord, light, certain }) => !isStopWord && !light && !certain).length > DESCRIPTION_WORDS,
    short: all.length <= SHORT_WORDS_MAX || words.filter(({ certain }) => !certain).length < SHORT_WORDS_MAX / 2,
  };
}

function kindsOf(words: readonly QueryWord[], code: EpisodeCode | null): Set<MediaKind> {
  if (code !== null) return new Set(code.episode === null ? ['season'] : []);
  if (!words.some(({ isStopWord, light }) => !isStopWord && !light)) return new Set();
  return new Set(words.flatMap(({ light, folded }) => (light ? (kindsNamedBy(folded) ?? []) : [])));
}

function isShouted(text: string, { start, end }: Word): boolean {
  const written = text.slice(start, end);
  return written !== written.toLowerCase() && written === written.toUpperCase();
}

function chooseWords(
  text: string,
  all: readonly Word[],
  code: EpisodeCode | null,
  { demands, exclusions, roles, requests }: Understanding,
  fields: ReadonlySet<IndexedField>,
): QueryWord[] {
  const content = new Set(all.filter((word) => !word.isStopWord).map((word) => word.lexeme));
  const chosen = new Map<string, QueryWord>();
  for (const [index, word] of all.entries()) {
    if (chosen.has(word.lexeme) || (word.isStopWord && content.size >= WORDS_WITHOUT_STOPS)) continue;
    if (exclusions.some(({ start, end }) => index >= start && index < end)) continue;
    const coded = code?.words.includes(index) === true;
    const { folded } = word;
    const otherLexemes = [...word.otherLexemes.slice(0, PARTS_MAX), ...otherNumbers(folded).map(stemWord)];
    const asked = demands.filter(({ kind, start, end }) => {
      return !word.isStopWord && index >= start && index < end && fields.has(kind === 'years' ? 'title' : 'genres');
    });
    chosen.set(word.lexeme, {
      year: asked.some(({ kind }) => kind === 'years') ? null : findYear(folded),
      numeral: numeralAt(all, index),
      capitals: isShouted(text, word) && (all.length === 1 || !all.every((each) => isShouted(text, each))),
      acronym: fields.has('title') && mayBeAcronym(folded) && !word.isStopWord ? MARK_PREFIX.acronym + folded : null,
      coded,
      demands: asked,
      certain: asked.some(({ certain }) => certain),
      light: asked.length === 0 && (isFiller(folded) || roles.naming.includes(index) || requests.has(index)),
      ...word,
      otherLexemes,
    });
    if (chosen.size === WORDS_MAX) break;
  }
  return [...chosen.values()];
}

function joinedOf(words: readonly QueryWord[], all: readonly Word[]): JoinedWords[] {
  const numbers = numbersIn(all).map(({ start, end, digits }): JoinedWords => {
    const lexemes = new Set(all.slice(start, end).map(({ lexeme }) => lexeme));
    return { lexeme: digits, words: words.flatMap(({ lexeme }, index) => (lexemes.has(lexeme) ? [index] : [])) };
  });
  if (words.length > SHORT_WORDS_MAX) return numbers;
  const pairs = words.slice(1).map((word, first): JoinedWords => {
    return { lexeme: stemWord((words[first]?.folded ?? '') + word.folded), words: [first, first + 1] };
  });
  return [...pairs, ...numbers];
}
