import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { DetailLevel } from '../response-detail/detail-levels';
import { IsAbsentOr, IsDetailLevel } from './bounded-request.dto';

/** Declares a query parameter that sets a maximum size: a positive integer of at most 15 digits. */
export function IsBudget(): PropertyDecorator {
  return applyDecorators(
    IsAbsentOr(),
    Matches(/^[1-9]\d{0,14}$/, { message: 'must be an integer from 1 to 999999999999999' }),
    ApiProperty({ type: 'integer', minimum: 1, maximum: 999_999_999_999_999, required: false }),
  );
}

/** What limits the size of an answer to a GET: the budget and the detail level. */
export class AnswerSizeQuery {
  /** UTF-16 code units of the body; at least 1. Values above 100,000 count as 100,000. Default: no maximum. */
  @IsBudget()
  max_chars?: string;

  /**
   * Tokens of the body, as the service estimates them; at least 1. Values above 32,000 count as 32,000. Default: no
   * maximum.
   */
  @IsBudget()
  max_tokens?: string;

  @IsDetailLevel()
  detail?: DetailLevel;
}
