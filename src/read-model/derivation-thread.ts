/** What a thread of `MediaDeriver` runs. It knows nothing but the rules of derivation: no configuration, no database. */
import { deriveMedia, type DerivedMedia } from './media-derivation';
import { parseMediaSources } from './media-source';

/** Derives the rows of some items, in their order, from their sources as JSON. Throws what derivation throws. */
export default function derive(sources: readonly string[]): DerivedMedia[] {
  return parseMediaSources(sources).map(deriveMedia);
}
