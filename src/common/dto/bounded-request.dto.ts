import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Max, Min, ValidateIf, ValidateNested } from 'class-validator';
import { type CapName } from '../paging/caps';
import { CURSOR_MAX_CHARS } from '../paging/cursor';

const isGiven = (_: object, value: unknown): boolean => value !== undefined;

/** An optional field that, unlike with `IsOptional`, may not be null. */
export function IsAbsentOr(): PropertyDecorator {
  return ValidateIf(isGiven);
}

const SafeInteger = (): PropertyDecorator => (prototype, field) => {
  IsAbsentOr()(prototype, field);
  IsInt()(prototype, field);
  Min(Number.MIN_SAFE_INTEGER)(prototype, field);
  Max(Number.MAX_SAFE_INTEGER)(prototype, field);
};

/** Which page, and how long. */
export class IntelligencePagination {
  /**
   * Rows a page holds, 1 to 50; any integer is taken and clamped. A page is never longer than the list's cap. Absent or
   * below 1: as long as that cap, or 20 where no cap bounds the list.
   */
  @SafeInteger()
  limit?: number;

  /** `next_cursor` of the page before; absent for the first page. */
  @ApiProperty({ type: String, required: false, nullable: true, minLength: 1, maxLength: CURSOR_MAX_CHARS })
  @IsOptional()
  @IsString()
  cursor?: string | null;
}

/**
 * Upper bounds of the lists and texts of an answer. Any integer is taken and clamped: below 1 gives the default. The cap
 * of a list that is cut into pages is the size of its pages unless `pagination.limit` is smaller.
 */
export class IntelligenceCaps implements Partial<Record<CapName, number>> {
  /** Search candidates; default 12, at most 50. */
  @SafeInteger()
  candidate_limit?: number;

  /** Artifacts and lists of artifact ids; default 8, at most 24. */
  @SafeInteger()
  artifact_limit?: number;

  /** Related items; default 8, at most 24. */
  @SafeInteger()
  related_limit?: number;

  /** Values of each facet group; default 12, at most 32. */
  @SafeInteger()
  facet_limit?: number;

  /** Groundings of each row; default 12, at most 48. */
  @SafeInteger()
  grounding_limit?: number;

  /** Tool calls of a run; default 16, at most 64. */
  @SafeInteger()
  tool_call_limit?: number;

  /** Code points of each summary; default 400, at most 800. */
  @SafeInteger()
  summary_max_chars?: number;
}

/** What every POST read takes: both parts optional. Request classes extend it. */
export class BoundedRequest {
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => IntelligencePagination)
  pagination?: IntelligencePagination;

  @IsAbsentOr()
  @ValidateNested()
  @Type(() => IntelligenceCaps)
  caps?: IntelligenceCaps;
}
