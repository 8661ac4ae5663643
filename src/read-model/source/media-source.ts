import type { MediaItemEntity } from '../../database/entities/catalog/media-item.entity';
import type { RowOf } from '../../database/entities/entity-columns';

/** Columns of a catalog row that its read-model rows are not derived from. */
type NotDerived = 'last_air_date' | 'series_status' | 'files' | 'revision' | 'created_at' | 'updated_at';

/** Columns of a series that its seasons and episodes inherit. */
export type InheritedColumn =
  | 'media_id'
  | 'title'
  | 'original_title'
  | 'aliases'
  | 'genres'
  | 'countries'
  | 'original_language'
  | 'content_rating'
  | 'year'
  | 'content_hash';

/** The fields that a season or an episode inherits from its series. */
export type SeriesSource = Pick<RowOf<MediaItemEntity>, InheritedColumn> & { readonly title: string };

/** Everything that the read-model rows of one item are derived from: its catalog row and that of its series. */
export interface MediaSource extends RowOf<MediaItemEntity, NotDerived> {
  readonly series: SeriesSource | null;
}

/** Parses sources from JSON, in their order. Sources of the same series in the same state share one object. */
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
