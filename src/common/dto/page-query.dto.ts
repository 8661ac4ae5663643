import { ApiProperty } from '@nestjs/swagger';
import { IsString, Matches } from 'class-validator';
import { CURSOR_MAX_CHARS } from '../paging/cursor';
import { IsAbsentOr } from './bounded-request.dto';

/** Which page of a list that is asked for by GET. */
export class PageQuery {
  /** Entries a page holds; 1 to 50, default 20. Any integer is taken and clamped. */
  @ApiProperty({ type: 'integer', required: false })
  @IsAbsentOr()
  @Matches(/^-?\d{1,15}$/, { message: 'must be an integer of at most 15 digits' })
  limit?: string;

  /** `next_cursor` of the page before. */
  @ApiProperty({ required: false, minLength: 1, maxLength: CURSOR_MAX_CHARS })
  @IsAbsentOr()
  @IsString()
  cursor?: string;
}
