import { Injectable } from '@nestjs/common';
import type { ReadScope } from '../database/read-scope';
import { FacetCache, type VersionedLibrary } from './facet-cache';
import {
  FACET_GROUPS,
  COUNTED_LIBRARIES_MAX,
  REQUESTED_LIBRARIES,
  SUMMED_FACET_VALUES,
  TOP_FACET_VALUES,
  STARTED_MEDIA,
  WATCH_STATE_COUNTS,
} from './overview.sql';
import { sumDistributedFacets, type SummedRow } from './summed-facets';
import type { FacetsByKind, FacetTotals, FacetValueRow, FacetCounts } from '../read-model/facets/facet-counts';

/** A library of an overview. */
export interface OverviewLibrary extends VersionedLibrary {
  readonly name: string;
  readonly library_kind: 'movies' | 'series';
}

/** A watch state of the caller, and the number of items of a library that have this state. */
export interface WatchStateRow {
  readonly library_id: string;
  readonly state: 'in_progress' | 'completed';
  readonly item_count: number;
  readonly sample_media_ids: string[];
}

type GroupRow = FacetTotals & { library_id: string; facet_kind: string };
type ValueRow = FacetValueRow & { library_id: string; facet_kind: string };

/** Reads libraries and their stored facet counts, and the caller's watch states. */
@Injectable()
export class OverviewRepository {
  constructor(private readonly cache: FacetCache) {}

  /**
   * Returns the requested libraries that the caller may see, sorted by name. `isCut` tells whether there are more than
   * 10,000.
   */
  async listLibraries(
    scope: ReadScope,
    libraryIds: readonly string[] | null,
  ): Promise<{ libraries: OverviewLibrary[]; isCut: boolean }> {
    const rows = await scope.rows<OverviewLibrary>(REQUESTED_LIBRARIES, [scope.libraryIds, libraryIds]);
    return { libraries: rows.slice(0, COUNTED_LIBRARIES_MAX), isCut: rows.length > COUNTED_LIBRARIES_MAX };
  }

  /**
   * Returns the facets of each library separately. The libraries must come from `listLibraries` with the same scope, so
   * that the cache stores the facets under the `facet_version` of the snapshot that they were read from.
   */
  async readFacets(
    scope: ReadScope,
    libraries: readonly VersionedLibrary[],
    kinds: readonly string[],
    limit: number,
  ): Promise<Map<string, FacetsByKind>> {
    const parameters = [kinds, limit];
    const facets = new Map<string, FacetsByKind>();
    const uncachedLibraries: VersionedLibrary[] = [];
    for (const library of libraries) {
      const cached = this.cache.get([library], parameters);
      if (cached === undefined) uncachedLibraries.push(library);
      else facets.set(library.library_id, cached);
    }
    if (uncachedLibraries.length === 0) return facets;
    const ids = uncachedLibraries.map((library) => library.library_id);
    const facetsByLibrary = await this.selectFacets(scope, ids, kinds, limit);
    for (const library of uncachedLibraries) {
      const libraryFacets = facetsByLibrary.get(library.library_id) ?? new Map<string, FacetCounts>();
      this.cache.set([library], parameters, libraryFacets);
      facets.set(library.library_id, libraryFacets);
    }
    return facets;
  }

  /** Returns facets summed over several libraries. The libraries must come from `listLibraries` with the same scope. */
  readSummedFacets(
    scope: ReadScope,
    libraries: readonly VersionedLibrary[],
    kinds: readonly string[],
    limit: number,
  ): Promise<FacetsByKind> {
    const ids = libraries.map((library) => library.library_id);
    return this.cache.getOrRead(libraries, ['summed', kinds, limit], () => this.sumFacets(scope, ids, kinds, limit));
  }

  private async selectFacets(
    scope: ReadScope,
    libraryIds: readonly string[],
    kinds: readonly string[],
    limit: number,
  ): Promise<Map<string, FacetsByKind>> {
    const [groups, values] = await Promise.all([
      scope.rows<GroupRow>(FACET_GROUPS, [libraryIds, kinds]),
      scope.rows<ValueRow>(TOP_FACET_VALUES, [libraryIds, kinds, limit]),
    ]);
    const facets = new Map<string, Map<string, FacetCounts & { readonly values: FacetValueRow[] }>>();
    for (const id of libraryIds) facets.set(id, new Map());
    for (const { library_id, facet_kind, ...totals } of groups) {
      facets.get(library_id)?.set(facet_kind, { totals, values: [] });
    }
    // After fewer than `limit` more frequent values of a group, the statement returns up to `limit` values with a count
    // of one. The first `limit` are the right ones.
    for (const { library_id, facet_kind, ...value } of values) {
      const stored = facets.get(library_id)?.get(facet_kind);
      if (stored && stored.values.length < limit) stored.values.push(value);
    }
    return facets;
  }

  private async sumFacets(
    scope: ReadScope,
    libraryIds: readonly string[],
    kinds: readonly string[],
    limit: number,
  ): Promise<FacetsByKind> {
    const parameters = [libraryIds, kinds, limit];
    const rows =
      scope.distributed === null
        ? await scope.rows<SummedRow>(SUMMED_FACET_VALUES, parameters)
        : await sumDistributedFacets(scope, libraryIds, kinds, limit);
    const facets = new Map<string, FacetCounts & { readonly values: FacetValueRow[] }>();
    for (const { facet_kind, cardinality, value_total, missing_count, ...value } of rows) {
      const stored = facets.get(facet_kind) ?? { totals: { cardinality, value_total, missing_count }, values: [] };
      if (value.facet_key !== null) stored.values.push(value);
      facets.set(facet_kind, stored);
    }
    return facets;
  }

  /** Returns the counts of the caller's watch states other than `unwatched`, by library and state. */
  listWatchStates(scope: ReadScope, libraryIds: readonly string[]): Promise<WatchStateRow[]> {
    return scope.rows<WatchStateRow>(WATCH_STATE_COUNTS, [libraryIds, scope.principal.userId]);
  }

  /**
   * Returns the UUIDs of the items in the `sample_media_ids` of `kindCounts` that the caller has started or completed.
   * `kindCounts` has the values of the facet `media_kind` by library id.
   */
  async listStartedSamples(
    scope: ReadScope,
    kindCounts: ReadonlyMap<string, readonly FacetValueRow[]>,
  ): Promise<Set<string>> {
    const samples = Array.from(kindCounts, ([libraryId, values]) => {
      const ids = values.flatMap((value) => value.sample_media_ids).map((id) => id.slice(id.indexOf(':') + 1));
      return { libraryId, ids };
    }).filter(({ ids }) => ids.length > 0);
    const { userId } = scope.principal;
    // On a distributed database, a statement runs once for each library in its list and passes all ids each time. So
    // each library gets a statement with only its own ids.
    const lists = scope.distributed === null ? [samples] : samples.map((sample) => [sample]);
    const reads = lists.map((list) => {
      const ids = list.flatMap((sample) => sample.ids);
      return scope.rows<{ media_id: string }>(STARTED_MEDIA, [ids, userId, list.map(({ libraryId }) => libraryId)]);
    });
    return new Set((await Promise.all(reads)).flat().map((row) => row.media_id));
  }
}
