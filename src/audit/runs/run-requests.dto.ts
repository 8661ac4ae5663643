import { ApiProperty, IntersectionType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, IsUUID, Length, ValidateNested } from 'class-validator';
import { Opaque } from '../../common/request-body/body.decorators';
import { TITLE_MAX_CHARS } from '../../common/text/summary';
import { BoundedRequest, IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { AnswerSizeQuery } from '../../common/dto/answer-size-query.dto';
import { PageQuery } from '../../common/dto/page-query.dto';
import { IsText } from '../../common/dto/text-rules';
import { SOURCES_MAX } from '../../common/request-body/write-bounds';
import { OpaqueJson } from '../../common/json/opaque-json';
import { RUN_PURPOSES, RUN_STATES, type RunPurpose, type RunState } from '../../database/entities/runs/run.entity';
import {
  TOOL_CALL_STATES,
  TOOL_KINDS,
  type ToolCallState,
  type ToolKind,
} from '../../database/entities/runs/tool-call.entity';

/** Maximum length of a stored summary, in code points. Responses cut summaries to `summary_max_chars`. */
export const RUN_SUMMARY_MAX_CHARS = 10_000;

/** A source that a run or tool call is based on. Exactly one of the two ids must be given. */
export class RunSourceRequest {
  /** Media id of an item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;

  /** UUID of an artifact. */
  @IsAbsentOr()
  @IsUUID('loose')
  artifact_id?: string;

  /** The field of the source that was used; at most 64 characters. `watch_state` is the caller's watch state. */
  @IsAbsentOr()
  @IsString()
  @Length(1, 64)
  field?: string;
}

/**
 * Fields that runs and tool calls have in common. An absent field changes nothing. Where null is accepted, it means
 * absent.
 */
export class PutRunOrToolCallRequest {
  /** Summary of the input; at most 10,000 code points. Secrets in it are replaced. */
  @IsOptional()
  @IsText(0, RUN_SUMMARY_MAX_CHARS)
  input_summary?: string | null;

  /** Summary of the output; at most 10,000 code points. Secrets in it are replaced. */
  @IsOptional()
  @IsText(0, RUN_SUMMARY_MAX_CHARS)
  output_summary?: string | null;

  /** Summary of the error; at most 10,000 code points. Secrets in it are replaced. */
  @IsOptional()
  @IsText(0, RUN_SUMMARY_MAX_CHARS)
  error_summary?: string | null;

  /** The items and artifacts that the work is based on; at most 48. Replaces the earlier list. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(SOURCES_MAX)
  @ValidateNested({ each: true })
  @Type(() => RunSourceRequest)
  sources?: RunSourceRequest[];
}

/** Creates or changes a run. */
export class PutRunRequest extends PutRunOrToolCallRequest {
  /** Required for a new run; cannot be changed later. */
  @IsAbsentOr()
  @IsIn(RUN_PURPOSES)
  @ApiProperty({ enum: RUN_PURPOSES, required: false })
  purpose?: RunPurpose;

  /** The new state. Default for a new run: `queued`. */
  @IsAbsentOr()
  @IsIn(RUN_STATES)
  @ApiProperty({ enum: RUN_STATES, required: false })
  status?: RunState;

  /** Name of the language model, as its provider spells it; at most 512 code points. */
  @IsOptional()
  @IsText(1, TITLE_MAX_CHARS)
  model?: string | null;
}

/** Creates or changes a tool call. */
export class PutToolCallRequest extends PutRunOrToolCallRequest {
  /** Name of the tool; at most 512 code points. Required for a new call; cannot be changed later. */
  @IsAbsentOr()
  @IsText(1, TITLE_MAX_CHARS)
  name?: string;

  /** Required for a new call; cannot be changed later. */
  @IsAbsentOr()
  @IsIn(TOOL_KINDS)
  @ApiProperty({ enum: TOOL_KINDS, required: false })
  kind?: ToolKind;

  /** The new state. Default for a new call: `pending`. */
  @IsAbsentOr()
  @IsIn(TOOL_CALL_STATES)
  @ApiProperty({ enum: TOOL_CALL_STATES, required: false })
  status?: ToolCallState;

  /**
   * Any JSON with at most 20,000 elements and members. Secrets in it are replaced. If it is larger than 16 KiB, the
   * service first cuts long strings. If that is not enough, it omits elements and members and cuts long member names.
   * No response contains it.
   */
  @Opaque()
  @ApiProperty({ required: false })
  arguments?: OpaqueJson;

  /** Any JSON. The rules of `arguments` apply. */
  @Opaque()
  @ApiProperty({ required: false })
  result?: OpaqueJson;
}

/** Selects a page of a run's tool calls. */
export class RunAuditRequest extends BoundedRequest {}

/** Selects a page of the caller's runs. */
export class RunListQuery extends IntersectionType(PageQuery, AnswerSizeQuery) {}
