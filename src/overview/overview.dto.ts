import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import { IntelligenceOrigins } from '../common/dto/origins.dto';
import { CappedAnswer, PagedAnswer } from '../common/dto/page.dto';
import { IntelligenceFacetGroup } from '../common/dto/facets.dto';
import { IntelligenceSummary } from '../common/dto/summary.dto';
import { IsFacetKinds, LibrariesRequest, LIBRARY_IDS_MAX } from '../common/dto/selection-request.dto';

/** Selects libraries and facets. */
export class OverviewRequest extends LibrariesRequest {
  /** Facet kinds in the response. Default: all. */
  @IsFacetKinds()
  facet_kinds?: FacetKind[];
}

/** Counts of the items of a library by kind, and of its artifacts that the caller may see. */
export class LibraryCounts {
  /** Number of movies. */
  movies: number;
  /** Number of series. */
  series: number;
  /** Number of seasons. */
  seasons: number;
  /** Number of episodes. */
  episodes: number;
  /** Number of active artifacts, including artifacts about unavailable items, which no list contains. */
  artifacts: number;
}

/** A library with item counts and facets. */
export class LibraryOverview {
  /** UUID of the library. */
  @Bounded()
  @Kept('ids')
  library_id: string;

  /** Name of the library. */
  @Bounded()
  @Kept('brief')
  name: string;

  /** What the library contains. */
  @ApiProperty({ enum: ['movies', 'series'] })
  @Kept('brief')
  library_kind: 'movies' | 'series';

  /** A short text with the counts and the most frequent genres. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
  summary: IntelligenceSummary;

  /** Counts of items and artifacts. */
  @Nested(() => LibraryCounts)
  counts: LibraryCounts;

  /** The facets of the library. */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  facets: IntelligenceFacetGroup[];

  /** Active artifacts of the library that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];
}

/** Origins of the texts of facets. */
export const FACETS_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['facets'] });

/** The facets over all libraries of the request. */
export class FacetsResponse extends CappedAnswer {
  /**
   * Exact facets over all libraries of the request; with more than 10,000 libraries, over the first 10,000 by name.
   */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  @Kept('ids')
  facets: IntelligenceFacetGroup[];

  /** Requested ids that are not the id of a library that the caller may see. */
  @Capped(LIBRARY_IDS_MAX)
  @Kept('ids')
  unknown_library_ids: string[];

  /** True if the facets count only 10,000 libraries, the first by name, because the caller has access to more. */
  truncated: boolean;

  /** When the answer was generated. */
  @ApiProperty({ format: 'date-time' })
  generated_at: string;
}

/** Origins of the texts of an overview. */
export const OVERVIEW_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['libraries', 'facets'] });

/** A page of libraries, and the facets over all libraries of the request. */
export class OverviewResponse extends PagedAnswer {
  /** The libraries, by name. */
  @Capped(50, () => LibraryOverview)
  @Packed('rows')
  @Kept('ids')
  libraries: LibraryOverview[];

  /**
   * Exact facets over all libraries of the request, not only those on the page; with more than 10,000 libraries, over
   * the first 10,000 by name.
   */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  facets: IntelligenceFacetGroup[];

  /** Requested ids that are not the id of a library that the caller may see. */
  @Capped(LIBRARY_IDS_MAX)
  @Kept('ids')
  unknown_library_ids: string[];

  /** When the answer was generated. */
  @ApiProperty({ format: 'date-time' })
  generated_at: string;
}
