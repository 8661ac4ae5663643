import { formatMediaId, type MediaKind } from '../../common/media-id';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { countedFacets } from './facets';

/** Maximum number of sample ids of a value. They are the smallest ids, so they depend only on the catalog's state. */
export const FACET_SAMPLES = 3;

/** An item whose facets are counted. Items that are stale or not available are not counted. */
export interface CountedItem {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly facets: readonly MediaFacet[];
}

/** The change of the count of one value in one library. The empty key counts items without a value. */
export interface FacetDelta {
  readonly facet_kind: string;
  readonly facet_key: string;
  /** Label in the added item with the smallest id; without added items, the label in the first removed item. */
  label: string;
  added_count: number;
  /** The smallest ids of added items, ascending; at most `FACET_SAMPLES`. */
  added_samples: string[];
  /** Ids of all removed items. */
  removed_ids: string[];
}

/**
 * Collects the changes of facet counts that a transaction makes, by library. The transaction applies them once, at its
 * end. An item whose facets stay the same changes no count.
 */
export class FacetDeltas {
  /** The changes by library and value, in the order of the first occurrence of the values. */
  private readonly libraries = new Map<string, Map<string, FacetDelta>>();

  /**
   * Replaces the counted values of an item. `before` is null if the item was not counted before, `after` if it is not
   * counted any more.
   */
  replace(before: CountedItem | null, after: CountedItem | null): void {
    const oldValues = before === null ? [] : countedFacets(before.media_kind, before.facets);
    const newValues = after === null ? [] : countedFacets(after.media_kind, after.facets);
    if (before !== null) this.remove(before, subtractFacets(oldValues, newValues));
    if (after !== null) this.add(after, subtractFacets(newValues, oldValues));
  }

  /** Returns the collected changes by library id. */
  *list(): Generator<readonly [string, readonly FacetDelta[]]> {
    for (const [libraryId, deltas] of this.libraries) yield [libraryId, [...deltas.values()]];
  }

  private add(item: CountedItem, facets: readonly MediaFacet[]): void {
    const id = formatMediaId(item.media_kind, item.media_id);
    for (const facet of facets) {
      const delta = this.deltaOf(item.library_id, facet);
      delta.added_count += 1;
      insertSample(delta.added_samples, id);
      if (delta.added_samples[0] === id) delta.label = facet.label;
    }
  }

  private remove(item: CountedItem, facets: readonly MediaFacet[]): void {
    const id = formatMediaId(item.media_kind, item.media_id);
    for (const facet of facets) this.deltaOf(item.library_id, facet).removed_ids.push(id);
  }

  /** Returns the change of a value. Adds an empty change with this label at the first call. */
  private deltaOf(libraryId: string, facet: MediaFacet): FacetDelta {
    let deltas = this.libraries.get(libraryId);
    if (deltas === undefined) {
      deltas = new Map();
      this.libraries.set(libraryId, deltas);
    }
    const value = valueKey(facet);
    let delta = deltas.get(value);
    if (delta === undefined) {
      const { kind, key, label } = facet;
      delta = { facet_kind: kind, facet_key: key, label, added_count: 0, added_samples: [], removed_ids: [] };
      deltas.set(value, delta);
    }
    return delta;
  }
}

/** Returns the facets that `others` lack or label differently. */
function subtractFacets(facets: readonly MediaFacet[], others: readonly MediaFacet[]): readonly MediaFacet[] {
  if (others.length === 0) return facets;
  const labels = new Map(others.map((other) => [valueKey(other), other.label]));
  return facets.filter((facet) => labels.get(valueKey(facet)) !== facet.label);
}

function valueKey({ kind, key }: MediaFacet): string {
  return `${kind}\u0000${key}`;
}

function insertSample(samples: string[], id: string): void {
  const index = samples.findLastIndex((sample) => sample < id) + 1;
  if (index === FACET_SAMPLES) return;
  samples.splice(index, 0, id);
  if (samples.length > FACET_SAMPLES) samples.pop();
}
