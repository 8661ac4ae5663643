/** The filters of a search. */
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import { IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';

/** Maximum number of values of one filter. */
const FILTER_VALUES_MAX = 50;
/** Maximum length of one filter value in code points. Titles, names and labels in answers have the same maximum. */
const FILTER_VALUE_MAX_LENGTH = 512;
/** Maximum number of watch states in the filter. Like the other lists, this list may repeat values. */
const WATCH_STATES_MAX = WATCH_STATES.length * 2;

function FilterValues(): PropertyDecorator {
  return (prototype, field) => {
    IsAbsentOr()(prototype, field);
    IsArray()(prototype, field);
    ArrayMinSize(1)(prototype, field);
    ArrayMaxSize(FILTER_VALUES_MAX)(prototype, field);
    IsString({ each: true })(prototype, field);
    Length(1, FILTER_VALUE_MAX_LENGTH, { each: true })(prototype, field);
    ApiProperty({ type: String, isArray: true, required: false, minItems: 1, maxItems: FILTER_VALUES_MAX })(
      prototype,
      field,
    );
  };
}

/** Rejects an empty range, because the search would find nothing and the mistake would go unnoticed. */
export function IsNotBelowGte(): PropertyDecorator {
  const validate = (lte: unknown, args?: ValidationArguments): boolean => {
    const { gte } = args?.object as { readonly gte?: unknown };
    return typeof gte !== 'number' || typeof lte !== 'number' || lte >= gte;
  };
  return ValidateBy({ name: 'isNotBelowGte', validator: { validate } }, { message: 'must not be less than gte' });
}

/** A range of release years. Without bounds it has no effect. With a bound, it excludes items without a year. */
export class YearRange {
  /** First year, included; 0 to 9999. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(9999)
  gte?: number;

  /** Last year, included; 0 to 9999 and not less than `gte`. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(9999)
  @IsNotBelowGte()
  lte?: number;
}

/** Genres by key or label, ignoring case. Each list has 1 to 50 genres. */
export class GenreFilter {
  /** At least one of these. */
  @FilterValues()
  any?: string[];

  /** Every one of these. */
  @FilterValues()
  all?: string[];

  /** None of these. */
  @FilterValues()
  none?: string[];
}

/**
 * Conditions that a candidate must satisfy, in addition to matching the text. Of a list of values, one is enough,
 * except in `genres.all` and `genres.none`. An absent condition matches every candidate; an empty list is rejected.
 */
export class CandidateFilters {
  /** Range of release years. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => YearRange)
  year?: YearRange;

  /** Conditions on genres. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => GenreFilter)
  genres?: GenreFilter;

  /** 1 to 50 original languages, as stored in the catalog. */
  @FilterValues()
  languages?: string[];

  /** 1 to 50 content ratings. */
  @FilterValues()
  content_ratings?: string[];

  /** 1 to 50 full names of people. */
  @FilterValues()
  people?: string[];

  /** 1 to 50 countries. */
  @FilterValues()
  countries?: string[];

  /** Watch states of the caller. An item without one is `unwatched`, so every series and season is. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(WATCH_STATES_MAX)
  @IsIn(WATCH_STATES, { each: true })
  @ApiProperty({ enum: WATCH_STATES, isArray: true, required: false })
  watch_states?: (typeof WATCH_STATES)[number][];
}
