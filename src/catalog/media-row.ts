/** How a planned item becomes a row of `media_items`. */
import type { MediaKind } from '../common/media-id';
import { CopyFormat } from '../database/copy-format';
import type { PlannedMedia } from './ingest/batch-plan';
import type { MediaValues } from './ingest/catalog-record';

/** Members that have a value of their own for "absent". */
type Defaulted =
  | 'aliases'
  | 'genres'
  | 'keywords'
  | 'people'
  | 'studios'
  | 'countries'
  | 'external_ids'
  | 'provider_related'
  | 'files';

/** A row of `media_items` without its times; undefined is null. */
export type MediaRow = Omit<MediaValues, Defaulted | 'available'> &
  Required<Pick<MediaValues, Defaulted>> & {
    readonly library_id: string;
    readonly media_id: string;
    readonly media_kind: MediaKind;
    readonly content_hash: string;
    readonly revision: number;
    readonly series_id: string | null;
    readonly season_id: string | null;
    readonly available: boolean;
  };

/** The columns in the order of the table. */
export const MEDIA_FORMAT = new CopyFormat<MediaRow>({
  library_id: 'uuid',
  media_id: 'uuid',
  media_kind: 'text',
  content_hash: 'text',
  revision: 'bigint',
  series_id: 'uuid',
  season_id: 'uuid',
  season_number: 'integer',
  episode_number: 'integer',
  absolute_number: 'integer',
  title: 'text',
  original_title: 'text',
  sort_title: 'text',
  year: 'integer',
  release_date: 'date',
  last_air_date: 'date',
  series_status: 'text',
  runtime_minutes: 'integer',
  overview: 'text',
  tagline: 'text',
  original_language: 'text',
  content_rating: 'text',
  popularity: 'double precision',
  aliases: 'text[]',
  genres: 'text[]',
  keywords: 'text[]',
  people: 'json',
  studios: 'text[]',
  countries: 'text[]',
  external_ids: 'json',
  provider_related: 'text[]',
  available: 'boolean',
  files: 'json',
});

/** The row of a planned item, at the revision that its library has now. */
export function toMediaRow({ record, libraryId }: PlannedMedia, revision: number): MediaRow {
  const { values } = record;
  // Named one by one: a spread over so many members makes objects that are slow to make and to read.
  return {
    library_id: libraryId,
    media_id: record.mediaId,
    media_kind: record.kind,
    content_hash: record.contentHash,
    revision,
    series_id: record.seriesId,
    season_id: record.seasonId,
    season_number: values.season_number,
    episode_number: values.episode_number,
    absolute_number: values.absolute_number,
    title: values.title,
    original_title: values.original_title,
    sort_title: values.sort_title,
    year: values.year,
    release_date: values.release_date,
    last_air_date: values.last_air_date,
    series_status: values.series_status,
    runtime_minutes: values.runtime_minutes,
    overview: values.overview,
    tagline: values.tagline,
    original_language: values.original_language,
    content_rating: values.content_rating,
    popularity: values.popularity,
    aliases: values.aliases ?? [],
    genres: values.genres ?? [],
    keywords: values.keywords ?? [],
    people: values.people ?? [],
    studios: values.studios ?? [],
    countries: values.countries ?? [],
    external_ids: values.external_ids ?? {},
    provider_related: values.provider_related ?? [],
    available: values.available ?? true,
    files: values.files ?? [],
  };
}
