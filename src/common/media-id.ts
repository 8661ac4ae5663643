/** Parses media ids in all accepted spellings, and formats them in the canonical one. */

/** Kinds of media, parents before children. */
export const MEDIA_KINDS = ['movie', 'series', 'season', 'episode'] as const;

/** A kind of media. */
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** Returns an object with the result of `valueOf` for each kind. */
export function byMediaKind<T>(valueOf: (kind: MediaKind) => T): Readonly<Record<MediaKind, T>> {
  return { movie: valueOf('movie'), series: valueOf('series'), season: valueOf('season'), episode: valueOf('episode') };
}

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
 * The separators can be percent-encoded, because nothing decodes an encoded id in a request body. The pattern has no
 * `u` flag, because case folding would then let the long s (U+017F) and the Kelvin sign match letters.
 */
const MEDIA_ID_PATTERN = new RegExp(`^([a-z]{4,8})(?:(?::|%3a)(${UUID})|(?:\\(|%28)(${UUID})(?:\\)|%29))$`, 'i');
/** Length of the longest spelling, `episodes%28<36 characters>%29`. */
export const MEDIA_ID_MAX_CHARS = 50;

/** Whether the text is a hyphenated UUID of any version, or the nil or max UUID, in upper or lower case. */
export function isUuid(text: string): boolean {
  return text.length === 36 && UUID_PATTERN.test(text);
}

/** The lowest UUID. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The nil and the max UUID. The service uses the nil UUID as the owner of global artifacts. */
const RESERVED_UUIDS: ReadonlySet<string> = new Set([NIL_UUID, 'ffffffff-ffff-ffff-ffff-ffffffffffff']);

/** Whether a UUID is the nil or the max UUID, in upper or lower case. New rows cannot have such an id. */
export function isReservedUuid(uuid: string): boolean {
  return RESERVED_UUIDS.has(uuid.toLowerCase());
}

/** The rule that error messages state if an id is the nil or the max UUID. */
export const RESERVED_UUID_RULE = 'must be a UUID that is neither nil nor max';

/** Returns the UUID that consists of the first 16 bytes, with hyphens. */
export function toUuid(bytes: Buffer): string {
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Returns the UUID in lower case; null if the text is not a UUID. */
export function findUuid(text: string): string | null {
  return isUuid(text) ? text.toLowerCase() : null;
}

/** Parses a media id in any accepted spelling. Returns null if the text is not a media id. */
export function findMediaId(text: string): MediaId | null {
  if (text.length > MEDIA_ID_MAX_CHARS) return null;
  const match = MEDIA_ID_PATTERN.exec(text);
  const uuid = match?.[2] ?? match?.[3];
  if (match?.[1] === undefined || uuid === undefined) return null;
  const word = match[1].toLowerCase();
  const kind = Object.hasOwn(KIND_OF_WORD, word) ? KIND_OF_WORD[word] : undefined;
  return kind === undefined ? null : { kind, uuid: uuid.toLowerCase() };
}

/** Returns the canonical spelling, `<kind>:<uuid in lower case>`. */
export function formatMediaId(kind: MediaKind, uuid: string): string {
  return `${kind}:${uuid.toLowerCase()}`;
}
