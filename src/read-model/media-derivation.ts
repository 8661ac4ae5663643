import { type MediaContextRow, toMediaContext } from './media-context.projection';
import type { MediaSource } from './media-source';
import { type SearchDocument, toSearchDocument } from './search-document';

/** The read-model rows of one item. */
export interface DerivedMedia {
  readonly context: MediaContextRow;
  readonly document: SearchDocument;
}

/**
 * Derives the rows of an item from its source alone. A writer that knows what it is about to write may do so ahead of
 * its transaction; the result holds for exactly this source.
 */
export function deriveMedia(source: MediaSource): DerivedMedia {
  return { context: toMediaContext(source), document: toSearchDocument(source) };
}
