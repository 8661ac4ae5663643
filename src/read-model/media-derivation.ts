/** Derives rows in the form in which they wait and are written: as lines, with what is counted and compared beside. */
import { hash } from 'node:crypto';
import { CopyFormat } from '../database/copy-format';
import { type MediaContextRow, toMediaContext } from './media-context.projection';
import type { MediaSource } from './media-source';
import { type SearchDocument, toSearchDocument } from './search-document';

const CONTEXTS = new CopyFormat<MediaContextRow>({
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

const DOCUMENTS = new CopyFormat<SearchDocument>({
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

/** What a row carries of its own derivation. */
interface Sealed {
  /** Hash of all derived columns, 128 bits in hexadecimal digits: rows of equal hashes say the same. */
  readonly derived_hash: string;
}

/** Columns of `intelligence_media_context` that derivation fills. */
export const MEDIA_CONTEXT_FORMAT = new CopyFormat<MediaContextRow & Sealed>({
  ...CONTEXTS.columns,
  derived_hash: 'text',
});

/** Columns of `intelligence_search_documents` that derivation fills. */
export const SEARCH_DOCUMENT_FORMAT = new CopyFormat<SearchDocument & Sealed>({
  ...DOCUMENTS.columns,
  derived_hash: 'text',
});

/** Hex digits of a row's hash. */
const HASH_DIGITS = 32;

/** A row on its way: whose it is, and its line, which ends with the hash of what stands before it. */
export interface MediaLine extends Sealed {
  /** UUID. */
  readonly media_id: string;
  readonly line: string;
}

/** A context: its line, and what counts and comparisons need of it. */
export interface DerivedContext
  extends
    MediaLine,
    Pick<MediaContextRow, 'library_id' | 'media_kind' | 'available' | 'facets' | 'source_hash' | 'inherited_hash'> {}

/** A search document: its line, and whose it is. */
export interface DerivedDocument extends MediaLine, Pick<SearchDocument, 'library_id'> {}

/** The read-model rows of one item. */
export interface DerivedMedia {
  readonly context: DerivedContext;
  readonly document: DerivedDocument;
}

/**
 * Derives the rows of an item from its source alone. A writer that knows what it is about to write may do so ahead of
 * its transaction; the result holds for exactly this source.
 */
export function deriveMedia(source: MediaSource): DerivedMedia {
  return { context: deriveContext(source), document: deriveDocument(source) };
}

function deriveContext(source: MediaSource): DerivedContext {
  const row = toMediaContext(source);
  const { library_id, media_id, media_kind, available, facets, source_hash, inherited_hash } = row;
  const seal = sealed(CONTEXTS.toLine(row));
  return { library_id, media_id, media_kind, available, facets, source_hash, inherited_hash, ...seal };
}

function deriveDocument(source: MediaSource): DerivedDocument {
  const row = toSearchDocument(source);
  return { library_id: row.library_id, media_id: row.media_id, ...sealed(DOCUMENTS.toLine(row)) };
}

function sealed(derived: string): Pick<MediaLine, 'derived_hash' | 'line'> {
  const derived_hash = hash('sha256', derived, 'hex').slice(0, HASH_DIGITS);
  return { derived_hash, line: `${derived}\t${derived_hash}` };
}
