import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import {
  IntelligenceDropped,
  IntelligenceEffectiveCaps,
  IntelligenceFacetGroup,
  IntelligencePage,
  IntelligenceSummary,
} from '../common/dto/intelligence.dto';
import { IsFacetKinds, LibrariesRequest, LIBRARY_IDS_MAX } from '../common/dto/selection-request.dto';

/** Selects libraries and facets. */
export class OverviewRequest extends LibrariesRequest {
  /** Facet kinds in the response. Default: all. */
  @IsFacetKinds()
  facet_kinds?: FacetKind[];
}

/** Numbers of servable items in a library by kind, and of the artifacts that the caller may see. */
export class LibraryCounts {
  movies: number;
  series: number;
  seasons: number;
  episodes: number;
  artifacts: number;
}

/** A library with item counts and facets. */
export class LibraryOverview {
  @Bounded()
  @Kept('ids')
  library_id: string;

  @Bounded()
  @Kept('brief')
  name: string;

  @ApiProperty({ enum: ['movies', 'series'] })
  @Kept('brief')
  library_kind: 'movies' | 'series';

  /** A short text with the counts and the most frequent genres. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
  summary: IntelligenceSummary;

  @Nested(() => LibraryCounts)
  counts: LibraryCounts;

  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  facets: IntelligenceFacetGroup[];

  /** Active artifacts of the library that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];
}

/** The facets over all libraries of the request. */
export class FacetsResponse {
  /** Exact facets over all libraries of the request. */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  @Kept('ids')
  facets: IntelligenceFacetGroup[];

  /** Ids from the request without a library that the caller may see. */
  @Capped(LIBRARY_IDS_MAX)
  @Kept('ids')
  unknown_library_ids: string[];

  /** Whether the facets leave libraries out, because the caller sees more than 10,000. */
  truncated: boolean;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @ApiProperty({ format: 'date-time' })
  generated_at: string;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}

/** A page of libraries, and the facets over all libraries of the request. */
export class OverviewResponse {
  @Capped(50, () => LibraryOverview)
  @Packed('rows')
  @Kept('ids')
  libraries: LibraryOverview[];

  /** Exact facets over all libraries of the request, not only those on the page. */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  facets: IntelligenceFacetGroup[];

  /** Ids from the request without a library that the caller may see. */
  @Capped(LIBRARY_IDS_MAX)
  @Kept('ids')
  unknown_library_ids: string[];

  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @ApiProperty({ format: 'date-time' })
  generated_at: string;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}
