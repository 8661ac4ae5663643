/** What a record's rows are derived from, known from the lines of an import alone. */
import type { MediaSource, SeriesSource } from '../../read-model/media-source';
import type { MediaRecord } from './catalog-record';

/** Series remembered: their seasons and episodes stand behind them, in most files at once. */
const SERIES_IN_SIGHT = 2_000;

/** A series as a line says it is. */
export interface SeriesInSight {
  readonly libraryId: string;
  /** While the catalog has its content hash, it has this series. */
  readonly source: SeriesSource;
}

/** A record and where it belongs, if the catalog comes to be as the lines up to it say. */
export interface PlacedRecord {
  readonly record: MediaRecord;
  readonly libraryId: string;
  /** Null for movies and series. */
  readonly series: SeriesInSight | null;
}

/** Follows the lines of an import in their order and remembers the last series. */
export class RecordPlaces {
  private readonly series = new Map<string, SeriesInSight>();

  /** Takes the next record; null when its series is not in sight. */
  place(record: MediaRecord): PlacedRecord | null {
    const { kind, libraryId, seriesId } = record;
    if (libraryId !== null) {
      if (kind === 'series') this.remember(record, libraryId);
      return { record, libraryId, series: null };
    }
    const series = this.series.get(seriesId ?? '');
    return series === undefined ? null : { record, libraryId: series.libraryId, series };
  }

  private remember({ mediaId, contentHash, values }: MediaRecord, libraryId: string): void {
    const source: SeriesSource = {
      media_id: mediaId,
      title: values.title ?? '',
      original_title: values.original_title ?? null,
      aliases: values.aliases ?? [],
      genres: values.genres ?? [],
      countries: values.countries ?? [],
      original_language: values.original_language ?? null,
      content_rating: values.content_rating ?? null,
      year: values.year ?? null,
      content_hash: contentHash,
    };
    this.series.delete(mediaId);
    this.series.set(mediaId, { libraryId, source });
    const [oldest] = this.series.size > SERIES_IN_SIGHT ? this.series.keys() : [];
    if (oldest !== undefined) this.series.delete(oldest);
  }
}

/** The source of a record that is in the catalog where it was placed: the same as reading the row back. */
export function toMediaSource({ record, libraryId, series }: PlacedRecord): MediaSource {
  const { values } = record;
  return {
    library_id: libraryId,
    media_id: record.mediaId,
    media_kind: record.kind,
    series_id: record.seriesId,
    season_id: record.seasonId,
    season_number: values.season_number ?? null,
    episode_number: values.episode_number ?? null,
    absolute_number: values.absolute_number ?? null,
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
    content_hash: record.contentHash,
    series: series?.source ?? null,
  };
}
