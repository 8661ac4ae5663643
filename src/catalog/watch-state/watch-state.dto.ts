import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Bounded } from '../../common/response-bounds/bounded.decorators';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';
import type { WatchState } from './watch-progress';

/** The longest position or duration: a year, in seconds. */
const SECONDS_MAX = 31_536_000;

/** Where a player stands. */
export class WatchStateRequest {
  /** Whole seconds from the start, 0 to 31,536,000. */
  @IsInt()
  @Min(0)
  @Max(SECONDS_MAX)
  position_seconds: number;

  /** Whole seconds, 0 to 31,536,000; 0 when the player does not know. */
  @IsInt()
  @Min(0)
  @Max(SECONDS_MAX)
  duration_seconds: number;

  /** The player's own word; absent: completed from the configured share of the duration on (90 % by default). */
  @IsAbsentOr()
  @IsBoolean()
  completed?: boolean;
}

/** The caller's watch state of one movie or episode. */
export class WatchStateResponse {
  /** Canonical. */
  @Bounded()
  media_id: string;

  @ApiProperty({ enum: WATCH_STATES })
  state: WatchState;

  position_seconds: number;

  duration_seconds: number;

  /** Share of the duration from which the item counts as completed. */
  threshold_percent: number;

  @ApiProperty({ format: 'date-time' })
  last_watched_at: string;
}
