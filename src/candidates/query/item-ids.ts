/**
 * Recognizes queries that are ids: media ids in all spellings, UUIDs, and external ids such as "imdb:tt0133093". The
 * name of a provider has 2 to 31 characters. The provider and the id are looked up as in the query and in lower case.
 */
import { findMediaId, findUuid } from '../../common/media-id';
import type { ItemIds } from './search-query';
import { externalIdKey } from '../../read-model/media/related-keys';

const EXTERNAL_ID = /^([a-z][a-z0-9_.-]{1,30}):(\S{1,120})$/i;
/** Ids of IMDb are recognized without the name of the provider. */
const IMDB_ID = /^tt\d{7,9}$/i;

/** Returns the ids that a query can mean; null if the query is not an id. */
export function findItemIds(text: string): ItemIds | null {
  const trimmed = text.trim();
  const mediaId = findMediaId(trimmed);
  if (mediaId !== null) return { ...mediaId, providerKeys: [], isCertain: true };
  const uuid = findUuid(trimmed);
  if (uuid !== null) return { uuid, kind: null, providerKeys: [], isCertain: true };
  const [, provider, id] = EXTERNAL_ID.exec(IMDB_ID.test(trimmed) ? `imdb:${trimmed}` : trimmed) ?? [];
  if (provider === undefined || id === undefined) return null;
  const providers = [provider, provider.toLowerCase()];
  const ids = [id, id.toLowerCase()];
  const keys = new Set(providers.flatMap((name) => ids.map((value) => externalIdKey(`${name}:${value}`))));
  const isCertain = provider.toLowerCase() === 'imdb' && IMDB_ID.test(id);
  return { uuid: null, kind: null, providerKeys: [...keys], isCertain };
}
