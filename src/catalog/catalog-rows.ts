/** Converts records of an import to rows of the catalog, or to the sources of read-model rows. */
import { MediaItemEntity } from '../database/entities/catalog/media-item.entity';
import { defaultsOf } from '../database/entities/entity-columns';
import type { MediaSource } from '../read-model/source/media-source';
import { SOURCE_COLUMNS } from '../read-model/source/media-source.reader';
import { MEDIA_FORMAT, type MediaRow } from './catalog.sql';
import type { PlannedMedia } from './ingest/batch-plan';
import type { ResolvedRecord } from './ingest/record-parents';
import type { MediaRecord } from './ingest/records/catalog-record';

/** A row with default values. */
type Template = Readonly<Record<string, unknown>>;

const ROW_TEMPLATE: Template = templateOf(MEDIA_FORMAT.names);
const SOURCE_TEMPLATE: Template = templateOf([...Object.keys(SOURCE_COLUMNS), 'series']);

/** Returns the row of a planned item. `revision` is the new revision of its library. */
export function toMediaRow({ record, libraryId }: PlannedMedia, revision: number): MediaRow {
  const row = fillTemplate(ROW_TEMPLATE, record, libraryId);
  row['revision'] = revision;
  return row as unknown as MediaRow;
}

/** Returns the source of the read-model rows of a record. It equals the source that is read from the stored row. */
export function toMediaSource({ record, libraryId, series }: ResolvedRecord): MediaSource {
  const source = fillTemplate(SOURCE_TEMPLATE, record, libraryId);
  source['series'] = series?.source ?? null;
  return source as unknown as MediaSource;
}

function templateOf(columns: readonly string[]): Template {
  const defaults = defaultsOf(MediaItemEntity);
  return Object.fromEntries(columns.map((column) => [column, defaults[column] ?? null]));
}

/** Returns a copy of the template with the values of a record. */
function fillTemplate(template: Template, record: MediaRecord, libraryId: string): Record<string, unknown> {
  const row: Record<string, unknown> = { ...template };
  for (const [column, value] of Object.entries(record.values)) {
    if (column in template && value !== undefined) row[column] = value;
  }
  row['library_id'] = libraryId;
  row['media_id'] = record.mediaId;
  row['media_kind'] = record.kind;
  row['series_id'] = record.seriesId;
  row['season_id'] = record.seasonId;
  row['content_hash'] = record.contentHash;
  return row;
}
