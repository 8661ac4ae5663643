import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import type { CapName } from '../paging/cap-table';
import { CURSOR_MAX_CHARS } from '../paging/cursor';
import { DETAIL_LEVELS, type DetailLevel } from '../response-detail/detail-levels';

/** Declares a field that may be absent. Unlike `IsOptional`, refuses null. */
export function IsAbsentOr(): PropertyDecorator {
  return ValidateIf((_: object, value: unknown) => value !== undefined);
}

function OptionalSafeInteger(min = Number.MIN_SAFE_INTEGER): PropertyDecorator {
  return applyDecorators(IsAbsentOr(), IsInt(), Min(min), Max(Number.MAX_SAFE_INTEGER));
}

/** Declares the field `detail`. */
export function IsDetailLevel(): PropertyDecorator {
  return applyDecorators(
    IsAbsentOr(),
    IsIn(DETAIL_LEVELS),
    ApiProperty({ enum: DETAIL_LEVELS, required: false, description: DETAIL_DESCRIPTION }),
  );
}

const DETAIL_DESCRIPTION = `How much of each row the answer contains; default \`standard\`. \`ids\` gives only the id. \`brief\` adds the title, \
the kind, the year and one line of text. Both omit all other fields, including those described as required. \`full\` is \
\`standard\` with the maximum of \`facet_limit\`, \`grounding_limit\` and \`summary_max_chars\`, unless the request sets them.`;

/** Page of a list, and its size. */
export class IntelligencePagination {
  /**
   * Maximum number of rows of a page. Values above 50 count as 50. A page never exceeds the list's cap.
   * When absent or below 1, the page size is that cap, or 20 for a list without a cap.
   */
  @OptionalSafeInteger()
  limit?: number;

  /** `next_cursor` of the previous page; absent for the first page. */
  @ApiProperty({ type: String, required: false, nullable: true, minLength: 1, maxLength: CURSOR_MAX_CHARS })
  @IsOptional()
  @IsString()
  cursor?: string | null;
}

/**
 * Upper bounds of the lists and texts of an answer. Values above the maximum are clamped; values below 1 give the
 * default. The cap of a paged list is its page size, unless `pagination.limit` is smaller.
 */
export class IntelligenceCaps implements Partial<Record<CapName, number>> {
  /** Search candidates; default 12, at most 50. */
  @OptionalSafeInteger()
  candidate_limit?: number;

  /** Artifacts, and the ids in each `artifact_ids`; default 8, at most 24. */
  @OptionalSafeInteger()
  artifact_limit?: number;

  /** Related items; default 8, at most 24. */
  @OptionalSafeInteger()
  related_limit?: number;

  /** Values of each facet group; default 12, at most 32. */
  @OptionalSafeInteger()
  facet_limit?: number;

  /** Groundings and provenances, in each list of them; default 12, at most 48. */
  @OptionalSafeInteger()
  grounding_limit?: number;

  /** Tool calls of a run; default 16, at most 64. */
  @OptionalSafeInteger()
  tool_call_limit?: number;

  /** Code points of each summary; default 400, at most 800. */
  @OptionalSafeInteger()
  summary_max_chars?: number;
}

/** Maximum size of the body of an answer. If both are given, the body exceeds neither. */
export class IntelligenceBudget {
  /** UTF-16 code units of the body; at least 1. Values above 100,000 count as 100,000. Default: no maximum. */
  @OptionalSafeInteger(1)
  max_chars?: number;

  /**
   * Tokens of the body, as the service estimates them; at least 1. Values above 32,000 count as 32,000. Default: no
   * maximum.
   */
  @OptionalSafeInteger(1)
  max_tokens?: number;
}

/** Optional fields of every read route with the method POST. Request classes extend this class. */
export class BoundedRequest {
  /** Page of the list. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => IntelligencePagination)
  pagination?: IntelligencePagination;

  /** Upper bounds of the lists and texts of the answer. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => IntelligenceCaps)
  caps?: IntelligenceCaps;

  /** Maximum size of the body of the answer. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => IntelligenceBudget)
  budget?: IntelligenceBudget;

  @IsDetailLevel()
  detail?: DetailLevel;
}
