/** The library and the series of a record, as far as the earlier lines of an import tell. */
import type { SeriesSource } from '../../read-model/source/media-source';
import type { MediaRecord } from './records/catalog-record';

/** Series remembered at most; most files list seasons and episodes right after their series. */
const SERIES_MAX = 2_000;

/** A series as an earlier line describes it. */
export interface KnownSeries {
  readonly libraryId: string;
  /** Holds as long as the catalog's row has the same content hash. */
  readonly source: SeriesSource;
}

/** A record and where it belongs, assuming that the earlier lines are accepted. */
export interface PlacedRecord {
  readonly record: MediaRecord;
  readonly libraryId: string;
  /** Null for movies and series. */
  readonly series: KnownSeries | null;
}

/** Follows the lines of an import in their order and remembers the last series. */
export class RecordPlaces {
  private readonly series = new Map<string, KnownSeries>();

  /** Takes the next record; null when no remembered line gives its series. */
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
    const [oldest] = this.series.size > SERIES_MAX ? this.series.keys() : [];
    if (oldest !== undefined) this.series.delete(oldest);
  }
}
