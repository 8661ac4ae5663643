import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { PagedAnswer } from '../../common/dto/page.dto';
import { IntelligenceGroundingRef, IntelligenceMediaRef } from '../../common/dto/references.dto';
import { IntelligenceSummary } from '../../common/dto/summary.dto';
import { ItemsRequest } from '../../common/dto/selection-request.dto';
import { PAGE_LIMIT } from '../../common/paging/cap-table';
import { IntelligenceOrigins } from '../../common/dto/origins.dto';
import { Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import { Kept } from '../../common/response-detail/kept.decorator';
import { Packed } from '../../common/response-budget/packed.decorator';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';
import { CandidateFilters, IsNotBelowGte } from '../query/candidate-filters.dto';
import { BROWSE_SORT_NAMES, type BrowseSort } from './browse-sorts';

const RUNTIME_MAX_MINUTES = 100_000;

/** A range of runtimes. Without bounds it has no effect. With a bound, it excludes items without a runtime. */
export class RuntimeRange {
  /** Shortest runtime in minutes, included; 0 to 100,000. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(RUNTIME_MAX_MINUTES)
  gte?: number;

  /** Longest runtime in minutes, included; 0 to 100,000 and not less than `gte`. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(RUNTIME_MAX_MINUTES)
  @IsNotBelowGte()
  lte?: number;
}

/** The filters of a search, and the runtime. An item must satisfy all of them. */
export class BrowseFilters extends CandidateFilters {
  /** Range of runtimes, in minutes. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => RuntimeRange)
  runtime_minutes?: RuntimeRange;
}

/** What to list, and in which order. */
export class BrowseRequest extends ItemsRequest {
  /**
   * Order of the items; default `added`. `added`: latest `added_at` first. `year`: latest year first. `title`: by the
   * title in lower case without accents, spaces and punctuation. `popularity`: highest first. `last_watched`: only
   * items with a watch state of the caller, most recently watched first. Items without a year or popularity come last.
   */
  @IsAbsentOr()
  @IsIn(BROWSE_SORT_NAMES)
  @ApiProperty({ enum: BROWSE_SORT_NAMES, required: false })
  sort?: BrowseSort;

  /** Conditions that every item must satisfy. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => BrowseFilters)
  filters?: BrowseFilters;
}

/** The caller's watch state of a movie or an episode. */
export class BrowsedWatchState {
  /** Watch state of the caller. */
  @ApiProperty({ enum: WATCH_STATES })
  state: (typeof WATCH_STATES)[number];

  /** Position in the item, in seconds from its start. */
  position_seconds: number;

  /** Duration of the item in seconds; zero if unknown. */
  duration_seconds: number;

  /** When the caller last watched the item. */
  @ApiProperty({ format: 'date-time' })
  last_watched_at: string;
}

/** An item of a list. */
export class BrowsedItem {
  /** The item. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  media: IntelligenceMediaRef;

  /** The item's overview, or its tagline if it has no overview, cut to `caps.summary_max_chars`. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
  summary: IntelligenceSummary;

  /** Runtime in minutes; null if unknown. */
  @ApiProperty({ type: 'integer', nullable: true })
  runtime_minutes: number | null;

  /** Popularity, as the source of the catalog counts it; null if unknown. */
  @ApiProperty({ type: Number, nullable: true })
  popularity: number | null;

  /** When the service first stored the item. */
  @ApiProperty({ format: 'date-time' })
  added_at: string;

  /** The caller's watch state; null if the caller has none. */
  @Nested(() => BrowsedWatchState, { nullable: true })
  watch_state: BrowsedWatchState | null;

  /** The value that the item is sorted by; its title if it has no such value. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** Origins of the texts of listed items. */
export const BROWSE_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['items'] });

/**
 * A page of items. If few items match the filters, a page can have fewer items than its limit, or none, although
 * `has_more` is true. `next_cursor` then continues the list.
 */
export class BrowseResponse extends PagedAnswer {
  /** The items, in the order of `sort`. */
  @Capped(PAGE_LIMIT.max, () => BrowsedItem)
  @Packed('rows')
  @Kept('ids')
  items: BrowsedItem[];

  /** The order of the items. */
  @ApiProperty({ enum: BROWSE_SORT_NAMES })
  sort: BrowseSort;
}
