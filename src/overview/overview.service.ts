import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../common/paging/cap-table';
import { effectiveCaps, pageLimit } from '../common/paging/caps';
import { CursorCodec } from '../common/paging/cursor';
import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import type { IntelligencePage } from '../common/dto/page.dto';
import { findPageStart, type PageCursor, toPage } from '../common/paging/paging';
import type { Principal } from '../common/principal';
import { summarize } from '../common/text/summary';
import { ReadPool, type ReadScope } from '../database/read-pool';
import { artifactCounts } from '../read-model/artifacts/artifact-counts';
import { loadLibraryArtifactIds } from '../read-model/artifacts/artifact-ids';
import { STORED_FACET_KINDS } from '../read-model/facets/facets';
import { countOf, type FacetMaterial, toFacetGroups } from './facet-groups';
import { type LibraryOverview, OVERVIEW_ORIGINS, type OverviewRequest, type OverviewResponse } from './overview.dto';
import { type LibraryRow, OverviewRepository } from './overview.repository';
import type { StoredFacet } from '../read-model/facets/stored-facet';

/** Facet kinds that are always read, because the counts and the summary of a library need them. */
const ALWAYS_READ = ['media_kind', 'genre'] as const;

/**
 * Minimum number of values to read for each facet kind. The counts need all four values of `media_kind`, even if
 * `facet_limit` is smaller.
 */
export const VALUES_MIN = 4;

/**
 * Describes the contents of libraries. The facet counts come from tables that writers keep up to date, so their cost does
 * not grow with the number of items.
 */
@Injectable()
export class OverviewService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: OverviewRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /** The overview of the requested libraries; throws `invalid-cursor`. */
  getOverview(principal: Principal, request: OverviewRequest): Promise<OverviewResponse> {
    const caps = effectiveCaps(request.caps, request.detail);
    const requestedIds = request.library_ids ? distinctIds(request.library_ids) : null;
    const cursor = this.cursorOf(principal, requestedIds);
    const start = findPageStart(request.pagination, cursor.codec, cursor.binding);
    return this.reads.readAs(principal, async (scope) => {
      const { libraries, isCut } = await this.repository.listLibraries(scope, requestedIds);
      libraries.sort(byName);
      const limit = pageLimit(request.pagination);
      const following = libraries.filter((library) => start === null || isAfter(library, start));
      const { rows, page } = toPage(following, limit, cursor, isCut);
      const kinds = new Set(request.facet_kinds ?? FACET_KINDS);
      const known = new Set(libraries.map((library) => library.library_id));
      const unknown = (requestedIds ?? []).filter((id) => !known.has(id));
      return this.assemble(scope, { libraries, rows, page, kinds, caps, unknown });
    });
  }

  private cursorOf(principal: Principal, requestedIds: string[] | null): PageCursor<LibraryRow> {
    return {
      codec: this.cursors,
      binding: { userId: principal.userId, route: 'libraries', filters: requestedIds },
      keyOf: (library) => [library.name, library.library_id],
    };
  }

  private async assemble(scope: ReadScope, plan: OverviewPlan): Promise<OverviewResponse> {
    const { libraries, rows, kinds, caps } = plan;
    const allIds = libraries.map((library) => library.library_id);
    const pageIds = rows.map((library) => library.library_id);
    const stored = [...new Set<string>([...ALWAYS_READ, ...STORED_FACET_KINDS.filter((kind) => kinds.has(kind))])];
    const limit = Math.max(caps.facet_limit, VALUES_MIN);
    // The sum over a library is its own facets, which the page has.
    const isOne = libraries.length === rows.length && libraries.length < 2;
    const others = libraries.filter(({ library_id }) => !pageIds.includes(library_id));
    const [facets, summed, otherFacets, watchStates, artifactIds, artifacts] = await Promise.all([
      this.repository.readFacets(scope, rows, stored, limit),
      isOne ? null : this.repository.readSummedFacets(scope, libraries, stored, limit),
      others.length === 0 ? null : this.repository.readFacets(scope, others, ['media_kind'], VALUES_MIN),
      this.repository.listWatchStates(scope, allIds),
      loadLibraryArtifactIds(scope, pageIds, caps.artifact_limit),
      artifactCounts(scope, pageIds),
    ]);
    const kindValuesOf = (id: string): StoredFacet['values'] =>
      (facets.get(id) ?? otherFacets?.get(id))?.get('media_kind')?.values ?? [];
    const kindCounts = new Map(allIds.map((id) => [id, kindValuesOf(id)]));
    const touched = kinds.has('watch_state')
      ? await this.repository.listTouchedSamples(scope, kindCounts)
      : new Set<string>();
    const material = (of: readonly LibraryRow[], values: ReadonlyMap<string, StoredFacet>): FacetMaterial => {
      const ids = new Set(of.map((library) => library.library_id));
      const states = watchStates.filter((row) => ids.has(row.library_id));
      return { libraries: of, stored: values, kindCounts, watchStates: states, touched };
    };
    const none: ReadonlyMap<string, StoredFacet> = new Map();
    const overall = summed ?? facets.get(pageIds[0] ?? '');
    return {
      libraries: rows.map((library) => {
        const own = facets.get(library.library_id) ?? none;
        const counts = countsOf(own.get('media_kind')?.values, artifacts.get(library.library_id) ?? 0);
        return {
          library_id: library.library_id,
          name: library.name,
          library_kind: library.library_kind,
          summary: summarize(describe(library, counts, own.get('genre')), caps.summary_max_chars),
          counts,
          facets: toFacetGroups(material([library], own), kinds, caps.facet_limit),
          artifact_ids: artifactIds.get(library.library_id) ?? [],
        };
      }),
      facets: toFacetGroups(material(libraries, overall ?? none), kinds, caps.facet_limit),
      unknown_library_ids: plan.unknown,
      page: plan.page,
      caps,
      generated_at: new Date().toISOString(),
      origins: OVERVIEW_ORIGINS,
    };
  }
}

interface OverviewPlan {
  readonly libraries: readonly LibraryRow[];
  readonly rows: readonly LibraryRow[];
  readonly page: IntelligencePage;
  readonly kinds: ReadonlySet<FacetKind>;
  readonly caps: EffectiveCaps;
  readonly unknown: string[];
}

function countsOf(values: StoredFacet['values'] | undefined, artifacts: number): LibraryOverview['counts'] {
  return {
    movies: countOf(values, 'movie'),
    series: countOf(values, 'series'),
    seasons: countOf(values, 'season'),
    episodes: countOf(values, 'episode'),
    artifacts,
  };
}

function describe(library: LibraryRow, counts: LibraryOverview['counts'], genres: StoredFacet | undefined): string {
  const parts = [
    plural(counts.movies, 'movie', 'movies'),
    plural(counts.series, 'series', 'series'),
    plural(counts.seasons, 'season', 'seasons'),
    plural(counts.episodes, 'episode', 'episodes'),
  ].filter((part) => part !== null);
  const holds = parts.length === 0 ? 'nothing yet' : parts.join(', ');
  const frequent = (genres?.values ?? []).slice(0, 3).map((value) => value.label);
  const most = frequent.length === 0 ? '' : ` Most frequent genres: ${frequent.join(', ')}.`;
  return `${library.name} holds ${holds}.${most}`;
}

function plural(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`;
}

/** The ids of a request in canonical spelling, each once. */
export function distinctIds(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
}

function byName(a: LibraryRow, b: LibraryRow): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.library_id < b.library_id ? -1 : 1;
}

function isAfter(library: LibraryRow, start: readonly (string | number | null)[]): boolean {
  const [name, libraryId] = start as [string, string];
  return library.name > name || (library.name === name && library.library_id > libraryId);
}
