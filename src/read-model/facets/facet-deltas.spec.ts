import fc from 'fast-check';
import { type CountedItem, FACET_SAMPLES, type FacetDelta, FacetDeltas } from './facet-deltas';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { countedFacets } from './facets';

const LIBRARIES = ['1', '2'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);

/**
 * Few values in two spellings each, so that items share values, lose them and change their spelling. An item has a
 * key of a kind only once.
 */
const facets = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom('genre', 'person', 'country'), fc.constantFrom('a', 'b', 'c'), fc.constantFrom('', '!'))
    .map(([kind, key, mark]): MediaFacet => ({ kind, key, label: key + mark })),
  { selector: ({ kind, key }) => `${kind}:${key}`, maxLength: 6 },
);

interface Change {
  readonly before: CountedItem | null;
  readonly after: CountedItem | null;
}

/** Each item changes once, as in a transaction. */
const changes = fc
  .array(
    fc.record({
      kind: fc.constantFrom('movie', 'series', 'episode'),
      library: fc.constantFrom(...LIBRARIES),
      before: fc.option(facets),
      after: fc.option(facets),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ kind, library, before, after }, index): Change => {
      const item = (values: readonly MediaFacet[] | null): CountedItem | null =>
        values && {
          library_id: library,
          media_id: `00000000-0000-4000-8000-${String((index * 7) % 13).padStart(12, '0')}`,
          media_kind: kind,
          facets: [{ kind: 'media_kind', key: kind, label: kind }, ...values],
        };
      return { before: item(before), after: item(after) };
    }),
  );

/** The effect of the changes on each value of a library. */
function expectedDeltas(list: readonly Change[], library: string): Map<string, unknown> {
  const values = new Map<string, { added: [string, string][]; removed: string[] }>();
  const collect = (item: CountedItem | null, other: CountedItem | null, effect: 'added' | 'removed'): void => {
    if (item === null || item.library_id !== library) return;
    const serializeFacets = (counted: CountedItem | null): string[] =>
      counted === null ? [] : countedFacets(counted.media_kind, counted.facets).map((facet) => JSON.stringify(facet));
    for (const facet of serializeFacets(item).filter((text) => !serializeFacets(other).includes(text))) {
      const { kind, key, label } = JSON.parse(facet) as MediaFacet;
      const value = values.get(`${kind}:${key}`) ?? { added: [], removed: [] };
      values.set(`${kind}:${key}`, value);
      const id = `${item.media_kind}:${item.media_id}`;
      if (effect === 'added') value.added.push([id, label]);
      else value.removed.push(id);
    }
  };
  for (const { before, after } of list) {
    collect(before, after, 'removed');
    collect(after, before, 'added');
  }
  return new Map(
    [...values].map(([name, { added, removed }]) => {
      added.sort(([left], [right]) => (left < right ? -1 : 1));
      const samples = added.slice(0, FACET_SAMPLES).map(([id]) => id);
      return [name, { added: samples, count: added.length, label: added[0]?.[1], removed: removed.sort() }];
    }),
  );
}

function summarizeDeltas(deltas: readonly FacetDelta[]): Map<string, unknown> {
  return new Map(
    deltas.map((delta) => [
      `${delta.facet_kind}:${delta.facet_key}`,
      {
        added: delta.added_samples,
        count: delta.added_count,
        label: delta.added_count === 0 ? undefined : delta.label,
        removed: [...delta.removed_ids].sort(),
      },
    ]),
  );
}

it('facet deltas list the gained and lost values per library, with the smallest ids of items that gained each', () => {
  fc.assert(
    fc.property(changes, (list) => {
      const deltas = new FacetDeltas();
      for (const { before, after } of list) deltas.replace(before, after);
      const byLibrary = new Map(deltas.list());
      for (const library of LIBRARIES) {
        expect(summarizeDeltas(byLibrary.get(library) ?? [])).toEqual(expectedDeltas(list, library));
      }
    }),
  );
});
