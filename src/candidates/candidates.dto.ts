import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import {
  IntelligenceEffectiveCaps,
  IntelligenceGroundingRef,
  IntelligenceMediaRef,
  IntelligencePage,
  IntelligenceSummary,
} from '../common/dto/intelligence.dto';
import { IsSearchText } from '../common/dto/text-rules';
import { MEDIA_KINDS, type MediaKind } from '../common/media-id';
import { SEARCH_FIELDS, type SearchField } from './query/search-query';

/** How well the words of a query stand in a field, the best first. */
export const MATCH_TIERS = ['exact_title', 'title_prefix', 'all_terms', 'most_terms', 'fuzzy'] as const;
export type MatchTier = (typeof MATCH_TIERS)[number];

const WATCH_STATES = ['unwatched', 'in_progress', 'completed'] as const;
type WatchStateName = (typeof WATCH_STATES)[number];

const LIBRARY_IDS_MAX = 50;
/** Values of one filter. */
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

/** What to search for. */
export class SearchCandidatesRequest extends BoundedRequest {
  /** 1 to 512 code points after trimming; every character is a word or a separator, none is an operator. */
  @IsSearchText()
  query: string;

  /** UUIDs of 1 to 50 libraries; absent: every library the caller may see. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LIBRARY_IDS_MAX)
  @IsUUID('loose', { each: true })
  library_ids?: string[];

  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MEDIA_KINDS.length * 2)
  @IsIn(MEDIA_KINDS, { each: true })
  @ApiProperty({ enum: MEDIA_KINDS, isArray: true, required: false })
  media_kinds?: MediaKind[];

  @IsAbsentOr()
  @ValidateNested()
  @Type(() => CandidateFilters)
  filters?: CandidateFilters;

  /**
   * Fields to search; absent: all. `title` is the title of an item, its other titles and its series' title, and what is
   * asked for with a title: year, season, episode.
   */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(SEARCH_FIELDS.length * 2)
  @IsIn(SEARCH_FIELDS, { each: true })
  @ApiProperty({ enum: SEARCH_FIELDS, isArray: true, required: false })
  search_in?: SearchField[];

  /** Whether to name the artifacts about each candidate; default true. */
  @IsAbsentOr()
  @IsBoolean()
  include_artifacts?: boolean;
}

/** A field in which words of the query stand. */
export class CandidateMatch {
  @ApiProperty({ enum: SEARCH_FIELDS })
  field: SearchField;

  /**
   * `exact_title`: the query is a title; `title_prefix`: a title begins with it; `all_terms`, `most_terms`: all, at
   * least half of its words; `fuzzy`: fewer, or words that differ by a slip of the keyboard.
   */
  @ApiProperty({ enum: MATCH_TIERS })
  tier: MatchTier;
}

/** An item that the query may mean. */
export class IntelligenceCandidate {
  @Nested(() => IntelligenceMediaRef)
  media: IntelligenceMediaRef;

  @Nested(() => IntelligenceSummary)
  summary: IntelligenceSummary;

  /** One sentence that names what matched. */
  @Bounded()
  match_reason: string;

  /** 0 to 1, six decimals; comparable within one answer and its next pages. */
  @ApiProperty({ minimum: 0, maximum: 1 })
  score: number;

  /** The best field first. */
  @Capped(SEARCH_FIELDS.length, () => CandidateMatch)
  matched: CandidateMatch[];

  @Capped('artifact_limit')
  artifact_ids: string[];

  /**
   * The text around the matched words of each matched field; where a year, season or episode matched and no title, that
   * (`year`, `season_number`, `episode_number`).
   */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];
}

/** A page of candidates, the best first. */
export class SearchCandidatesResponse {
  @Capped('candidate_limit', () => IntelligenceCandidate)
  candidates: IntelligenceCandidate[];

  /** The query with misspelt words replaced, when that is what the best candidate matched; else null. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  @Bounded()
  did_you_mean: string | null;

  @Nested(() => IntelligencePage)
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;
}
