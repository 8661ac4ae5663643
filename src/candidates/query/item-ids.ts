/**
 * Recognizes queries that are ids: media ids in all spellings, and ids of catalog sources, such as "imdb:tt0133093".
 */
import { findMediaId, findUuid } from '../../common/media-id';
import type { ItemIds } from './search-query';
import { ownIdKey } from '../../read-model/media/related-keys';

const SOURCE_ID = /^([a-z][a-z0-9_.-]{1,30}):(\S{1,120})$/i;
/** Ids of IMDb are recognized without a source name. */
const IMDB_ID = /^tt\d{7,9}$/i;

/** Returns the ids that a query may be; null for other texts. */
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
