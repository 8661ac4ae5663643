import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { Bounded } from '../../common/response-bounds/bounded.decorators';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';
import type { WatchState } from './watch-progress';

/** Maximum position or duration in seconds: one year. */
const SECONDS_MAX = 31_536_000;

/** The progress that a player reports. */
export class WatchStateRequest {
  /** Whole seconds from the start, 0 to 31,536,000. */
  @IsInt()
  @Min(0)
  @Max(SECONDS_MAX)
  position_seconds: number;

  /** Whole seconds, 0 to 31,536,000; 0 if unknown. */
  @IsInt()
  @Min(0)
  @Max(SECONDS_MAX)
  duration_seconds: number;

  /** Whether the item is completed. If absent, the position decides: from 90 % of the duration by default. */
  @IsAbsentOr()
  @IsBoolean()
  completed?: boolean;
}

/** The caller's watch state of one movie or episode. */
export class WatchStateResponse {
  /** Canonical media id. */
  @Bounded()
  media_id: string;

  /** The new watch state. */
  @ApiProperty({ enum: WATCH_STATES })
  state: WatchState;

  /** Where the caller stopped, in seconds from the start. */
  position_seconds: number;

  /** Length of the item, in seconds; 0 if unknown. */
  duration_seconds: number;

  /** Percentage of the duration from which the item counts as completed. */
  threshold_percent: number;

  /** When the caller last watched the item. */
  @ApiProperty({ format: 'date-time' })
  last_watched_at: string;
}
