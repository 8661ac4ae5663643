import type { CatalogPerson } from '../../../database/entities/catalog/media-item.entity';

/** Sources in order of precedence: the NFO file beside the media files, the metadata provider, the file name. */
export const SOURCES_BY_PRECEDENCE = ['nfo', 'provider', 'file_name'] as const;

export type MetadataSource = (typeof SOURCES_BY_PRECEDENCE)[number];

/** Descriptive fields of an item, from one or several sources. */
export interface MetadataFields {
  readonly title?: string;
  readonly original_title?: string;
  readonly sort_title?: string;
  readonly aliases?: readonly string[];
  readonly year?: number;
  /** ISO date: release date of a film, first air date of a series, air date of a season or episode. */
  readonly date?: string;
  /** ISO date of the last episode of a series. */
  readonly last_air_date?: string;
  readonly status?: string;
  readonly runtime_minutes?: number;
  readonly overview?: string;
  readonly tagline?: string;
  readonly genres?: readonly string[];
  readonly keywords?: readonly string[];
  readonly people?: readonly CatalogPerson[];
  readonly studios?: readonly string[];
  readonly countries?: readonly string[];
  readonly original_language?: string;
  readonly content_rating?: string;
  readonly popularity?: number;
  readonly external_ids?: Readonly<Record<string, string>>;
  readonly provider_related?: readonly string[];
}

/** Merged fields and the source of each, by field name. Each external id has its own entry (`external_ids.imdb`). */
export interface MergedMetadata {
  readonly fields: MetadataFields;
  readonly sources: Readonly<Record<string, MetadataSource>>;
}

/** Takes each field and each external id from the source of highest precedence that has it. */
export function mergeMetadata(bySource: Readonly<Partial<Record<MetadataSource, MetadataFields>>>): MergedMetadata {
  const fields: Record<string, unknown> = {};
  const sources: Record<string, MetadataSource> = {};
  const ids: Record<string, string> = {};
  for (const source of SOURCES_BY_PRECEDENCE) {
    const { external_ids: externalIds = {}, ...otherFields } = bySource[source] ?? {};
    for (const [field, value] of Object.entries(otherFields)) {
      if (value === undefined || Object.hasOwn(fields, field)) continue;
      fields[field] = value;
      sources[field] = source;
    }
    for (const [catalog, id] of Object.entries(externalIds)) {
      if (Object.hasOwn(ids, catalog)) continue;
      ids[catalog] = id;
      sources[`external_ids.${catalog}`] = source;
    }
  }
  return { fields: Object.keys(ids).length === 0 ? fields : { ...fields, external_ids: ids }, sources };
}
