import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../common/paging/cap-table';
import { resolveCaps, resolvePageLimit } from '../common/paging/caps';
import { CursorCodec } from '../common/paging/cursor';
import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import type { IntelligencePage } from '../common/dto/page.dto';
import { findPageStart, type PageCursor, toPage } from '../common/paging/paging';
import type { Principal } from '../common/principal';
import { compareCodePoints } from '../common/text/code-point-order';
import { summarize } from '../common/text/summary';
import { ReadPool } from '../database/read-pool';
import type { ReadScope } from '../database/read-scope';
import { loadArtifactCounts } from '../read-model/artifacts/artifact-counts';
import { loadLibraryArtifactIds } from '../read-model/artifacts/artifact-ids';
import { STORED_FACET_KINDS } from '../read-model/facets/facets';
import { type FacetInput, toFacetGroups } from './facet-groups';
import { describeLibrary, toLibraryCounts } from './library-description';
import { OVERVIEW_ORIGINS, type OverviewRequest, type OverviewResponse } from './overview.dto';
import { type OverviewLibrary, OverviewRepository } from './overview.repository';
import type { FacetsByKind, FacetCounts } from '../read-model/facets/facet-counts';

/** Facet kinds that are always read, because the counts and the summary of a library need them. */
const REQUIRED_KINDS = ['media_kind', 'genre'] as const;

/**
 * Minimum number of values to read for each facet kind. The counts need all four values of `media_kind`, even if
 * `facet_limit` is smaller.
 */
export const FACET_VALUES_MIN = 4;

/** Returns overviews of libraries. A request counts the caller's watch states; other counts come from stored counts. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: OverviewRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** Returns a page of the requested libraries, and the facets over all of them. Throws `invalid-cursor`. */
  getOverview(principal: Principal, request: OverviewRequest): Promise<OverviewResponse> {
    const caps = resolveCaps(request.caps, request.detail);
    const requestedIds = request.library_ids ? toDistinctIds(request.library_ids) : null;
    const cursor = this.cursorOf(principal, requestedIds);
    const start = findPageStart(request.pagination, cursor.codec, cursor.binding);
    return this.reads.readAs(principal, async (scope) => {
      const { libraries, isCut } = await this.repository.listLibraries(scope, requestedIds);
      const limit = resolvePageLimit(request.pagination);
      const remainingLibraries = libraries.filter((library) => start === null || isAfter(library, start));
      const { rows, page } = toPage(remainingLibraries, limit, cursor, isCut);
      const kinds = new Set(request.facet_kinds ?? FACET_KINDS);
      const visibleIds = new Set(libraries.map((library) => library.library_id));
      const unknownIds = (requestedIds ?? []).filter((id) => !visibleIds.has(id));
      return this.buildResponse(scope, { libraries, pageLibraries: rows, page, kinds, caps, unknownIds });
    });
  }

  private cursorOf(principal: Principal, requestedIds: string[] | null): PageCursor<OverviewLibrary> {
    return {
      codec: this.cursors,
      binding: { userId: principal.userId, route: 'libraries', filters: requestedIds },
      keyOf: (library) => [library.name, library.library_id],
    };
  }

  private async buildResponse(scope: ReadScope, selection: Selection): Promise<OverviewResponse> {
    const { libraries, pageLibraries: rows, kinds, caps } = selection;
    const allIds = libraries.map((library) => library.library_id);
    const pageIds = rows.map((library) => library.library_id);
    const storedKinds = [
      ...new Set<string>([...REQUIRED_KINDS, ...STORED_FACET_KINDS.filter((kind) => kinds.has(kind))]),
    ];
    const limit = Math.max(caps.facet_limit, FACET_VALUES_MIN);
    // The sum over a single library equals its facets, which are read for the page anyway.
    const needsSum = libraries.length !== rows.length || libraries.length > 1;
    const otherLibraries = libraries.filter(({ library_id }) => !pageIds.includes(library_id));
    const [facets, summed, otherFacets, watchStates, artifactIds, artifacts] = await Promise.all([
      this.repository.readFacets(scope, rows, storedKinds, limit),
      needsSum ? this.repository.readSummedFacets(scope, libraries, storedKinds, limit) : null,
      otherLibraries.length === 0
        ? null
        : this.repository.readFacets(scope, otherLibraries, ['media_kind'], FACET_VALUES_MIN),
      kinds.has('watch_state') ? this.repository.listWatchStates(scope, allIds) : [],
      loadLibraryArtifactIds(scope, pageIds, caps.artifact_limit),
      loadArtifactCounts(scope, pageIds),
    ]);
    const kindValuesOf = (id: string): FacetCounts['values'] =>
      (facets.get(id) ?? otherFacets?.get(id))?.get('media_kind')?.values ?? [];
    const kindCounts = new Map(allIds.map((id) => [id, kindValuesOf(id)]));
    const startedItemIds = kinds.has('watch_state')
      ? await this.repository.listStartedSamples(scope, kindCounts)
      : new Set<string>();
    const inputFor = (selected: readonly OverviewLibrary[], storedFacets: FacetsByKind): FacetInput => {
      const ids = new Set(selected.map((library) => library.library_id));
      const selectedStates = watchStates.filter((row) => ids.has(row.library_id));
      return { libraries: selected, storedFacets, kindCounts, watchStates: selectedStates, startedItemIds };
    };
    const noFacets: FacetsByKind = new Map();
    const overallFacets = summed ?? facets.get(pageIds[0] ?? '') ?? noFacets;
    return {
      libraries: rows.map((library) => {
        const libraryFacets = facets.get(library.library_id) ?? noFacets;
        const counts = toLibraryCounts(libraryFacets.get('media_kind')?.values, artifacts.get(library.library_id) ?? 0);
        return {
          library_id: library.library_id,
          name: library.name,
          library_kind: library.library_kind,
          summary: summarize(describeLibrary(library.name, counts, libraryFacets.get('genre')), caps.summary_max_chars),
          counts,
          facets: toFacetGroups(inputFor([library], libraryFacets), kinds, caps.facet_limit),
          artifact_ids: artifactIds.get(library.library_id) ?? [],
        };
      }),
      facets: toFacetGroups(inputFor(libraries, overallFacets), kinds, caps.facet_limit),
      unknown_library_ids: selection.unknownIds,
      page: selection.page,
      caps,
      generated_at: new Date().toISOString(),
      origins: OVERVIEW_ORIGINS,
    };
  }
}

interface Selection {
  /** Result of `listLibraries`: the libraries of all pages. */
  readonly libraries: readonly OverviewLibrary[];
  readonly pageLibraries: readonly OverviewLibrary[];
  readonly page: IntelligencePage;
  readonly kinds: ReadonlySet<FacetKind>;
  readonly caps: EffectiveCaps;
  /** Requested ids that are not the id of a library that the caller may see. */
  readonly unknownIds: string[];
}

/** Returns the ids in canonical spelling, sorted and without duplicates. */
export function toDistinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

function isAfter(library: OverviewLibrary, start: readonly (string | number | null)[]): boolean {
  const [name, libraryId] = start as [string, string];
  return (compareCodePoints(library.name, name) || compareCodePoints(library.library_id, libraryId)) > 0;
}
