import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { CURSOR_MAX_CHARS } from '../paging/cursor';
import { IsAbsentOr } from './bounded-request.dto';

/** The largest integer that `limit` accepts: 15 digits. */
const LIMIT_MAX = 999_999_999_999_999;

/** Page of a list that is read with GET. */
export class PageQuery {
  /** Maximum number of rows of the page; default 20. Values above 50 count as 50; values below 1 give the default. */
  @ApiProperty({ type: 'integer', minimum: -LIMIT_MAX, maximum: LIMIT_MAX, required: false })
  @IsAbsentOr()
  @Matches(/^-?\d{1,15}$/, { message: 'must be an integer of at most 15 digits' })
  limit?: string;

  /** `next_cursor` of the previous page. */
  @ApiProperty({ required: false, minLength: 1, maxLength: CURSOR_MAX_CHARS })
  @IsAbsentOr()
  @IsString()
  cursor?: string;
}
