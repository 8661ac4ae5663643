import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, IsUUID } from 'class-validator';
import { Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import { ARTIFACT_KINDS, type ArtifactKind, IntelligenceArtifactSummary } from '../common/dto/artifact-summary.dto';
import { IntelligenceDropped, PagedAnswer } from '../common/dto/page.dto';
import { IsSearchText } from '../common/dto/text-rules';
import { IntelligenceOrigins, IsOrigins } from '../common/dto/origins.dto';

/** Maximum number of values in a filter list. */
const FILTER_VALUES_MAX = 50;

/** Filters of a list of artifacts. An artifact must match all given filters. */
export class SearchArtifactsRequest extends BoundedRequest {
  /** 1 to 50 UUIDs. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsUUID('loose', { each: true })
  artifact_ids?: string[];

  /** 1 to 50 media ids. Matches artifacts about one of these items. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsString({ each: true })
  media_ids?: string[];

  /** 1 to 50 UUIDs. Matches artifacts of one of these libraries. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsUUID('loose', { each: true })
  library_ids?: string[];

  /** Kinds of artifacts; absent: all. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsIn(ARTIFACT_KINDS, { each: true })
  @ApiProperty({ enum: ARTIFACT_KINDS, isArray: true, required: false })
  kinds?: ArtifactKind[];

  /**
   * Words to search for, 1 to 512 code points after trimming. The title and summary together must contain the first 32
   * distinct words. Stop words count only if there are no other words; then the title must contain them.
   */
  @IsAbsentOr()
  @IsSearchText()
  query?: string;
}

/**
 * Origins of the texts of artifacts. `media` and `grounding` contain texts of the catalog, except for groundings that
 * have an `origin`. The `origin` of an artifact applies to its other texts.
 */
export const ARTIFACT_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['media', 'grounding'] });

/** A page of active artifacts, newest first. */
export class SearchArtifactsResponse extends PagedAnswer {
  /** The artifacts, newest first. */
  @Capped('artifact_limit', () => IntelligenceArtifactSummary)
  @Packed('rows')
  @Kept('ids')
  artifacts: IntelligenceArtifactSummary[];
}

/** One artifact, as written or as read by its id. */
export class ArtifactResponse extends IntelligenceArtifactSummary {
  @IsOrigins()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}
