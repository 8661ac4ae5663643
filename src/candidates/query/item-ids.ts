/** Ids that a query may be: media ids in all spellings, and the ids of the catalog's sources, such as "imdb:tt0133093". */
import { findMediaId, findUuid, type MediaKind } from '../../common/media-id';
import { ownIdKey } from '../../read-model/media/related-keys';

/** The ids that a whole query may mean. */
export interface ItemIds {
  /** Canonical; null if the query is no media id. */
  readonly uuid: string | null;
  /** The kind that the media id names; null for a bare UUID. */
  readonly kind: MediaKind | null;
  /** Keys of a source's id in its possible spellings; empty if the query is none. */
  readonly providerKeys: readonly string[];
}

const SOURCE_ID = /^([a-z][a-z0-9_.-]{1,30}):(\S{1,120})$/i;
/** IMDb's ids tell what they are. */
const IMDB_ID = /^tt\d{7,9}$/i;

/** Reads a query as an id; null for any other text. */
export function findItemIds(text: string): ItemIds | null {
  const trimmed = text.trim();
  const mediaId = findMediaId(trimmed);
  if (mediaId !== null) return { ...mediaId, providerKeys: [] };
  const uuid = findUuid(trimmed);
  if (uuid !== null) return { uuid, kind: null, providerKeys: [] };
  const [, source, id] = SOURCE_ID.exec(IMDB_ID.test(trimmed) ? `imdb:${trimmed}` : trimmed) ?? [];
  if (source === undefined || id === undefined) return null;
  const sources = [source, source.toLowerCase()];
  const ids = [id, id.toLowerCase()];
  const keys = new Set(sources.flatMap((each) => ids.map((value) => ownIdKey(`${each}:${value}`))));
  return { uuid: null, kind: null, providerKeys: [...keys] };
}
