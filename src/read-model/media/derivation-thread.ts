/** What a thread of `MediaDeriver` runs. It knows nothing but the rules of derivation: no configuration, no database. */
import { workerData } from 'node:worker_threads';
import { type DerivedColumns, type DerivedMedia, MediaDerivation } from './media-derivation';
import { parseMediaSources } from '../source/media-source';

/** Rows as they go from thread to thread: facets as JSON, since messages are copied value by value. */
export interface SentMedia {
  readonly context: Omit<DerivedMedia['context'], 'facets'> & { readonly facets: string };
  readonly document: DerivedMedia['document'];
}

const derivation = new MediaDerivation(workerData as DerivedColumns);

/** Derives the rows of some items, in their order, from their sources as JSON. Throws what derivation throws. */
export default function derive(sources: readonly string[]): SentMedia[] {
  return parseMediaSources(sources).map((source) => {
    const { context, document } = derivation.derive(source);
    return { context: { ...context, facets: JSON.stringify(context.facets) }, document };
  });
}
