import { cutCodeUnits, foldText } from '../../search/text/fold';
import { findNumeral } from '../../search/text/numerals';
import { wordsOf } from '../../search/text/words';
import type { MediaSource } from '../source/media-source';

/** Maximum number of external ids of an item, and of ids that its source lists as related. Further ids are dropped. */
const EXTERNAL_IDS_MAX = 16;
const RELATED_IDS_MAX = 64;
const FRANCHISE_KEYS_MAX = 4;
/** Maximum length of a key without its prefix, in UTF-16 code units. Longer ids are dropped, longer franchises cut. */
const KEY_MAX_CHARS = 200;

const EXTERNAL_ID_PREFIX = 'has:';
const RELATED_ID_PREFIX = 'names:';

/** Returns the key that finds the item with this external id. */
export function externalIdKey(id: string): string {
  return EXTERNAL_ID_PREFIX + id;
}

/** Returns the key that finds the items whose sources list this id as related. */
export function relatedIdKey(id: string): string {
  return RELATED_ID_PREFIX + id;
}

/** Returns the ids in `names:` keys: those that the item's source lists as related. */
export function relatedIds(providerKeys: readonly string[]): string[] {
  return idsIn(providerKeys, RELATED_ID_PREFIX);
}

/** Returns the ids in `has:` keys: the item's external ids. */
export function externalIds(providerKeys: readonly string[]): string[] {
  return idsIn(providerKeys, EXTERNAL_ID_PREFIX);
}

function idsIn(providerKeys: readonly string[], prefix: string): string[] {
  return providerKeys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
}

/**
 * Returns the item's external ids and the ids that its source lists as related, as `has:` and `names:` keys. The media
 * id is not among them, because it has a separate index.
 */
export function providerKeysOf(source: Pick<MediaSource, 'external_ids' | 'provider_related'>): string[] {
  // Sorted, so that the order in the source does not matter.
  const itemIds = Object.entries(source.external_ids)
    .map(([provider, value]) => `${provider}:${value}`)
    .sort();
  return [
    ...limitIds(itemIds, EXTERNAL_IDS_MAX).map(externalIdKey),
    ...limitIds(source.provider_related, RELATED_IDS_MAX).map(relatedIdKey),
  ];
}

function limitIds(ids: readonly string[], max: number): string[] {
  return [...new Set(ids.filter((id) => id.length <= KEY_MAX_CHARS))].slice(0, max);
}

/**
 * Returns the folded franchises of an item, by its title and overview; none for seasons and episodes, because their
 * series has them. In a title, the franchise is the part before a subtitle, a number at the end, or a word such as
 * "and". In an overview, it is the name before a word such as "series", without the studio or the author that owns it.
 */
export function franchiseKeysOf(source: Pick<MediaSource, 'media_kind' | 'title' | 'overview'>): string[] {
  if (source.media_kind === 'season' || source.media_kind === 'episode') return [];
  const keysInTitle = source.title === null ? [] : [franchiseOfTitle(source.title)];
  const keysInOverview = source.overview === null ? [] : namedFranchises(source.overview, source.title ?? '');
  const keys = [...keysInTitle, ...keysInOverview].filter((key): key is string => key !== null && key !== '');
  return [...new Set(keys.map((key) => cutCodeUnits(key, KEY_MAX_CHARS)))].slice(0, FRANCHISE_KEYS_MAX);
}

const POSSESSIVE = /(?<=\p{L})['\u2019]s?\s/u;
/** A subtitle follows a colon, a dash between spaces or a possessive. */
const SUBTITLE = new RegExp(`:|\\s[\\u2013\\u2014-]\\s|${POSSESSIVE.source}`, 'u');
const ARTICLES = new Set(['the', 'a', 'an']);
const INSTALMENT_WORDS = new Set(['part', 'episode', 'chapter', 'volume', 'vol']);
/** The franchise ends before one of these words. */
const CONNECTORS = new Set(['and', 'in', 'at', 'on', 'vs', 'versus', 'meet', 'meets', 'goes', 'returns', 'strikes']);

/**
 * Returns the part that a title shares with the other titles of its franchise. It is folded, and each word is without
 * a final "s": "Alien" and "Aliens" give the same franchise. Returns null if no word precedes the subtitle, and an
 * empty text for the title "S".
 */
export function franchiseOfTitle(title: string): string | null {
  const [beforeSubtitle = ''] = title.split(SUBTITLE, 1);
  const words = wordsOf(beforeSubtitle).map(({ folded }) => folded);
  const start = words.length > 1 && ARTICLES.has(words[0] ?? '') ? 1 : 0;
  const connector = words.findIndex((word, index) => index > start && CONNECTORS.has(word));
  const head = words.slice(start, connector < 0 ? words.length : connector);
  while (head.length > 1 && isInstalment(head.at(-1) ?? '')) head.pop();
  return head.length === 0 ? null : head.map(withoutFinalS).join(' ');
}

function isInstalment(word: string): boolean {
  const isNumber = findNumeral(word) !== null || word === 'i' || word === 'v' || word === 'x';
  return isNumber || INSTALMENT_WORDS.has(withoutFinalS(word));
}

function withoutFinalS(word: string): string {
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/**
 * Matches "James Bond series" and "Rocky film franchise": one to four capitalized words before the noun. Does not begin
 * with `\b`, which recognizes only ASCII letters.
 */
const NAMED_FRANCHISE =
  /(?:^|\P{L})((?:\p{Lu}[\p{L}\p{M}\p{N}'’.-]{0,30}\s){1,4})(?:film\s|movie\s)?(?:series|franchise|saga|trilogy)\b/gu;
const OVERVIEW_SEARCHED_CHARS = 2_000;
/**
 * Folded words for a medium or an origin, which any series can have. A name needs a word that is neither among them nor
 * a stop word: "American TV series" names no franchise, "American Pie series" does.
 */
const MEDIA_AND_ORIGINS: ReadonlySet<string> = new Set(
  (
    'animated anime book comic documentary drama film internet language live manga mini movie novel online original ' +
    'radio reality television tv video web ' +
    'african american arabic argentine asian australian austrian belgian brazilian british canadian cantonese chilean ' +
    'chinese colombian czech danish dutch egyptian english european filipino finnish french german greek hebrew hindi ' +
    'hungarian icelandic indian indonesian iranian irish israeli italian japanese korean malayalam mandarin mexican ' +
    'nigerian norwegian pakistani polish portuguese romanian russian scandinavian scottish south soviet spanish swedish ' +
    'swiss taiwanese tamil telugu thai turkish uk ukrainian us usa vietnamese welsh'
  ).split(' '),
);

/**
 * Returns the franchises that an overview names, without their owners. If the title contains the whole name, the part
 * before a possessive is the franchise, as it is for the title: "charlie" for "Charlie's Angels".
 */
function namedFranchises(overview: string, title: string): (string | null)[] {
  const titleWords = ` ${foldedWords(title)} `;
  const matches = overview.slice(0, OVERVIEW_SEARCHED_CHARS).matchAll(NAMED_FRANCHISE);
  return [...matches]
    .map(([, words = '']) => (titleWords.includes(` ${foldedWords(words)} `) ? words : withoutOwner(words)))
    .filter(isName)
    .map((name) => franchiseOfTitle(foldText(name)));
}

function foldedWords(text: string): string {
  return wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ');
}

/**
 * Returns the words after the last possessive, because it usually names a studio or an author: "Tarzan" for "MGM's
 * Tarzan". If no word follows, the possessive is the name: "Porky" for "Porky's".
 */
function withoutOwner(words: string): string {
  return words.split(POSSESSIVE).findLast((part) => part !== '') ?? '';
}

/** Returns whether capitalized words before "series" or a similar noun name a franchise. */
function isName(words: string): boolean {
  return wordsOf(words).some(({ folded, isStopWord }) => !isStopWord && !MEDIA_AND_ORIGINS.has(folded));
}
