import { formatMediaId, type MediaKind } from '../common/media-id';
import { countedFacets, type MediaFacet } from './facets';

/** Sample ids kept per value: the smallest, so that they depend on the catalog's state alone. */
export const FACET_SAMPLES = 3;

/** An item as the counts see it; only servable items are counted. */
export interface CountedItem {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly facets: readonly MediaFacet[];
}

/** The change of one value in one library; the empty key stands for items that lack the facet. */
export interface FacetDelta {
  readonly facet_kind: string;
  readonly facet_key: string;
  /** Label of the smallest added item. */
  label: string;
  added_count: number;
  removed_count: number;
  /** Smallest added ids, ascending. */
  added: string[];
  removed: string[];
}

/**
 * Collects what a transaction changes in the facet counts of its libraries, so that it is applied once, at its end:
 * an item that only changes its overview costs no count at all.
 */
export class FacetDeltas {
  private readonly libraries = new Map<string, Map<string, FacetDelta>>();

  /** Replaces what an item contributed (null: nothing) by what it contributes now (null: nothing). */
  replace(before: CountedItem | null, after: CountedItem | null): void {
    const old = contributions(before);
    const next = contributions(after);
    for (const [key, facet] of old) {
      if (next.get(key)?.label === facet.label) next.delete(key);
      else if (before) this.remove(before, facet);
    }
    for (const facet of next.values()) {
      if (after && old.get(contributionKey(facet))?.label !== facet.label) this.add(after, facet);
    }
  }

  /** Whether no count changes. */
  get isEmpty(): boolean {
    return this.libraries.size === 0;
  }

  /** The collected changes by library id. */
  *list(): Generator<readonly [string, FacetDelta[]]> {
    for (const [libraryId, deltas] of this.libraries) yield [libraryId, [...deltas.values()]];
  }

  /** The changes of all libraries together: a value that many libraries have is then written once. */
  sum(): FacetDelta[] {
    const sums = new Map<string, FacetDelta>();
    for (const library of this.libraries.values()) {
      for (const [key, delta] of library) {
        const sum = sums.get(key);
        if (sum === undefined) sums.set(key, { ...delta, added: [...delta.added], removed: [...delta.removed] });
        else addDelta(sum, delta);
      }
    }
    return [...sums.values()];
  }

  private add(item: CountedItem, facet: MediaFacet): void {
    const delta = this.deltaOf(item, facet);
    const id = formatMediaId(item.media_kind, item.media_id);
    delta.added_count += 1;
    insertSample(delta.added, id);
    if (delta.added[0] === id) delta.label = facet.label;
  }

  private remove(item: CountedItem, facet: MediaFacet): void {
    const delta = this.deltaOf(item, facet);
    delta.removed_count += 1;
    delta.removed.push(formatMediaId(item.media_kind, item.media_id));
  }

  private deltaOf(item: CountedItem, facet: MediaFacet): FacetDelta {
    const deltas = this.libraries.get(item.library_id) ?? new Map<string, FacetDelta>();
    this.libraries.set(item.library_id, deltas);
    const key = contributionKey(facet);
    const delta = deltas.get(key) ?? {
      facet_kind: facet.kind,
      facet_key: facet.key,
      label: facet.label,
      added_count: 0,
      removed_count: 0,
      added: [],
      removed: [],
    };
    deltas.set(key, delta);
    return delta;
  }
}

function contributions(item: CountedItem | null): Map<string, MediaFacet> {
  const facets = item === null ? [] : countedFacets(item.media_kind, item.facets);
  return new Map(facets.map((facet) => [contributionKey(facet), facet]));
}

function contributionKey(facet: MediaFacet): string {
  return `${facet.kind}\u0000${facet.key}`;
}

function addDelta(sum: FacetDelta, delta: FacetDelta): void {
  const [smallest] = delta.added;
  if (smallest !== undefined && compare(smallest, sum.added[0] ?? smallest) <= 0) sum.label = delta.label;
  for (const id of delta.added) insertSample(sum.added, id);
  sum.added_count += delta.added_count;
  sum.removed_count += delta.removed_count;
  sum.removed.push(...delta.removed);
}

function insertSample(samples: string[], id: string): void {
  if (samples.length === FACET_SAMPLES && compare(samples[FACET_SAMPLES - 1] ?? '', id) < 0) return;
  samples.push(id);
  samples.sort(compare);
  samples.length = Math.min(samples.length, FACET_SAMPLES);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
