/** The code that a thread of `MediaDeriver` runs. It needs no configuration and no database. */
import { workerData } from 'node:worker_threads';
import { MediaDerivation } from './media-derivation';
import type { DerivedColumns, MediaMessage } from './derived-rows';
import { parseMediaSources } from '../source/media-source';

const derivation = new MediaDerivation(workerData as DerivedColumns);

/** Returns the rows of items in the order of `sources`, which are JSON texts. Throws the errors of the derivation. */
export default function derive(sources: readonly string[]): MediaMessage[] {
  return parseMediaSources(sources).map((source) => {
    const { context, document } = derivation.derive(source);
    return { context: { ...context, facets: JSON.stringify(context.facets) }, document };
  });
}
