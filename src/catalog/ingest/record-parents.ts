import type { SeriesSource } from '../../read-model/source/media-source';
import type { PlannedMedia } from './batch-plan';
import type { MediaRecord } from './records/catalog-record';

/** Maximum number of tracked series. Most files list seasons and episodes right after their series. */
const SERIES_MAX = 2_000;

/** A series as described by an earlier line. */
export interface KnownSeries {
  readonly libraryId: string;
  /** Valid as long as the stored series has the same content hash. */
  readonly source: SeriesSource;
}

/** A record with its library and its series, assuming that the earlier lines are accepted. */
export interface ResolvedRecord extends PlannedMedia {
  /** Null for movies and series. */
  readonly series: KnownSeries | null;
}

/** Finds the library and the series of a record from the most recent series of an import. */
export class RecordParents {
  private readonly series = new Map<string, KnownSeries>();

  /**
   * Returns the record with its library and series, or null if its series is not tracked. Tracks the record if it is a
   * series.
   */
  resolve(record: MediaRecord): ResolvedRecord | null {
    if (record.libraryId !== null) {
      if (record.kind === 'series') this.remember(record, record.libraryId);
      return { record, libraryId: record.libraryId, series: null };
    }
    const series = this.series.get(record.seriesId);
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
    const [oldest] = this.series.size > SERIES_MAX ? this.series.keys() : [];
    if (oldest !== undefined) this.series.delete(oldest);
  }
}
