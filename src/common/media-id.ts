/** The media-id codec: the only place that knows the accepted spellings and the canonical one. */
import { Problem } from './problems/problem';

/** The kinds of media, in the order of the hierarchy. */
export const MEDIA_KINDS = ['movie', 'series', 'season', 'episode'] as const;

/** A kind of media. */
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A parsed media id; `uuid` is canonical: lower-case, with hyphens. */
export interface MediaId {
  kind: MediaKind;
  uuid: string;
}

const KIND_OF_WORD: Readonly<Record<string, MediaKind | undefined>> = {
  movie: 'movie',
  movies: 'movie',
  series: 'series',
  show: 'series',
  shows: 'series',
  season: 'season',
  seasons: 'season',
  episode: 'episode',
  episodes: 'episode',
};

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const UUID_PATTERN = new RegExp(`^${UUID}$`, 'i');
/*
 * Without the `u` flag on purpose: with it, case folding lets the long s (U+017F) and the Kelvin sign match letters.
 * Separators may arrive percent-encoded; the router has decoded a path once, a body never was.
 */
const MEDIA_ID_PATTERN = new RegExp(`^([a-z]{4,8})(?:(?::|%3a)(${UUID})|(?:\\(|%28)(${UUID})(?:\\)|%29))$`, 'i');
/** `episodes%28<36>%29` is the longest spelling; anything longer is refused before any matching. */
const LONGEST_SPELLING = 50;

/** Whether the text is a UUID in hyphenated form, upper- or lower-case, of any version (nil and max included). */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID_PATTERN.test(text);
}

/** The nil and the max UUID. The service uses the first for "all libraries" and "everybody". */
const RESERVED_UUIDS: ReadonlySet<string> = new Set([
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]);

/** Whether a UUID, upper- or lower-case, is the nil or the max one. Nothing new gets such an id. */
export function isReservedUuid(uuid: string): boolean {
  return RESERVED_UUIDS.has(uuid.toLowerCase());
}

/** What a refused nil or max UUID is answered with, behind the name of its field. */
export const RESERVED_UUID_REFUSAL = 'must be a UUID that is neither nil nor max';

/** The canonical lower-case form of a UUID, or null when the text is none. */
export function findUuid(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null;
}

/** The media id that the text spells in any accepted way, or null. Never throws. */
export function findMediaId(text: string): MediaId | null {
  if (text.length > LONGEST_SPELLING) return null;
  const match = MEDIA_ID_PATTERN.exec(text);
  const uuid = match?.[2] ?? match?.[3];
  if (match?.[1] === undefined || uuid === undefined) return null;
  const word = match[1].toLowerCase();
  const kind = Object.hasOwn(KIND_OF_WORD, word) ? KIND_OF_WORD[word] : undefined;
  return kind === undefined ? null : { kind, uuid: uuid.toLowerCase() };
}

/** As `findMediaId`, but throws `invalid-media-id`. `field` names the body field the text came from. */
export function getMediaId(text: string, field?: string): MediaId {
  const mediaId = findMediaId(text);
  if (mediaId === null) throw Problem.invalidMediaId(field);
  return mediaId;
}

/** As `getMediaId`, for a path parameter: the router has decoded it, so what is still encoded was encoded twice. */
export function getPathMediaId(text: string): MediaId {
  if (text.includes('%')) throw Problem.invalidMediaId();
  return getMediaId(text);
}

/** The canonical spelling, `<kind>:<uuid in lower case>`. */
export function formatMediaId(kind: MediaKind, uuid: string): string {
  return `${kind}:${uuid.toLowerCase()}`;
}
