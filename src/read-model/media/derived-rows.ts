import { MediaContextEntity } from '../../database/entities/read-model/media-context.entity';
import { type RowOf, columnsOf } from '../../database/entities/entity-columns';
import { SearchDocumentEntity } from '../../database/entities/read-model/search-document.entity';

/** The derived columns of a row of `intelligence_media_context`. */
export type MediaContextRow = Omit<RowOf<MediaContextEntity>, 'derived_hash' | 'status' | 'revision' | 'refreshed_at'>;

/** The derived columns of a row of `intelligence_search_documents`. */
export type SearchDocument = Omit<RowOf<SearchDocumentEntity>, 'added_at' | 'derived_hash' | 'status' | 'revision'>;

/** A row to write. */
export interface EncodedRow {
  /** UUID. */
  readonly media_id: string;
  /**
   * Version of the derivation rules and 128-bit hash of all derived columns, such as `4.3f0c…`. Rows with equal hashes
   * have equal content.
   */
  readonly derived_hash: string;
  /** The row in COPY's text format. It ends with `derived_hash`. */
  readonly line: string;
}

/** A context row: its line, and the values for facet counts and for the comparison with the stored row. */
export interface DerivedContext
  extends
    EncodedRow,
    Pick<MediaContextRow, 'library_id' | 'media_kind' | 'series_id' | 'season_number' | 'available' | 'facets'>,
    Pick<MediaContextRow, 'source_hash' | 'inherited_hash'> {}

/** A search document: its key and its line. */
export interface DerivedDocument extends EncodedRow, Pick<SearchDocument, 'library_id'> {}

export interface DerivedMedia {
  readonly context: DerivedContext;
  readonly document: DerivedDocument;
}

/** Rows in a message between threads. Facets are JSON, because copying a text is faster than copying many objects. */
export interface MediaMessage {
  readonly context: Omit<DerivedMedia['context'], 'facets'> & { readonly facets: string };
  readonly document: DerivedMedia['document'];
}

/** The columns that derivation fills, by table, as the entities declare them. */
export const DERIVED_COLUMNS = {
  contexts: columnsOf(MediaContextEntity, { except: ['derived_hash', 'status', 'revision', 'refreshed_at'] }),
  documents: columnsOf(SearchDocumentEntity, { except: ['added_at', 'derived_hash', 'status', 'revision'] }),
};

/** A worker thread does not load the entities, so it receives the columns from the main thread. */
export type DerivedColumns = typeof DERIVED_COLUMNS;
