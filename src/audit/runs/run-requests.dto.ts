import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsOptional, IsString, IsUUID, Length, ValidateNested } from 'class-validator';
import { Opaque } from '../../common/response-bounds/large-body.decorator';
import { TITLE_MAX_CHARS } from '../../common/text/summary';
import { BoundedRequest, IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { PageQuery } from '../../common/dto/page-query.dto';
import { IsText } from '../../common/dto/text-rules';
import { OpaqueJson } from '../../common/json/opaque-json';
import { RUN_PURPOSES, RUN_STATES, type RunPurpose, type RunState } from '../../database/entities/runs/run.entity';
import {
  TOOL_CALL_STATES,
  TOOL_KINDS,
  type ToolCallState,
  type ToolKind,
} from '../../database/entities/runs/tool-call.entity';

/** The longest stored summary of a run or tool call, in code points; answers cut it to their budget. */
export const RUN_SUMMARY_MAX_CHARS = 10_000;
/** Sources of one run or tool call at most. */
export const RUN_SOURCES_MAX = 48;
/** The highest number of a tool call. */
export const TOOL_CALL_SEQUENCE_MAX = 1_000_000;

const ANY_JSON = {
  required: false,
  nullable: true,
  anyOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
};

/** What a run or tool call was grounded in: exactly one of the two ids. */
export class RunSourceRequest {
  /** Canonical or any accepted spelling of a media id. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;

  /** UUID. */
  @IsAbsentOr()
  @IsUUID('loose')
  artifact_id?: string;

  /** The field of the source that was used; at most 64 characters. `watch_state` is the caller's state of the item. */
  @IsAbsentOr()
  @IsString()
  @Length(1, 64)
  field?: string;
}

/** What runs and tool calls have in common. What is absent or null stays as it was. */
export class WorkRequest {
  /** What went in; at most 10,000 code points. Secrets in it are replaced. */
  @IsOptional()
  @IsText(0, RUN_SUMMARY_MAX_CHARS)
  input_summary?: string | null;

  /** What came out; at most 10,000 code points. */
  @IsOptional()
  @IsText(0, RUN_SUMMARY_MAX_CHARS)
  output_summary?: string | null;

  /** What went wrong; at most 10,000 code points. */
  @IsOptional()
  @IsText(0, RUN_SUMMARY_MAX_CHARS)
  error_summary?: string | null;

  /** What the work was grounded in, at most 48; replaces the earlier list. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMaxSize(RUN_SOURCES_MAX)
  @ValidateNested({ each: true })
  @Type(() => RunSourceRequest)
  sources?: RunSourceRequest[];
}

/** Makes a run, or moves it. */
export class PutRunRequest extends WorkRequest {
  /** Required for a new run; never changes. */
  @IsAbsentOr()
  @IsIn(RUN_PURPOSES)
  @ApiProperty({ enum: RUN_PURPOSES, required: false })
  purpose?: RunPurpose;

  /** The state to be in; a new run is `queued` by default. */
  @IsAbsentOr()
  @IsIn(RUN_STATES)
  @ApiProperty({ enum: RUN_STATES, required: false })
  status?: RunState;

  /** The model that works, as its provider names it; at most 512 code points. */
  @IsOptional()
  @IsText(1, TITLE_MAX_CHARS)
  model?: string | null;
}

/** Makes a tool call, or moves it. */
export class PutToolCallRequest extends WorkRequest {
  /** Required for a new call; at most 512 code points; never changes. */
  @IsAbsentOr()
  @IsText(1, TITLE_MAX_CHARS)
  name?: string;

  /** Required for a new call; never changes. */
  @IsAbsentOr()
  @IsIn(TOOL_KINDS)
  @ApiProperty({ enum: TOOL_KINDS, required: false })
  kind?: ToolKind;

  /** The state to be in; a new call is `pending` by default. */
  @IsAbsentOr()
  @IsIn(TOOL_CALL_STATES)
  @ApiProperty({ enum: TOOL_CALL_STATES, required: false })
  status?: ToolCallState;

  /** Any JSON of at most 20,000 elements and members. Stored with secrets replaced and shrunk to 16 KiB; never answered. */
  @Opaque()
  @ApiProperty(ANY_JSON)
  arguments?: OpaqueJson;

  /** Any JSON, kept as the arguments are. */
  @Opaque()
  @ApiProperty(ANY_JSON)
  result?: OpaqueJson;
}

/** Which page of a run's tool calls. */
export class RunAuditRequest extends BoundedRequest {}

/** Which runs of the caller. */
export class RunListQuery extends PageQuery {}
