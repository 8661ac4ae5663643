import { ApiProperty } from '@nestjs/swagger';
import { PagedAnswer } from '../../common/dto/page.dto';
import { IntelligenceGroundingRef, IntelligenceMediaRef } from '../../common/dto/references.dto';
import { IntelligenceSummary } from '../../common/dto/summary.dto';
import { LibrariesRequest } from '../../common/dto/selection-request.dto';
import { PAGE_LIMIT } from '../../common/paging/cap-table';
import { IntelligenceOrigins } from '../../common/dto/origins.dto';
import { Bounded, Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import { Kept } from '../../common/response-detail/kept.decorator';
import { Packed } from '../../common/response-budget/packed.decorator';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';

/** Request for the next episodes of the caller. */
export class NextUpRequest extends LibrariesRequest {}

/** The next episode of a series that the caller has begun. */
export class NextUpItem {
  /** The episode. Its member `series` is its series. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  media: IntelligenceMediaRef;

  /** The item's overview, cut to `caps.summary_max_chars`. An item without an overview has its tagline here. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
  summary: IntelligenceSummary;

  /** State of this episode; `in_progress` if the caller has begun it. */
  @ApiProperty({ enum: WATCH_STATES })
  state: (typeof WATCH_STATES)[number];

  /** Seconds from the start; 0 if the caller has not begun the episode. */
  position_seconds: number;

  /** Duration of the episode in seconds; zero if unknown. */
  duration_seconds: number;

  /**
   * The episode, not counting specials, that the caller watched last in this series: this one, or an earlier one; null
   * if it is not available.
   */
  @ApiProperty({ type: String, nullable: true })
  @Bounded()
  last_media_id: string | null;

  /** When the caller last watched an episode of this series. Specials do not count. */
  @ApiProperty({ format: 'date-time' })
  last_watched_at: string;

  /** The watch state of the episode in `last_media_id`. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** Origins of the texts of next episodes. */
export const NEXT_UP_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['items'] });

/** A page of next episodes. */
export class NextUpResponse extends PagedAnswer {
  /** The next episodes; the series that was watched last comes first. */
  @Capped(PAGE_LIMIT.max, () => NextUpItem)
  @Packed('rows')
  @Kept('ids')
  items: NextUpItem[];
}
