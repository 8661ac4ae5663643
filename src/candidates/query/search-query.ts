import type { MediaKind } from '../../common/media-id';
import { QUERY_MAX_CHARS } from '../../common/paging/cap-table';
import { boundText } from '../../common/text/summary';
import { cleanCatalogLine } from '../../common/text/text';
import { type EpisodeCode, findEpisodeCode } from '../../search/index/episode-codes';
import { type IndexedField, MARK_PREFIX } from '../../search/index/lexemes';
import { findYear } from '../../search/text/numerals';
import { mayBeAcronym } from '../../search/text/acronyms';
import { stemWord } from '../../search/text/stem';
import { compactKey, type TitleForm, toTitleForm } from '../../search/index/title-forms';
import { findItemIds, type ItemIds } from './item-ids';
import { isUnspaced, type Word, wordsOf } from '../../search/text/words';
import { isFiller, kindsNamedBy } from '../understanding/fillers';
import { type Demand, understand, type Understanding } from '../understanding/understanding';
import { numbersIn, numeralAt, otherNumbers } from './number-words';
import { partKeysOf, type PartKey } from './part-keys';

/** The fields that a request can limit a search to. */
export const SEARCH_FIELDS = ['title', 'people', 'genres', 'overview'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A word of a query. Repeated words count once. */
export interface QueryWord extends Word {
  /** The year that it may mean, or null. */
  readonly year: number | null;
  /** The number that it may mean in a title, or null. */
  readonly numeral: number | null;
  /** The lexeme of the acronym that it may be, or null. */
  readonly acronym: string | null;
  /** Whether the query writes it in capitals, and not all of its words. */
  readonly capitals: boolean;
  /** Whether it is part of season or episode numbers. */
  readonly coded: boolean;
  /** What the word asks of an item, beside being a word of its texts. */
  readonly demands: readonly Demand[];
  /** Whether it asks for that only, and is a word of a title only if the whole title is asked for. */
  readonly certain: boolean;
  /** Whether it counts as little as a stop word: "movie", or the name of a role. */
  readonly light: boolean;
}

/** Neighbouring words of a query, written as one. */
export interface JoinedWords {
  readonly lexeme: string;
  /** Indexes of the words. */
  readonly words: readonly number[];
}

/** A search text, read without the catalog. */
export interface SearchQuery {
  /** The text without invisible characters. */
  readonly text: string;
  readonly form: TitleForm | null;
  /** The id that the text is; null for other texts. */
  readonly ids: ItemIds | null;
  /** Compact keys of titles that the text may be; the whole text comes first. */
  readonly titleKeys: readonly string[];
  /** The keys of parts of the text, each with the words that are left out. */
  readonly partKeys: readonly PartKey[];
  /** Kinds of items that the text names beside other words. They come first among equals. */
  readonly kinds: ReadonlySet<MediaKind>;
  /** Lexemes that an item should not have: all of an entry. */
  readonly excludedWords: readonly (readonly string[])[];
  /** What the text asks for beside its words. */
  readonly understanding: Understanding;
  /** All words of the text in order, those that are not searched included. */
  readonly all: readonly Word[];
  readonly words: readonly QueryWord[];
  /** Quoted phrases, as folded words. */
  readonly phrases: readonly (readonly string[])[];
  /** Whether the text asks for a character, not for an actor. */
  readonly character: boolean;
  readonly joined: readonly JoinedWords[];
  readonly code: EpisodeCode | null;
  readonly fields: ReadonlySet<IndexedField>;
  /** Whether it is short enough for a title or a name. Longer texts are searched word by word only. */
  readonly short: boolean;
  /** Whether it describes an item in many words: words of titles and names in it are there by chance. */
  readonly description: boolean;
}

const CHARACTER_WORDS = new Set(['character', 'plays', 'played']);
/** Maximum number of words of a query that are searched. */
const WORDS_MAX = 32;
/** Maximum number of parts of a compound word that are searched beside the whole. */
const PARTS_MAX = 8;
/** With so many other words, stop words are left out. */
const WORDS_WITHOUT_STOPS = 5;
/** With more words that tell something, a query is a description. Longer titles are found as exact titles. */
const DESCRIPTION_WORDS = 8;
/** Words of the longest titles and pairs of names. */
const SHORT_WORDS_MAX = 10;

const FIELDS_OF: Readonly<Record<SearchField, readonly IndexedField[]>> = {
  title: ['title', 'series'],
  people: ['people'],
  genres: ['genres'],
  overview: ['overview'],
};

/** Reads the first 512 code points of a search text, the maximum of a request. Never throws, whatever the text contains. */
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

/** Whether a key is long enough to search for titles that begin with it: two letters, or one character of Han. */
export function mayBegin(key: string): boolean {
  return key.length > 1 || isUnspaced(key);
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
