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

const WATCH_STATES = ['unwatched', 'in_progress', 'completed'] as const;
type WatchStateName = (typeof WATCH_STATES)[number];

/** Values of one filter, at most. */
const FILTER_VALUES_MAX = 50;
/** Code units of one filter value; titles, names and labels have at most 512 code points. */
const FILTER_VALUE_MAX_LENGTH = 512;

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

/** Refuses a range that no year lies in, so that a mistake is not taken for a search without hits. */
function IsNotBelowGte(): PropertyDecorator {
  const validate = (lte: unknown, args?: ValidationArguments): boolean => {
    const { gte } = args?.object as Partial<YearRange>;
    return typeof gte !== 'number' || typeof lte !== 'number' || lte >= gte;
  };
  return ValidateBy({ name: 'isNotBelowGte', validator: { validate } }, { message: 'must not be less than gte' });
}

/** A range of years of release; items without a year are outside of every range. */
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

/** Genres by key or label, whatever their case; 1 to 50 in each list. */
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

/** What candidates must be, beside the text; all conditions hold together, values of one list are alternatives. An absent condition does not narrow, an empty list is refused. */
export class CandidateFilters {
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => YearRange)
  year?: YearRange;

  @IsAbsentOr()
  @ValidateNested()
  @Type(() => GenreFilter)
  genres?: GenreFilter;

  /** 1 to 50 original languages, as the catalog spells them. */
  @FilterValues()
  languages?: string[];

  /** 1 to 50. */
  @FilterValues()
  content_ratings?: string[];

  /** 1 to 50 whole names of people. */
  @FilterValues()
  people?: string[];

  /** 1 to 50. */
  @FilterValues()
  countries?: string[];

  /** States of the caller; what was never begun is `unwatched`. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(WATCH_STATES.length * 2)
  @IsIn(WATCH_STATES, { each: true })
  @ApiProperty({ enum: WATCH_STATES, isArray: true, required: false })
  watch_states?: WatchStateName[];
}
