/** Keys by which items name each other: ids that the catalog's sources use, and the franchise a title belongs to. */
import { foldText } from '../../search/text/fold';
import { findNumeral } from '../../search/text/numerals';
import { wordsOf } from '../../search/text/words';
import type { MediaSource } from '../source/media-source';

/** Ids kept per item, its own and those it names; sources that give more are cut. */
const OWN_IDS_MAX = 16;
const NAMED_IDS_MAX = 64;
const FRANCHISE_KEYS_MAX = 4;
const KEY_MAX_CHARS = 200;

/** Prefix of an id that an item has. */
const HAS = 'has:';
/** Prefix of an id that an item names as related. */
const NAMES = 'names:';

/** The key under which an item with the id is found. */
export function hasKey(id: string): string {
  return HAS + id;
}

/** The key under which items that name the id are found. */
export function namesKey(id: string): string {
  return NAMES + id;
}

/** The ids in `names:` keys: what the item's source named as related. */
export function namedIds(providerKeys: readonly string[]): string[] {
  return providerKeys.filter((key) => key.startsWith(NAMES)).map((key) => key.slice(NAMES.length));
}

/** The ids in `has:` keys: what sources call the item. */
export function ownIds(providerKeys: readonly string[]): string[] {
  return providerKeys.filter((key) => key.startsWith(HAS)).map((key) => key.slice(HAS.length));
}

/**
 * What sources call an item and what it names, as `has:` and `names:` keys. Its media id is no such key: that has an
 * index of its own.
 */
export function providerKeysOf(source: Pick<MediaSource, 'external_ids' | 'provider_related'>): string[] {
  // Whatever order a source names them in.
  const own = Object.entries(source.external_ids)
    .map(([provider, value]) => `${provider}:${value}`)
    .sort();
  return [...bounded(own, OWN_IDS_MAX).map(hasKey), ...bounded(source.provider_related, NAMED_IDS_MAX).map(namesKey)];
}

function bounded(ids: readonly string[], max: number): string[] {
  return [...new Set(ids.filter((id) => id.length <= KEY_MAX_CHARS))].slice(0, max);
}

/**
 * The franchises that an item's title and overview put it into, folded; none for seasons and episodes, which have
 * their series. Titles say it by what stands before a colon, a number or "and the"; overviews by "the ... series".
 */
export function franchiseKeysOf(source: Pick<MediaSource, 'media_kind' | 'title' | 'overview'>): string[] {
  if (source.media_kind === 'season' || source.media_kind === 'episode') return [];
  const named = source.overview === null ? [] : namedFranchises(source.overview);
  const titled = source.title === null ? [] : [franchiseOfTitle(source.title)];
  const keys = [...titled, ...named].filter((key): key is string => key !== null && key !== '');
  return [...new Set(keys.map((key) => key.slice(0, KEY_MAX_CHARS)))].slice(0, FRANCHISE_KEYS_MAX);
}

/** A subtitle follows a colon, a dash between spaces or a possessive. */
const SUBTITLE = /:|\s[\u2013\u2014-]\s|(?<=\p{L})['\u2019]s?\s/u;
const ARTICLES = new Set(['the', 'a', 'an']);
const INSTALMENT_WORDS = new Set(['part', 'episode', 'chapter', 'volume', 'vol']);
/** A title goes on about something else behind these. */
const CONNECTORS = new Set(['and', 'in', 'at', 'on', 'vs', 'versus', 'meet', 'meets', 'goes', 'returns', 'strikes']);

/** What a title shares with the others of its franchise; null for a title without words. */
export function franchiseOfTitle(title: string): string | null {
  const [beforeSubtitle = ''] = title.split(SUBTITLE, 1);
  const words = wordsOf(beforeSubtitle).map(({ folded }) => (folded.endsWith('s') ? folded.slice(0, -1) : folded));
  const start = words.length > 1 && ARTICLES.has(words[0] ?? '') ? 1 : 0;
  const connector = words.findIndex((word, index) => index > start && CONNECTORS.has(word));
  const head = words.slice(start, connector < 0 ? words.length : connector);
  while (head.length > 1 && isInstalment(head.at(-1) ?? '')) head.pop();
  return head.length === 0 ? null : head.join(' ');
}

function isInstalment(word: string): boolean {
  return findNumeral(word) !== null || INSTALMENT_WORDS.has(word) || word === 'i' || word === 'v' || word === 'x';
}

/** "the James Bond series", "the Rocky film franchise": one to four capitalised words before the noun. */
const NAMED_FRANCHISE =
  /\b((?:\p{Lu}[\p{L}\p{M}\p{N}'\u2019.-]{0,30}\s){1,4})(?:film\s|movie\s)?(?:series|franchise|saga|trilogy)\b/gu;
const FRANCHISE_NOUN = /series|franchise|saga|trilogy/;
const OVERVIEW_SEARCHED_CHARS = 2_000;

function namedFranchises(overview: string): (string | null)[] {
  // Most overviews lack the nouns, and looking for those costs little beside looking for names.
  if (!FRANCHISE_NOUN.test(overview)) return [];
  const matches = overview.slice(0, OVERVIEW_SEARCHED_CHARS).matchAll(NAMED_FRANCHISE);
  return [...matches].map((match) => franchiseOfTitle(foldText(match[1] ?? '')));
}
