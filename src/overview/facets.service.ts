import { Injectable } from '@nestjs/common';
import { FACET_KINDS } from '../common/dto/facet-kinds';
import { resolveCaps } from '../common/paging/caps';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { ReadPool } from '../database/read-pool';
import type { ReadScope } from '../database/read-scope';
import { STORED_FACET_KINDS } from '../read-model/facets/facets';
import { toFacetGroups } from './facet-groups';
import { FACETS_ORIGINS, type FacetsResponse, type OverviewRequest } from './overview.dto';
import { type OverviewLibrary, OverviewRepository } from './overview.repository';
import { toDistinctIds, FACET_VALUES_MIN } from './overview.service';
import type { FacetsByKind } from '../read-model/facets/facet-counts';

/** Returns the facets of several libraries together. */
@Injectable()
export class FacetsService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: OverviewRepository,
  ) {}

  /**
   * Returns the facets over the requested libraries, or over all that the caller may see if none are requested. The
   * answer has one page, so any cursor throws `invalid-cursor`.
   */
  async getFacets(principal: Principal, request: OverviewRequest): Promise<FacetsResponse> {
    if (typeof request.pagination?.cursor === 'string') throw Problem.invalidCursor();
    const caps = resolveCaps(request.caps, request.detail);
    const requestedIds = request.library_ids ? toDistinctIds(request.library_ids) : null;
    const kinds = new Set(request.facet_kinds ?? FACET_KINDS);
    return this.reads.readAs(principal, async (scope) => {
      const { libraries, isCut } = await this.repository.listLibraries(scope, requestedIds);
      const ids = libraries.map((library) => library.library_id);
      const storedKinds = STORED_FACET_KINDS.filter((kind) => kinds.has(kind));
      const [storedFacets, kindFacets, watchStates] = await Promise.all([
        this.readStored(scope, libraries, storedKinds, caps.facet_limit),
        this.repository.readFacets(scope, libraries, ['media_kind'], FACET_VALUES_MIN),
        kinds.has('watch_state') ? this.repository.listWatchStates(scope, ids) : [],
      ]);
      const kindCounts = new Map([...kindFacets].map(([id, facets]) => [id, facets.get('media_kind')?.values ?? []]));
      const startedItemIds = kinds.has('watch_state')
        ? await this.repository.listStartedSamples(scope, kindCounts)
        : new Set<string>();
      return {
        facets: toFacetGroups(
          { libraries, storedFacets, kindCounts, watchStates, startedItemIds },
          kinds,
          caps.facet_limit,
        ),
        unknown_library_ids: (requestedIds ?? []).filter((id) => !ids.includes(id)),
        truncated: isCut,
        caps,
        generated_at: new Date().toISOString(),
        origins: FACETS_ORIGINS,
      };
    });
  }

  /** Returns the stored facets of all libraries together. A single library needs no sum, which would cost more. */
  private async readStored(
    scope: ReadScope,
    libraries: readonly OverviewLibrary[],
    kinds: readonly string[],
    limit: number,
  ): Promise<FacetsByKind> {
    const [first, ...others] = libraries;
    if (first === undefined || kinds.length === 0) return new Map();
    if (others.length > 0) return this.repository.readSummedFacets(scope, libraries, kinds, limit);
    return (await this.repository.readFacets(scope, libraries, kinds, limit)).get(first.library_id) ?? new Map();
  }
}
