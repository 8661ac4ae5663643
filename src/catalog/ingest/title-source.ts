import type { MediaSource } from '../../read-model/media-source';
import type { MediaRecord } from './catalog-record';

/**
 * What a movie or a series is derived from once its record is in the catalog: the same as reading the row back. For
 * seasons and episodes null, since they take over from a series that may not be known yet.
 */
export function findTitleSource({ kind, mediaId, libraryId, contentHash, values }: MediaRecord): MediaSource | null {
  if (libraryId === null) return null;
  return {
    library_id: libraryId,
    media_id: mediaId,
    media_kind: kind,
    series_id: null,
    season_id: null,
    season_number: null,
    episode_number: null,
    absolute_number: null,
    title: values.title ?? null,
    original_title: values.original_title ?? null,
    sort_title: values.sort_title ?? null,
    aliases: values.aliases ?? [],
    year: values.year ?? null,
    release_date: values.release_date ?? null,
    runtime_minutes: values.runtime_minutes ?? null,
    overview: values.overview ?? null,
    tagline: values.tagline ?? null,
    genres: values.genres ?? [],
    keywords: values.keywords ?? [],
    people: values.people ?? [],
    studios: values.studios ?? [],
    countries: values.countries ?? [],
    original_language: values.original_language ?? null,
    content_rating: values.content_rating ?? null,
    popularity: values.popularity ?? null,
    provider_related: values.provider_related ?? [],
    external_ids: values.external_ids ?? {},
    available: values.available ?? true,
    content_hash: contentHash,
    series: null,
  };
}
