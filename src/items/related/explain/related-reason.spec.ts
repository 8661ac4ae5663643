import { toReason } from './related-reason';
import type { RelatedFacts } from './related-facts';

/** Returns the reason of an item that shares only the library with the seed. */
function reasonWithLibrary(library_name: string): string {
  const facts = {
    seed: { base_id: 'seed', media_id: 'seed' },
    ranked: { signals: [{ kind: 'same_library', weight: 0.01, terms: [] }] },
    details: { library_name, media: { title: 'Comet', series: null } },
    shared: new Map(),
  };
  return toReason(facts as unknown as RelatedFacts);
}

describe('toReason', () => {
  it.each([
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), `${'a'.repeat(80)}…`],
    [`${'a'.repeat(79)}🎬b`, `${'a'.repeat(79)}🎬…`],
    [`${'a'.repeat(79)}e\u0301b`, `${'a'.repeat(79)}…`],
    ['🎬'.repeat(80), '🎬'.repeat(80)],
  ])('cuts the name %s between two characters', (name, shown) => {
    expect(reasonWithLibrary(name)).toBe(`Both are in the library ${shown}.`);
  });
});
