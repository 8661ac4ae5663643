import { cleanCatalogLine } from '../../common/text/text';
import { type EpisodeCode, findEpisodeCode } from '../../search/index/episode-codes';
import { FIELD_PREFIX, type IndexedField, MARK_PREFIX } from '../../search/index/lexemes';
import { findNumeral, findYear } from '../../search/text/numerals';
import { spellingDeletesOf } from '../../search/text/spelling-deletes';
import { cutWord, stemWord } from '../../search/text/stem';
import { compactKey, type TitleForm, titleForm } from '../../search/index/title-forms';
import { isUnspaced, type Word, wordsOf } from '../../search/text/words';

/** The fields that a request can limit a search to. */
export const SEARCH_FIELDS = ['title', 'people', 'genres', 'overview'] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** A word of a query. Repeated words count once. */
export interface QueryWord extends Word {
  /** The year that it may mean, or null. */
  readonly year: number | null;
  /** The number that it may mean in a title, or null. */
  readonly numeral: number | null;
  /** Whether it is part of season or episode numbers. */
  readonly coded: boolean;
}

/** Two neighbouring words of a query, written as one. */
export interface JoinedWords {
  readonly lexeme: string;
  /** Index of the first word; the second follows it. */
  readonly first: number;
}

/** A search text, read without the catalog. */
export interface SearchQuery {
  /** The text without invisible characters. */
  readonly text: string;
  readonly form: TitleForm | null;
  /** Compact keys of titles that the text may be; the whole text comes first. */
  readonly titleKeys: readonly string[];
  readonly words: readonly QueryWord[];
  readonly joined: readonly JoinedWords[];
  readonly code: EpisodeCode | null;
  readonly fields: ReadonlySet<IndexedField>;
  /** Whether it is short enough for a title or a name. Longer texts are searched word by word only. */
  readonly short: boolean;
}

/** Words of a query that are searched, at most. */
const WORDS_MAX = 32;
/** Parts of a compound word that are searched beside the whole, at most. */
const PARTS_MAX = 8;
/** With so many other words, stop words are left out. */
const WORDS_WITHOUT_STOPS = 8;
/** Words of the longest titles and pairs of names. */
const SHORT_WORDS_MAX = 10;
/** Words of queries whose words are also searched in halves, at most. */
const SPLIT_WORDS_MAX = 4;
const SPLIT_MIN_CHARS = 6;
const HALF_MIN_CHARS = 3;

const FIELDS_OF: Readonly<Record<SearchField, readonly IndexedField[]>> = {
  title: ['title', 'series'],
  people: ['people'],
  genres: ['genres'],
  overview: ['overview'],
};

/** Reads a search text. Never throws, whatever the text holds; linear in its length. */
export function toSearchQuery(text: string, searchIn: readonly SearchField[] | undefined): SearchQuery {
  const cleaned = cleanCatalogLine(text);
  const all = wordsOf(cleaned);
  const form = titleForm(cleaned);
  const fields = new Set((searchIn ?? SEARCH_FIELDS).flatMap((field) => FIELDS_OF[field]));
  const code = fields.has('title') ? findEpisodeCode(all.map((word) => word.folded)) : null;
  const words = chooseWords(all, code);
  return {
    text: cleaned,
    form,
    titleKeys: form === null ? [] : titleKeysOf(form.folded, words),
    words,
    joined: joinedOf(words),
    code,
    fields,
    short: all.length <= SHORT_WORDS_MAX,
  };
}

function chooseWords(all: readonly Word[], code: EpisodeCode | null): QueryWord[] {
  const content = new Set(all.filter((word) => !word.stop).map((word) => word.lexeme));
  const chosen = new Map<string, QueryWord>();
  for (const [index, word] of all.entries()) {
    if (chosen.has(word.lexeme) || (word.stop && content.size >= WORDS_WITHOUT_STOPS)) continue;
    const coded = code !== null && index >= code.from && index < code.to;
    const { folded } = word;
    const also = word.also.slice(0, PARTS_MAX);
    chosen.set(word.lexeme, { year: findYear(folded), numeral: findNumeral(folded), coded, ...word, also });
    if (chosen.size === WORDS_MAX) break;
  }
  return [...chosen.values()];
}

/** Whether a key is long enough to search for titles that begin with it: two letters, or one character of Han. */
export function mayBegin(key: string): boolean {
  return key.length > 1 || isUnspaced(key);
}

/** The keys of the whole text, and of the text without each of its years ("In the Cut 2003"). */
function titleKeysOf(folded: string, words: readonly QueryWord[]): string[] {
  const keys = [compactKey(folded)];
  const parts = folded.split(' ');
  for (const word of words) {
    const index = word.year === null ? -1 : parts.lastIndexOf(word.folded);
    if (index >= 0 && parts.length > 1) keys.push(compactKey(parts.filter((_, at) => at !== index).join(' ')));
  }
  return [...new Set(keys)].filter((key) => key !== '');
}

function joinedOf(words: readonly QueryWord[]): JoinedWords[] {
  if (words.length > SHORT_WORDS_MAX) return [];
  return words.slice(1).map((word, first) => ({ lexeme: stemWord((words[first]?.folded ?? '') + word.folded), first }));
}

/** The lexemes of titles and names that contain the word in this spelling. */
export function spelledLexemes({ folded }: Pick<Word, 'folded'>): [string, string] {
  const spelled = cutWord(folded);
  return [FIELD_PREFIX.title + spelled, FIELD_PREFIX.people + spelled];
}

/** The lexemes whose document counts determine weights and plan. */
export function countedLexemes(query: SearchQuery): string[] {
  const lexemes = new Set<string>();
  for (const word of query.words) {
    for (const field of query.fields) {
      for (const lexeme of [word.lexeme, ...word.also]) lexemes.add(FIELD_PREFIX[field] + lexeme);
    }
    for (const lexeme of spelledLexemes(word)) lexemes.add(lexeme);
    if (word.numeral !== null) lexemes.add(`${MARK_PREFIX.numeral}${word.numeral}`);
    if (word.year !== null) lexemes.add(`${MARK_PREFIX.year}${word.year}`);
    for (const half of halvesOf(query, word)) {
      lexemes.add(FIELD_PREFIX.title + stemWord(half[0])).add(FIELD_PREFIX.title + stemWord(half[1]));
    }
  }
  for (const { lexeme } of query.joined) lexemes.add(FIELD_PREFIX.title + lexeme);
  if (query.code !== null) lexemes.add(query.code.lexeme);
  return [...lexemes];
}

/** The spelling deletes to look corrections up by; none for a long query, which finds its documents by other words. */
export function spellingDeletes(query: SearchQuery): string[] {
  if (!query.short) return [];
  return [
    ...new Set(
      query.words.filter((word) => !word.stop && !word.coded).flatMap((word) => spellingDeletesOf(word.folded)),
    ),
  ];
}

/** The ways to divide a word of a short query in two, for titles that write it as two words. */
export function halvesOf(query: SearchQuery, word: QueryWord): [string, string][] {
  const { folded } = word;
  if (query.words.length > SPLIT_WORDS_MAX || !/^[a-z]+$/.test(folded) || folded.length < SPLIT_MIN_CHARS) return [];
  const halves: [string, string][] = [];
  for (let at = HALF_MIN_CHARS; at <= Math.min(folded.length, 24) - HALF_MIN_CHARS; at += 1) {
    halves.push([folded.slice(0, at), folded.slice(at)]);
  }
  return halves;
}
