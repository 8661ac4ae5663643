/** Derives rows in the form in which they wait and are written: as lines, with what is counted and compared beside. */
import { CopyFormat } from '../database/copy-rows';
import { type MediaContextRow, toMediaContext } from './media-context.projection';
import type { MediaSource } from './media-source';
import { type SearchDocument, toSearchDocument } from './search-document';

/** The derived columns of `intelligence_media_context`. */
export const MEDIA_CONTEXT_FORMAT = new CopyFormat<MediaContextRow>({
  library_id: 'uuid',
  media_id: 'uuid',
  media_kind: 'text',
  series_id: 'uuid',
  season_id: 'uuid',
  season_number: 'integer',
  episode_number: 'integer',
  title: 'text',
  year: 'integer',
  popularity: 'double precision',
  available: 'boolean',
  media: 'json',
  summary_text: 'text',
  people: 'json',
  people_total: 'integer',
  facets: 'json',
  facet_keys: 'text[]',
  provider_keys: 'text[]',
  franchise_keys: 'text[]',
  missing_fields: 'text[]',
  source_hash: 'text',
  inherited_hash: 'text',
});

/** The derived columns of `intelligence_search_documents`. */
export const SEARCH_DOCUMENT_FORMAT = new CopyFormat<SearchDocument>({
  library_id: 'uuid',
  media_id: 'uuid',
  media_kind: 'text',
  available: 'boolean',
  year: 'integer',
  season_number: 'integer',
  episode_number: 'integer',
  prominence: 'real',
  title_key: 'text',
  titles: 'text',
  profile: 'text',
  lexemes: 'tsvector',
});

/** A context: what counts and comparisons need of it, and its line. */
export interface DerivedContext extends Pick<
  MediaContextRow,
  'library_id' | 'media_id' | 'media_kind' | 'available' | 'facets' | 'source_hash' | 'inherited_hash'
> {
  readonly line: string;
}

/** A search document: its keys and its line. */
export interface DerivedDocument extends Pick<SearchDocument, 'library_id' | 'media_id'> {
  readonly line: string;
}

/** The read-model rows of one item. */
export interface DerivedMedia {
  readonly context: DerivedContext;
  readonly document: DerivedDocument;
}

/** Derives the context of an item. */
export function deriveContext(source: MediaSource): DerivedContext {
  const row = toMediaContext(source);
  const { library_id, media_id, media_kind, available, facets, source_hash, inherited_hash } = row;
  const line = MEDIA_CONTEXT_FORMAT.toLine(row);
  return { library_id, media_id, media_kind, available, facets, source_hash, inherited_hash, line };
}

/** Derives the search document of an item. */
export function deriveDocument(source: MediaSource): DerivedDocument {
  const row = toSearchDocument(source);
  return { library_id: row.library_id, media_id: row.media_id, line: SEARCH_DOCUMENT_FORMAT.toLine(row) };
}

/**
 * Derives the rows of an item from its source alone. A writer that knows what it is about to write may do so ahead of
 * its transaction; the result holds for exactly this source.
 */
export function deriveMedia(source: MediaSource): DerivedMedia {
  return { context: deriveContext(source), document: deriveDocument(source) };
}
