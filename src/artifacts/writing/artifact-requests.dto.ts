import {
  IsOptional,
  IsInt,
  IsIn,
  IsArray,
  ArrayMaxSize,
  IsString,
  IsUUID,
  Length,
  ValidateNested,
  Min,
  Max,
} from 'class-validator';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ARTIFACT_KINDS, type ArtifactKind } from '../../common/dto/artifact-summary.dto';
import { IsText } from '../../common/dto/text-rules';
import { SOURCES_MAX } from '../../common/request-body/write-bounds';
import { OpaqueJson } from '../../common/json/opaque-json';
import { Opaque } from '../../common/request-body/body.decorators';
import { TITLE_MAX_CHARS } from '../../common/text/summary';

/** Maximum length of a stored summary, in code points. Answers shorten it to `summary_max_chars`. */
export const SUMMARY_MAX_CHARS = 10_000;

/** Maximum size of the raw content, in bytes of JSON. */
export const CONTENT_MAX_BYTES = 1_048_576;

/** A source of an artifact: exactly one of the four ids. The caller must be allowed to see the source. */
export class ArtifactSourceRequest {
  /** Media id of an item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;

  /**
   * UUID of an active artifact, or of the superseded artifact that the artifact of this request replaced. A source
   * artifact of a global artifact must be global, too.
   */
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
   * Field of the source that was used, such as `overview`; at most 64 characters. If a media id is given and the field
   * is `watch_state` or a part of it, such as `watch_state.state`, the source is the caller's watch state of the item.
   * Global artifacts cannot have watch states as sources.
   */
  @IsAbsentOr()
  @IsString()
  @Length(1, 64)
  field?: string;
}

/**
 * An artifact to create or replace. Absent and null fields are cleared, except `supersedes_artifact_id`, which stays,
 * and `library_id`, which cannot change.
 */
export class PutArtifactRequest {
  /** What the artifact contains. */
  @IsIn(ARTIFACT_KINDS)
  @ApiProperty({ enum: ARTIFACT_KINDS })
  kind: ArtifactKind;

  /**
   * `user`: only the caller sees the artifact. `global`: every user who sees its library, or every user if it has no
   * library; requires the right `artifacts:write`. Cannot be changed later.
   */
  @IsIn(['global', 'user'])
  @ApiProperty({ enum: ['global', 'user'] })
  scope: 'global' | 'user';

  /**
   * UUID of the library that the artifact belongs to; default: the library of the item. It cannot be changed. To
   * replace an artifact that has a library but no item, give its library again.
   */
  @IsOptional()
  @IsUUID('loose')
  library_id?: string | null;

  /** Media id of the item that the artifact is about. */
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

  /** The raw result: a JSON object of at most 1 MiB and 20,000 elements and members. No answer contains it. */
  @Opaque()
  @ApiProperty({ type: 'object', additionalProperties: true })
  content: OpaqueJson;

  /** Person, model or program that produced the artifact; at most 512 code points. */
  @IsOptional()
  @IsText(1, TITLE_MAX_CHARS)
  producer?: string | null;

  /** What the artifact was derived from, at most 48 sources. The service adds the item and the run of the artifact. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(SOURCES_MAX)
  @ValidateNested({ each: true })
  @Type(() => ArtifactSourceRequest)
  sources?: ArtifactSourceRequest[];

  /** UUID of the caller's run that produced the artifact; default: the run of the tool calls in `sources`. */
  @IsOptional()
  @IsUUID('loose')
  run_id?: string | null;

  /**
   * UUID of the artifact that this one replaces. It must have the same scope and library. Once set, it stays: another
   * UUID is a conflict.
   */
  @IsOptional()
  @IsUUID('loose')
  supersedes_artifact_id?: string | null;

  /** The revision that the caller expects, 0 for a new artifact. Any other revision gives a 409. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  expected_revision?: number;
}
