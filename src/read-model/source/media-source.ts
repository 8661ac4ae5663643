import { truncateText } from '../../common/text/summary';
import type { MediaItemEntity } from '../../database/entities/catalog/media-item.entity';
import type { RowOf } from '../../database/entities/entity-columns';

/** Catalog columns that the derivation of read-model rows does not use. */
export const UNUSED_COLUMNS = [
  'last_air_date',
  'series_status',
  'files',
  'revision',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof MediaItemEntity)[];

/** Columns of a series that the derivation of its seasons and episodes uses. */
const SERIES_SOURCE_COLUMNS = [
  'media_id',
  'title',
  'original_title',
  'aliases',
  'genres',
  'countries',
  'original_language',
  'content_rating',
  'year',
  'content_hash',
] as const satisfies readonly (keyof MediaItemEntity)[];

/** SQL expression for a `SeriesSource` as JSON. `series` is an alias of `media_items`. */
export function seriesSourceOf(series: string): string {
  return `json_build_object(${SERIES_SOURCE_COLUMNS.map((column) => `'${column}', ${series}.${column}`).join(', ')})`;
}

/** The values of a series that the derivation of its seasons and episodes uses. */
export type SeriesSource = Pick<RowOf<MediaItemEntity>, (typeof SERIES_SOURCE_COLUMNS)[number]> & {
  readonly title: string;
};

/**
 * Everything that the read-model rows of one item are derived from: its catalog row and the catalog row of its series.
 */
export interface MediaSource extends Omit<RowOf<MediaItemEntity>, (typeof UNUSED_COLUMNS)[number]> {
  readonly series: SeriesSource | null;
}

/** An item that was changed or removed. The artifacts that were derived from its old state are outdated. */
export interface ChangedSource {
  /** UUID. */
  readonly mediaId: string;
  /** The new hash; empty if it is not known yet; null if the item was removed. */
  readonly sourceHash: string | null;
}

/** Returns the year of an item, or else the year of its release date; null if it has neither. */
export function yearOf({ year, release_date }: Pick<MediaSource, 'year' | 'release_date'>): number | null {
  if (year !== null) return year;
  return release_date === null ? null : Number(release_date.slice(0, 4));
}

/** Returns the title to show: the title of the source, or one generated from its season or episode number. */
export function displayTitle(
  source: Pick<MediaSource, 'title' | 'media_kind' | 'season_number' | 'episode_number'>,
): string {
  if (source.title !== null && source.title !== '') return truncateText(source.title);
  if (source.media_kind === 'season') return source.season_number === 0 ? 'Specials' : `Season ${source.season_number}`;
  return `Episode ${source.episode_number}`;
}

/** Returns the fields that seasons and episodes inherit: where the item has no value, the value of its series. */
export function inheritedFields(
  source: MediaSource,
): Pick<MediaSource, 'genres' | 'countries' | 'original_language' | 'content_rating'> {
  const { genres, countries, original_language, content_rating, series } = source;
  return {
    genres: genres.length > 0 ? genres : (series?.genres ?? []),
    countries: countries.length > 0 ? countries : (series?.countries ?? []),
    original_language: original_language ?? series?.original_language ?? null,
    content_rating: content_rating ?? series?.content_rating ?? null,
  };
}

/** Parses sources from JSON, in their order. Sources with an equal series share one `series` object. */
export function parseMediaSources(texts: readonly string[]): MediaSource[] {
  const series = new Map<string, SeriesSource>();
  return texts.map((text) => {
    const source = JSON.parse(text) as MediaSource;
    if (source.series === null) return source;
    const shared = series.get(source.series.content_hash) ?? source.series;
    series.set(shared.content_hash, shared);
    return Object.assign(source, { series: shared });
  });
}
