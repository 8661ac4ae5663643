import type { MediaKind } from '../../../common/media-id';
import type { CatalogFile } from '../../../database/entities/catalog/media-item.entity';
import { LIST_BOUNDS } from '../../ingest/records/field-bounds';
import type { DiagnosticLog } from '../diagnostic-log';
import type { TitleName } from '../naming/title-name';
import type { NfoReadOptions } from '../nfo/nfo-fields';
import { toBoundedFields } from './bounded-fields';
import { mergeMetadata, type MetadataFields, type MetadataSource } from './metadata-fields';

export interface ScannedItem {
  readonly mediaId: string;
  readonly kind: MediaKind;
  /** A record in the import format. */
  readonly record: Readonly<Record<string, unknown>>;
  /**
   * The source of each field. The keys are those of `MergedMetadata`, such as `date`, and not field names of the
   * record, such as `release_date`.
   */
  readonly sources: Readonly<Record<string, MetadataSource>>;
  /** Path for diagnostics. */
  readonly path: string;
  /** Whether the NFO file of the item cannot be read. The record is then imported only if the item is new. */
  readonly isNfoUnread: boolean;
}

export interface UnitItems {
  readonly items: ScannedItem[];
  /** False if an NFO file could not be read. The file may describe further items. */
  readonly complete: boolean;
}

/**
 * Metadata of a provider for the items of a unit. Keys: `movie` for the movie that the folder is named after,
 * `movie/<identity>` for other movies (see `MovieInFolder`), `series`, `season/1`, `episode/1x2`.
 */
export type UnitMetadata = ReadonlyMap<string, MetadataFields>;

export interface UnitReadOptions extends NfoReadOptions {
  /** UUID. */
  readonly libraryId: string;
  readonly log: DiagnosticLog;
  /** Whether videos of zero bytes become items. True only in demo libraries. */
  readonly acceptEmpty: boolean;
}

/** Rank in the order of import: parents have a lower rank than their children. */
export const KIND_RANK: Readonly<Record<MediaKind, number>> = { movie: 0, series: 0, season: 1, episode: 2 };

/** The values from which an item is built. */
interface ItemInput {
  readonly mediaId: string;
  readonly kind: MediaKind;
  /** Record fields that are not metadata: ids of the library or the parents, and season and episode numbers. */
  readonly hierarchyFields: Readonly<Record<string, unknown>>;
  /** Fields from the names of files and folders. */
  readonly fileName: MetadataFields;
  /** Undefined if no NFO file describes the item; null if the NFO file could not be read. */
  readonly nfo?: MetadataFields | null;
  readonly provider?: MetadataFields;
  /** Paths are relative to the library root and use `/`. */
  readonly files: readonly CatalogFile[];
  /** Path for diagnostics. */
  readonly path: string;
}

/** Returns the fields that a name contains. */
export function toTitleFields(name: TitleName): MetadataFields {
  return { title: name.title, year: name.year ?? undefined, aliases: name.aliases, external_ids: name.ids };
}

/** Merges the metadata sources and builds the record. */
export function toScannedItem(input: ItemInput, log: DiagnosticLog): ScannedItem {
  const { mediaId, kind, hierarchyFields, files, path } = input;
  const { fields, sources } = mergeMetadata({
    nfo: toBoundedFields(input.nfo ?? {}),
    provider: toBoundedFields(input.provider ?? {}),
    file_name: toBoundedFields(input.fileName),
  });
  if (files.length > LIST_BOUNDS.files) log.add('too-many-versions', path);
  const record = {
    type: kind,
    media_id: mediaId,
    ...hierarchyFields,
    ...toRecordFields(kind, fields),
    available: true,
    ...(files.length > 0 && { files: files.slice(0, LIST_BOUNDS.files) }),
  };
  return { mediaId, kind, record, sources, path, isNfoUnread: input.nfo === null };
}

function toRecordFields(kind: MediaKind, fields: MetadataFields): object {
  const { date, last_air_date, status, ...otherFields } = fields;
  const { title, overview, runtime_minutes, people } = otherFields;
  switch (kind) {
    case 'movie':
      return { ...otherFields, release_date: date };
    case 'series':
      return { ...otherFields, first_air_date: date, last_air_date, status };
    case 'season':
      return { title, overview, air_date: date };
    case 'episode':
      return { title, overview, air_date: date, runtime_minutes, people };
  }
}
