import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsUUID } from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import {
  FACET_KINDS,
  type FacetKind,
  IntelligenceEffectiveCaps,
  IntelligenceFacetGroup,
  IntelligencePage,
  IntelligenceSummary,
} from '../common/dto/intelligence.dto';

/** Libraries a request may name. */
export const LIBRARY_IDS_MAX = 50;

/** Which libraries, and which facets of them. */
export class OverviewRequest extends BoundedRequest {
  /** UUIDs of 1 to 50 libraries; absent: every library the caller may see. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIBRARY_IDS_MAX)
  @IsUUID('loose', { each: true })
  library_ids?: string[];

  /** Facet kinds to answer with; absent: all. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FACET_KINDS.length * 2)
  @IsIn(FACET_KINDS, { each: true })
  @ApiProperty({ enum: FACET_KINDS, isArray: true, required: false })
  facet_kinds?: FacetKind[];
}

/** How many servable items of each kind a library holds, and artifacts the caller may see. */
export class LibraryCounts {
  movies: number;
  series: number;
  seasons: number;
  episodes: number;
  artifacts: number;
}

/** One library, counted. */
export class LibraryOverview {
  @Bounded()
  library_id: string;

  @Bounded()
  name: string;

  @ApiProperty({ enum: ['movies', 'series'] })
  library_kind: 'movies' | 'series';

  /** One sentence made of the counts and the most frequent genres. */
  @Nested(() => IntelligenceSummary)
  summary: IntelligenceSummary;

  @Nested(() => LibraryCounts)
  counts: LibraryCounts;

  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  facets: IntelligenceFacetGroup[];

  /** Active artifacts of the library that the caller may see, newest first. */
  @Capped('artifact_limit')
  artifact_ids: string[];
}

/** A page of libraries, and the facets over all libraries of the request. */
export class OverviewResponse {
  @Capped(50, () => LibraryOverview)
  libraries: LibraryOverview[];

  /** Exact over every library of the request, not over the page alone. */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  facets: IntelligenceFacetGroup[];

  /** Ids of the request that name no library the caller may see. */
  @Capped(LIBRARY_IDS_MAX)
  unknown_library_ids: string[];

  @Nested(() => IntelligencePage)
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @ApiProperty({ format: 'date-time' })
  generated_at: string;
}
