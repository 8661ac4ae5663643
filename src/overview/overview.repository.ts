import { Injectable } from '@nestjs/common';
import type { ReadScope } from '../database/read-pool';
import { FacetCache } from './facet-cache';
import {
  FACET_GROUPS,
  LIBRARIES_MAX,
  REQUESTED_LIBRARIES,
  SUMMED_FACET_VALUES,
  TOP_FACET_VALUES,
  TOUCHED_MEDIA,
  WATCH_STATE_COUNTS,
} from './overview.sql';
import type { FacetsByKind, FacetTotals, FacetValueRow, StoredFacet } from './stored-facet';

export interface LibraryRow {
  readonly library_id: string;
  readonly name: string;
  readonly library_kind: 'movies' | 'series';
}

export interface WatchStateRow {
  readonly library_id: string;
  readonly state: 'in_progress' | 'completed';
  readonly item_count: number;
  readonly sample_media_ids: string[];
}

/** Stored facets by `libraryId` (or the key of a choice) and kind. */
export type StoredFacets = ReadonlyMap<string, FacetsByKind>;

/** What the sums over a choice of libraries are kept by, as the facets of a library are by its id. */
const CHOICE = 'choice';

const NO_TOTALS: FacetTotals = { cardinality: 0, value_total: 0, missing_count: 0 };

type GroupRow = FacetTotals & { library_id: string; facet_kind: string };
type ValueRow = FacetValueRow & { library_id: string; facet_kind: string };

/** Reads libraries and their precomputed counts; no statement touches a catalog item but through the caller's states. */
@Injectable()
export class OverviewRepository {
  constructor(private readonly cache: FacetCache) {}

  /**
   * The libraries of the request that the caller may see, by name; whether these are all there are, and whether some are
   * left out because there are too many.
   */
  async listLibraries(
    scope: ReadScope,
    libraryIds: readonly string[] | null,
  ): Promise<{ libraries: LibraryRow[]; areAll: boolean; isCut: boolean }> {
    const rows = await scope.rows<LibraryRow & { existing: number }>(REQUESTED_LIBRARIES, [
      scope.libraryIds,
      libraryIds,
    ]);
    const libraries = rows
      .slice(0, LIBRARIES_MAX)
      .map(({ library_id, name, library_kind }) => ({ library_id, name, library_kind }));
    return { libraries, areAll: rows[0]?.existing === libraries.length, isCut: rows.length > LIBRARIES_MAX };
  }

  /** Facets of each library by itself; `ALL_LIBRARIES` is one of the ids where the sum over all is wanted. */
  readFacets(
    scope: ReadScope,
    libraryIds: readonly string[],
    kinds: readonly string[],
    limit: number,
  ): Promise<StoredFacets> {
    const parameters = ['each', libraryIds, kinds, limit];
    return this.cache.find(scope, parameters, () => this.selectFacets(scope, libraryIds, kinds, limit));
  }

  /** Facets summed over a choice of libraries that is neither one nor all. */
  async readSummedFacets(
    scope: ReadScope,
    libraryIds: readonly string[],
    kinds: readonly string[],
    limit: number,
  ): Promise<FacetsByKind> {
    const facets = await this.cache.find(scope, ['summed', libraryIds, kinds, limit], async () => {
      return new Map([[CHOICE, await this.sumFacets(scope, libraryIds, kinds, limit)]]);
    });
    return facets.get(CHOICE) ?? new Map<string, StoredFacet>();
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
    const facets = new Map<string, Map<string, StoredFacet & { readonly values: FacetValueRow[] }>>();
    for (const id of libraryIds) facets.set(id, new Map());
    for (const { library_id, facet_kind, ...totals } of groups) {
      facets.get(library_id)?.set(facet_kind, { totals, values: [] });
    }
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
    const [groups, values] = await Promise.all([
      scope.rows<GroupRow>(FACET_GROUPS, [libraryIds, kinds]),
      scope.rows<ValueRow & { cardinality: number }>(SUMMED_FACET_VALUES, [libraryIds, kinds, limit]),
    ]);
    const facets = new Map<string, StoredFacet>();
    for (const group of groups) {
      const { totals } = facets.get(group.facet_kind) ?? { totals: NO_TOTALS };
      facets.set(group.facet_kind, {
        totals: {
          cardinality: 0,
          value_total: totals.value_total + group.value_total,
          missing_count: totals.missing_count + group.missing_count,
        },
        values: [],
      });
    }
    for (const { facet_kind, cardinality, ...value } of values) {
      const stored = facets.get(facet_kind);
      if (!stored) continue;
      facets.set(facet_kind, { totals: { ...stored.totals, cardinality }, values: [...stored.values, value] });
    }
    return facets;
  }

  /** What the caller has begun or finished, per library and state. */
  listWatchStates(scope: ReadScope, libraryIds: readonly string[]): Promise<WatchStateRow[]> {
    return scope.rows<WatchStateRow>(WATCH_STATE_COUNTS, [libraryIds, scope.principal.userId]);
  }

  /** Of the given media UUIDs, those the caller has begun or finished. */
  async listTouched(scope: ReadScope, mediaUuids: readonly string[]): Promise<Set<string>> {
    const rows = await scope.rows<{ media_id: string }>(TOUCHED_MEDIA, [mediaUuids, scope.principal.userId]);
    return new Set(rows.map((row) => row.media_id));
  }
}
