/** Builds items from the files of a unit: records in the import format, with the source of each field. */
import type { MediaKind } from '../../../common/media-id';
import { LIST_BOUNDS } from '../../ingest/records/field-bounds';
import type { DiagnosticLog } from '../diagnostic-log';
import type { TitleName } from '../naming/title-name';
import type { NfoReadOptions } from '../nfo/nfo-fields';
import { toBoundedFields } from './bounded-fields';
import { mergeMetadata, type MetadataFields, type MetadataSource } from './metadata-fields';

/** A file of an item. The path is relative to the library root and uses `/`. */
export interface ScannedFile {
  readonly path: string;
  readonly size_bytes: number;
}

/** An item found by a scan. */
export interface ScannedItem {
  readonly mediaId: string;
  readonly kind: MediaKind;
  /** A record in the import format. Seasons and episodes may also have `available` and `files`. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The source of each field, by field name. */
  readonly sources: Readonly<Record<string, MetadataSource>>;
  /** Path for diagnostics. */
  readonly path: string;
}

/**
 * Metadata of a provider for the items of a unit. The keys have the forms `movie`, `movie/<name>`, `series`, `season/1`
 * and `episode/1x2`.
 */
export type UnitMetadata = ReadonlyMap<string, MetadataFields>;

/** Options for reading units. */
export interface UnitReadOptions extends NfoReadOptions {
  /** UUID. */
  readonly libraryId: string;
  readonly log: DiagnosticLog;
  /** Whether videos of zero bytes become items. True only in demo libraries. */
  readonly acceptEmpty: boolean;
}

/** Rank in the order of import: parents have a lower rank than their children. */
export const KIND_RANK: Readonly<Record<MediaKind, number>> = { movie: 0, series: 0, season: 1, episode: 2 };

/** The parts from which an item is built. */
export interface ItemParts {
  readonly mediaId: string;
  readonly kind: MediaKind;
  /** Record fields that are not metadata: ids of the parents, and season and episode numbers. */
  readonly hierarchyFields: Readonly<Record<string, unknown>>;
  readonly fileName: MetadataFields;
  readonly nfo?: MetadataFields;
  readonly provider?: MetadataFields;
  readonly files: readonly ScannedFile[];
  readonly path: string;
}

/** Returns the fields that the name of a folder or file gives. */
export function toTitleFields(name: TitleName): MetadataFields {
  return { title: name.title, year: name.year ?? undefined, aliases: name.aliases, external_ids: name.ids };
}

/** Merges the metadata sources and builds the record. */
export function toScannedItem(parts: ItemParts, log: DiagnosticLog): ScannedItem {
  const merged = mergeMetadata({
    nfo: toBoundedFields(parts.nfo ?? {}),
    provider: toBoundedFields(parts.provider ?? {}),
    file_name: toBoundedFields(parts.fileName),
  });
  if (parts.files.length > LIST_BOUNDS.files) log.add('too-many-versions', parts.path);
  const record = {
    type: parts.kind,
    media_id: parts.mediaId,
    ...parts.hierarchyFields,
    ...toRecordFields(parts.kind, merged.fields),
    available: true,
    ...(parts.files.length > 0 && { files: parts.files.slice(0, LIST_BOUNDS.files) }),
  };
  return { mediaId: parts.mediaId, kind: parts.kind, record, sources: merged.sources, path: parts.path };
}

function toRecordFields(kind: MediaKind, fields: MetadataFields): object {
  const { date, last_air_date, status, ...rest } = fields;
  const { title, overview, runtime_minutes, people } = rest;
  switch (kind) {
    case 'movie':
      return { ...rest, release_date: date };
    case 'series':
      return { ...rest, first_air_date: date, last_air_date, status };
    case 'season':
      return { title, overview, air_date: date };
    case 'episode':
      return { title, overview, air_date: date, runtime_minutes, people };
  }
}
