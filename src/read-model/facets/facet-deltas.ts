import { formatMediaId, type MediaKind } from '../../common/media-id';
import type { MediaFacet } from '../../database/entities/read-model/media-context.entity';
import { countedFacets } from './facets';

/** Maximum number of sample ids of a value: the smallest ids, so that they depend only on the state of the catalog. */
export const FACET_SAMPLES = 3;

/** An item whose facets are counted. Items that are not servable are not counted. */
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
  removed_count: number;
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
  private readonly libraries = new Map<string, LibraryDeltas>();

  /**
   * Replaces the counted values of an item. `before` is null if the item was not counted before, `after` if it is not
   * counted any more.
   */
  replace(before: CountedItem | null, after: CountedItem | null): void {
    const oldValues = countedValuesOf(before);
    const newValues = countedValuesOf(after);
    const prefix = commonPrefixLength(oldValues, newValues);
    if (before !== null) this.remove(before, subtractFacets(oldValues, newValues, prefix));
    if (after !== null) this.add(after, subtractFacets(newValues, oldValues, prefix));
  }

  /** Returns the collected changes by library id. */
  *list(): Generator<readonly [string, readonly FacetDelta[]]> {
    for (const [libraryId, { list }] of this.libraries) yield [libraryId, list];
  }

  private add(item: CountedItem, facets: readonly MediaFacet[]): void {
    this.forEach(item, facets, (delta, id, label) => {
      delta.added_count += 1;
      insertSample(delta.added_samples, id);
      if (delta.added_samples[0] === id) delta.label = label;
    });
  }

  private remove(item: CountedItem, facets: readonly MediaFacet[]): void {
    this.forEach(item, facets, (delta, id) => {
      delta.removed_count += 1;
      delta.removed_ids.push(id);
    });
  }

  private forEach(
    item: CountedItem,
    facets: readonly MediaFacet[],
    change: (delta: FacetDelta, id: string, label: string) => void,
  ): void {
    if (facets.length === 0) return;
    const library = this.libraryOf(item);
    const id = formatMediaId(item.media_kind, item.media_id);
    for (const { kind, key, label } of facets) change(library.deltaOf(kind, key, label), id, label);
  }

  private libraryOf({ library_id }: CountedItem): LibraryDeltas {
    let library = this.libraries.get(library_id);
    if (library === undefined) {
      library = new LibraryDeltas();
      this.libraries.set(library_id, library);
    }
    return library;
  }
}

class LibraryDeltas {
  /** In the order of the first occurrence of the values. */
  readonly list: FacetDelta[] = [];
  private readonly byKey = new Map<string, FacetDelta>();

  /** Returns the change of a value. Adds an empty change with this label at the first call. */
  deltaOf(kind: string, key: string, label: string): FacetDelta {
    const id = valueKey({ kind, key });
    let delta = this.byKey.get(id);
    if (delta === undefined) {
      const counts = { added_count: 0, removed_count: 0, added_samples: [], removed_ids: [] };
      delta = { facet_kind: kind, facet_key: key, label, ...counts };
      this.byKey.set(id, delta);
      this.list.push(delta);
    }
    return delta;
  }
}

function countedValuesOf(item: CountedItem | null): readonly MediaFacet[] {
  return item === null ? NONE : countedFacets(item.media_kind, item.facets);
}

const NONE: readonly MediaFacet[] = [];

/** Returns the number of equal facets at the beginning of both lists. For most changed items, all facets are equal. */
function commonPrefixLength(facets: readonly MediaFacet[], others: readonly MediaFacet[]): number {
  const different = facets.findIndex((facet, index) => !isEqualFacet(facet, others[index]));
  return different === -1 ? facets.length : different;
}

function isEqualFacet(facet: MediaFacet, other: MediaFacet | undefined): boolean {
  return other !== undefined && other.key === facet.key && other.kind === facet.kind && other.label === facet.label;
}

/** Returns the facets that `others` lack or label differently. The first `prefix` facets of both lists are equal. */
function subtractFacets(
  facets: readonly MediaFacet[],
  others: readonly MediaFacet[],
  prefix: number,
): readonly MediaFacet[] {
  const remaining = prefix === 0 ? facets : facets.slice(prefix);
  if (remaining.length === 0 || others.length === prefix) return remaining;
  const labels = new Map(others.slice(prefix).map((other) => [valueKey(other), other.label]));
  return remaining.filter((facet) => labels.get(valueKey(facet)) !== facet.label);
}

function valueKey({ kind, key }: { readonly kind: string; readonly key: string }): string {
  return `${kind}\u0000${key}`;
}

function insertSample(samples: string[], id: string): void {
  const index = samples.findLastIndex((sample) => sample < id) + 1;
  if (index === FACET_SAMPLES) return;
  samples.splice(index, 0, id);
  if (samples.length > FACET_SAMPLES) samples.pop();
}
