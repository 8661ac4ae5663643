import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsUUID, ValidateNested } from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import {
  IntelligenceDropped,
  IntelligenceEffectiveCaps,
  IntelligenceGroundingRef,
  IntelligenceMediaRef,
  IntelligencePage,
  IntelligenceSummary,
} from '../common/dto/intelligence.dto';
import { IsSearchText } from '../common/dto/text-rules';
import { MEDIA_KINDS, type MediaKind } from '../common/media-id';
import { MATCH_TIERS, type MatchTier } from './explain/match-tiers';
import { UNDERSTOOD_KINDS, UNDERSTOOD_MAX, type UnderstoodKind } from './explain/understood';
import { CandidateFilters } from './query/candidate-filters.dto';
import { SEARCH_FIELDS, type SearchField } from './query/search-query';

const LIBRARY_IDS_MAX = 50;

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

  /** Kinds of items; absent: all. */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MEDIA_KINDS.length * 2)
  @IsIn(MEDIA_KINDS, { each: true })
  @ApiProperty({ enum: MEDIA_KINDS, isArray: true, required: false })
  media_kinds?: MediaKind[];

  /** Conditions that every item must satisfy. */
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
  /** The field. */
  @ApiProperty({ enum: SEARCH_FIELDS })
  field: SearchField;

  /**
   * `exact_title`: the query is a title; `title_prefix`: a title begins with it; `all_terms`, `most_terms`: all, at
   * least half of its words; `fuzzy`: fewer, or misspelled words.
   */
  @ApiProperty({ enum: MATCH_TIERS })
  tier: MatchTier;
}

/** An item that the query may mean. */
export class IntelligenceCandidate {
  /** The item. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  media: IntelligenceMediaRef;

  /** Overview of the item, cut to `caps.summary_max_chars`. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
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

  /** Ids of active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /**
   * The text around the matched words of each matched field; where a year, season or episode matched and no title, that
   * (`year`, `season_number`, `episode_number`).
   */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** A part of the query that asks for something beside its words. */
export class UnderstoodPart {
  /**
   * `years`: years of release; `genre`: a genre; `excluded`: a genre or words that candidates should not have; `role`: what
   * a person does; `phrase`: quoted words; `id`: an id of an item. Years, genres and roles only change the order of
   * candidates: a title that equals the query still comes first.
   */
  @ApiProperty({ enum: UNDERSTOOD_KINDS })
  kind: UnderstoodKind;

  /** "1980-1989", "science fiction", "director"; the quoted words, or the id. */
  @ApiProperty({ maxLength: 512 })
  @Bounded()
  value: string;

  /** The words of the query that say so. */
  @ApiProperty({ maxLength: 512 })
  @Bounded()
  text: string;
}

/** A page of candidates, the best first. */
export class SearchCandidatesResponse {
  /** The candidates, best match first. */
  @Capped('candidate_limit', () => IntelligenceCandidate)
  @Packed('rows')
  @Kept('ids')
  candidates: IntelligenceCandidate[];

  /** The query with misspelt words replaced, when that is what the best candidate matched; else null. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  @Bounded()
  @Kept('brief')
  did_you_mean: string | null;

  /** What the search took parts of the query for, in the order of the query; empty if it only looked for its words. */
  @Capped(UNDERSTOOD_MAX, () => UnderstoodPart)
  understood: UnderstoodPart[];

  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}
