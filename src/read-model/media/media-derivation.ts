import { hash } from 'node:crypto';
import { CopyFormat } from '../../database/copy/copy-format';
import { prependRulesVersion } from './derivation-rules';
import { toMediaContext } from './media-context.projection';
import type {
  MediaContextRow,
  SearchDocument,
  DerivedColumns,
  EncodedRow,
  DerivedContext,
  DerivedDocument,
  DerivedMedia,
} from './derived-rows';
import type { MediaSource } from '../source/media-source';
import { toSearchDocument } from './search-document';

const HASH_DIGITS = 32;

/** The service failed to derive the rows of one item. `cause` is the original error. */
export class DerivationError extends Error {
  override readonly name = 'DerivationError';

  constructor(mediaId: string, cause: unknown) {
    super(`The rows of the item ${mediaId} cannot be derived.`, { cause });
  }
}

/** Derives the rows of items, as COPY lines. Each row depends only on the source of its item. */
export class MediaDerivation {
  private readonly contexts: CopyFormat<MediaContextRow>;
  private readonly documents: CopyFormat<SearchDocument>;

  constructor({ contexts, documents }: DerivedColumns) {
    this.contexts = new CopyFormat(contexts);
    this.documents = new CopyFormat(documents);
  }

  /**
   * Derives the rows of one item. They are valid for exactly this source. A writer may derive them before its
   * transaction if the transaction verifies that the source is the same. Throws a `DerivationError`.
   */
  derive(source: MediaSource): DerivedMedia {
    try {
      return { context: this.deriveContext(source), document: this.deriveDocument(source) };
    } catch (error) {
      throw new DerivationError(source.media_id, error);
    }
  }

  private deriveContext(source: MediaSource): DerivedContext {
    const row = toMediaContext(source);
    const { library_id, media_id, media_kind, series_id, season_number, available, facets } = row;
    const { source_hash, inherited_hash } = row;
    const values = { library_id, media_id, media_kind, series_id, season_number, available, facets };
    return { ...values, source_hash, inherited_hash, ...appendHash(this.contexts.toLine(row)) };
  }

  private deriveDocument(source: MediaSource): DerivedDocument {
    const row = toSearchDocument(source);
    return { library_id: row.library_id, media_id: row.media_id, ...appendHash(this.documents.toLine(row)) };
  }
}

function appendHash(derived: string): Pick<EncodedRow, 'derived_hash' | 'line'> {
  const derived_hash = prependRulesVersion(hash('sha256', derived, 'hex').slice(0, HASH_DIGITS));
  return { derived_hash, line: `${derived}\t${derived_hash}` };
}
