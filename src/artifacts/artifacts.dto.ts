import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Opaque } from '../common/response-bounds/large-body.decorator';
import { TITLE_MAX_CHARS } from '../common/paging/caps';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import {
  ARTIFACT_KINDS,
  type ArtifactKind,
  IntelligenceArtifactSummary,
  IntelligenceEffectiveCaps,
  IntelligencePage,
} from '../common/dto/intelligence.dto';
import { IsSearchText, IsText } from '../common/dto/text-rules';
import { OpaqueJson } from '../common/json/opaque-json';

/** Values of one filter list at most. */
export const FILTER_VALUES_MAX = 50;
/** Sources of one artifact at most. */
export const SOURCES_MAX = 48;
/** The longest stored summary, in code points; answers cut it to their budget. */
export const SUMMARY_MAX_CHARS = 10_000;
/** The longest reason of an invalidation, in code points. */
export const REASON_MAX_CHARS = 2_000;
/** The largest raw content, in bytes of JSON. */
export const CONTENT_MAX_BYTES = 1_048_576;

/** What an artifact was derived from: exactly one of the four ids, each of something the caller may see. */
export class ArtifactSourceRequest {
  /** Canonical or any accepted spelling of a media id. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;

  /** UUID of an active artifact; a global artifact is derived from global ones only. */
  @IsAbsentOr()
  @IsUUID('loose')
  artifact_id?: string;

  /** UUID of a run of the caller. */
  @IsAbsentOr()
  @IsUUID('loose')
  run_id?: string;

  /** UUID of a tool call of the caller. */
  @IsAbsentOr()
  @IsUUID('loose')
  tool_call_id?: string;

  /**
   * The field of the source that was used, such as `overview`; at most 64 characters. With a media id, `watch_state` (or
   * a part of it, such as `watch_state.state`) names the caller's watch state of the item as the source, not the item.
   * A global artifact has no such source.
   */
  @IsAbsentOr()
  @IsString()
  @Length(1, 64)
  field?: string;
}

/** An artifact as its writer gives it; what is absent of an earlier version is taken back, but for `supersedes`. */
export class PutArtifactRequest {
  @IsIn(ARTIFACT_KINDS)
  @ApiProperty({ enum: ARTIFACT_KINDS })
  kind: ArtifactKind;

  /** `user`: for the caller alone. `global`: for everybody; needs the scope `artifacts:write`. Never changes. */
  @IsIn(['global', 'user'])
  @ApiProperty({ enum: ['global', 'user'] })
  scope: 'global' | 'user';

  /** UUID of the library it stands for; that of the item when absent. Never changes. */
  @IsOptional()
  @IsUUID('loose')
  library_id?: string | null;

  /** The item it stands for. */
  @IsOptional()
  @IsString()
  media_id?: string | null;

  /** 1 to 512 code points, on one line. */
  @IsText(1, TITLE_MAX_CHARS)
  title: string;

  /** At most 10,000 code points; default empty. */
  @IsOptional()
  @IsText(0, SUMMARY_MAX_CHARS)
  summary?: string | null;

  /** The raw result, any JSON object of at most 1 MiB and 20,000 elements and members. It is stored and never answered. */
  @Opaque()
  @ApiProperty({ type: 'object', additionalProperties: true })
  content: OpaqueJson;

  /** Who or what made it; at most 512 code points. */
  @IsOptional()
  @IsText(1, TITLE_MAX_CHARS)
  producer?: string | null;

  /** What it was derived from, at most 48; the item it stands for is one of them by itself. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(SOURCES_MAX)
  @ValidateNested({ each: true })
  @Type(() => ArtifactSourceRequest)
  sources?: ArtifactSourceRequest[];

  /** UUID of the caller's run that made it. */
  @IsOptional()
  @IsUUID('loose')
  run_id?: string | null;

  /** UUID of the artifact that this one replaces: of the same scope and library. */
  @IsOptional()
  @IsUUID('loose')
  supersedes_artifact_id?: string | null;

  /** The revision the writer knows, 0 for none; another one is there: 409. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  expected_revision?: number;
}

/** Why an artifact is taken out of use. */
export class InvalidateArtifactRequest {
  /** 1 to 2,000 code points. */
  @IsText(1, REASON_MAX_CHARS)
  reason: string;
}

/** An artifact that was taken out of use, and all that was derived from it with it. */
export class InvalidatedArtifact {
  @Bounded()
  artifact_id: string;

  @ApiProperty({ enum: ['invalidated'] })
  status: 'invalidated';

  revision: number;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

/** Which artifacts; every given filter must hold. */
export class SearchArtifactsRequest extends BoundedRequest {
  /** 1 to 50 UUIDs. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsUUID('loose', { each: true })
  artifact_ids?: string[];

  /** 1 to 50 media ids: artifacts that stand for one of them. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsString({ each: true })
  media_ids?: string[];

  /** 1 to 50 UUIDs: artifacts of one of these libraries. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsUUID('loose', { each: true })
  library_ids?: string[];

  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(FILTER_VALUES_MAX)
  @IsIn(ARTIFACT_KINDS, { each: true })
  @ApiProperty({ enum: ARTIFACT_KINDS, isArray: true, required: false })
  kinds?: ArtifactKind[];

  /** Words that title and summary must hold, all of them; 1 to 512 code points after trimming. */
  @IsAbsentOr()
  @IsSearchText()
  query?: string;
}

/** A page of active artifacts, newest first. */
export class SearchArtifactsResponse {
  @Capped('artifact_limit', () => IntelligenceArtifactSummary)
  artifacts: IntelligenceArtifactSummary[];

  @Nested(() => IntelligencePage)
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;
}
