/** Words that describe a request and not the item, such as "movie" or "watch". */
import type { MediaKind } from '../../common/media-id';

/** The kinds of items by the words that name them. */
const NAMED_KINDS = new Map<string, readonly MediaKind[]>([
  ...['movie', 'movies', 'film', 'films', 'flick', 'flicks'].map((word) => [word, ['movie']] as const),
  ...['show', 'shows', 'series', 'tv'].map((word) => [word, ['series']] as const),
  ...['episode', 'episodes'].map((word) => [word, ['episode']] as const),
]);
/** The words for several items. */
const PLURAL_KIND_WORDS = new Set(['movies', 'films', 'flicks', 'shows', 'episodes']);
const CONNECTING_WORDS = new Set('from of in the with and a an made released about for by'.split(' '));
const ROLE_FILLERS = new Set(['starring', 'featuring', 'character', 'plays', 'played']);
/** Words that can be part of a request at the start of a query. */
const LEADING_WORDS = new Set(
  (
    'watch stream search for find show me play the a an i want to see looking information info about can you do have is ' +
    'where which what who directed title titled called named movie film flick series tv there wanna pls plz'
  ).split(' '),
);
/** Words that are part of a request at the end of a query. */
const TRAILING_WORDS = new Set(
  'online pls plz free hd full streaming trailer cast imdb dvd bluray please any good for me download movie film'.split(
    ' ',
  ),
);
/**
 * Several leading words are a request if they contain one of these, or if they end with one of `WORDS_BEFORE_TITLE`. A
 * single one of these may be part of a title ("Find Yourself"), so it is a request only before an article ("find the
 * ...") or before trailing words ("watch ... online").
 */
const REQUEST_CUES = new Set('watch stream search find show play want looking see information'.split(' '));

/** Words after "the one" or "that one" at the start of a description: "the one where the sailor finds a lamp". */
const WORDS_AFTER_ONE = new Set(['where', 'with', 'about', 'in', 'when', 'who', 'that', 'whose']);
/** Leading words before a title: "a movie called ...". */
const WORDS_BEFORE_TITLE = new Set(['called', 'named', 'titled']);

/** Returns the kinds of items that a folded word names; none for other words. */
export function kindsNamedBy(folded: string): readonly MediaKind[] {
  return NAMED_KINDS.get(folded) ?? [];
}

/**
 * Returns whether a folded word is a filler anywhere in a query. The words of a request (`findRequestWords`), and
 * words for a role beside a name (`roles.ts`), are fillers only in some places. A filler has the low weight of a stop
 * word, but its full weight in titles that contain it.
 */
export function isFiller(folded: string): boolean {
  return NAMED_KINDS.has(folded) || ROLE_FILLERS.has(folded);
}

/** Returns whether a folded word names a kind of item. A genre before such a word describes the items. */
export function isKindWord(folded: string): boolean {
  return NAMED_KINDS.has(folded);
}

/** Returns whether a folded word names several items, such as "movies". */
export function isPluralKindWord(folded: string): boolean {
  return PLURAL_KIND_WORDS.has(folded);
}

/** Returns whether a folded word is a filler, or connects the parts of a query, such as "from". */
export function isConnecting(folded: string): boolean {
  return CONNECTING_WORDS.has(folded) || isFiller(folded);
}

/** Returns whether a folded word can be part of a request at the start of a query. */
export function isLeadingWord(folded: string): boolean {
  return LEADING_WORDS.has(folded);
}

const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an']);

/**
 * Returns the indexes of the words that are part of a request: "watch ... online", "show me ... please", the "one" of
 * "the one where ...". Never returns all words of the query. A title's article is not part: "watch The Amateur".
 */
export function findRequestWords(words: readonly string[]): Set<number> {
  const indexes = new Set<number>();
  if (
    ['the', 'that'].includes(words[0] ?? '') &&
    words[1] === 'one' &&
    WORDS_AFTER_ONE.has(words[2] ?? '') &&
    words.length > 3
  )
    indexes.add(1);
  let start = 0;
  while (start < words.length - 1 && LEADING_WORDS.has(words[start] ?? '')) start += 1;
  let end = words.length;
  while (end > start + 1 && TRAILING_WORDS.has(words[end - 1] ?? '')) end -= 1;
  const isRequest = words.slice(0, start).some((word) => REQUEST_CUES.has(word)) && (start > 1 || end < words.length);
  const leadingEnd = ARTICLES.has(words[start - 1] ?? '') ? start - 1 : start;
  const isTitleNext = leadingEnd > 1 && WORDS_BEFORE_TITLE.has(words[leadingEnd - 1] ?? '');
  if (isRequest || isTitleNext) for (let index = 0; index < leadingEnd; index += 1) indexes.add(index);
  for (let index = end; index < words.length; index += 1) indexes.add(index);
  return indexes;
}
