import { CopyFormat } from '../../database/copy/copy-format';
import { MediaContextEntity } from '../../database/entities/read-model/media-context.entity';
import { SearchDocumentEntity } from '../../database/entities/read-model/search-document.entity';
import { columnsOf } from '../../database/entities/entity-columns';
import type { MediaContextRow } from './media-context.projection';
import { type DerivedColumns, MediaDerivation, type Hashed } from './media-derivation';
import type { SearchDocument } from './search-document';

/** The columns that derivation fills, as the entities declare them. */
export const DERIVED_COLUMNS: DerivedColumns = {
  contexts: columnsOf(MediaContextEntity, ['derived_hash', 'status', 'revision', 'refreshed_at']),
  documents: columnsOf(SearchDocumentEntity, ['added_at', 'derived_hash', 'status', 'revision']),
};

/** Derivation on the main thread. */
export const DERIVATION = new MediaDerivation(DERIVED_COLUMNS);

/** The COPY lines of derived rows of `intelligence_media_context`. */
export const MEDIA_CONTEXT_FORMAT = new CopyFormat<MediaContextRow & Hashed>({
  ...DERIVED_COLUMNS.contexts,
  derived_hash: 'text',
});

/** The COPY lines of derived rows of `intelligence_search_documents`. */
export const SEARCH_DOCUMENT_FORMAT = new CopyFormat<SearchDocument & Hashed>({
  ...DERIVED_COLUMNS.documents,
  derived_hash: 'text',
});
