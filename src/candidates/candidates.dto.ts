import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, ValidateNested } from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { IsAbsentOr } from '../common/dto/bounded-request.dto';
import { FACET_KINDS, type FacetKind } from '../common/dto/facet-kinds';
import { IntelligenceDropped, IntelligenceEffectiveCaps, IntelligencePage } from '../common/dto/page.dto';
import { IntelligenceFacetGroup } from '../common/dto/facets.dto';
import { IntelligenceGroundingRef, IntelligenceMediaRef } from '../common/dto/references.dto';
import { IntelligenceSummary } from '../common/dto/summary.dto';
import { IsFacetKinds, ItemsRequest } from '../common/dto/selection-request.dto';
import { IsSearchText } from '../common/dto/text-rules';
import { IntelligenceOrigins, IsOrigins } from '../common/dto/origins.dto';
import { MATCH_TIERS, type MatchTier } from './explain/match-tiers';
import { UNDERSTOOD_KINDS, UNDERSTOOD_MAX, type UnderstoodKind } from './explain/understood-kinds';
import { MATCH_RELATIONS, MATCHES_MAX, type MatchRelation } from './facets/match-count';
import { CandidateFilters } from './query/candidate-filters.dto';
import { SEARCH_FIELDS, type SearchField } from './query/search-query';

/** What to search for. */
export class SearchCandidatesRequest extends ItemsRequest {
  /**
   * 1 to 512 code points after trimming. Quotation marks ask for a phrase. A minus sign after a space excludes the
   * next word: items with this word in titles, people, genres, keywords or collection come later. No other character
   * is an operator.
   */
  @IsSearchText()
  query: string;

  /** Conditions that every item must satisfy. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => CandidateFilters)
  filters?: CandidateFilters;

  /**
   * Fields to search; absent: all. `title` includes other titles, the series' title, and the year, season and episode
   * that a query asks for.
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

  /** Facets to count over all matches, not only those on the page. Default: none. */
  @IsFacetKinds()
  facets?: FacetKind[];
}

/** A field that contains words of the query. */
export class CandidateMatch {
  /** The field. */
  @ApiProperty({ enum: SEARCH_FIELDS })
  field: SearchField;

  /**
   * `exact_title`: the query is a title; `title_prefix`: a title begins with it, apart from "the", "a" or "an";
   * `all_terms`: the field has all words of the query; `most_terms`: at least half of them; `fuzzy`: fewer, or
   * misspelled words.
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

  /** The item's overview, or its tagline if it has no overview, cut to `caps.summary_max_chars`. */
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
   * For each matched field, the text around the matched words. If a year, season or episode matched and no title did,
   * this number is quoted, and `field` names it (`year`, `season_number`, `episode_number`). If the query is an id, the
   * id is quoted, and `field` is `media_id` or `external_ids`.
   */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** A part of the query with a special meaning, such as a period, a genre or an id. */
export class UnderstoodPart {
  /**
   * `years`: years of release; `genre`: a genre; `country`: a country of origin; `excluded`: a genre or words that
   * candidates should not have; `role`: what a person does; `phrase`: quoted words; `id`: an id of an item. Years,
   * genres, countries and roles only change the order of candidates: a title that equals the query still comes first.
   */
  @ApiProperty({ enum: UNDERSTOOD_KINDS })
  kind: UnderstoodKind;

  /**
   * The years ("1980-1989"), the genre, the country, the roles ("director|creator"), the excluded or quoted words, or
   * the id.
   */
  @ApiProperty({ maxLength: 512 })
  @Bounded()
  value: string;

  /** The words of the query that have this meaning. */
  @ApiProperty({ maxLength: 512 })
  @Bounded()
  text: string;
}

/** Origins of the texts of candidates and facets. Texts that repeat words of the query come from the user. */
export const CANDIDATES_ORIGINS: IntelligenceOrigins = Object.freeze({
  catalog: ['candidates', 'facets'],
  user: ['did_you_mean', 'understood'],
});

/** How many items match a search. */
export class MatchCount {
  /** 0 to 5,000; may be more than paging can reach. */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MATCHES_MAX })
  @Kept('ids')
  count: number;

  /** `eq`: exactly so many items match. `gte`: at least so many match, because the service stopped counting. */
  @ApiProperty({ enum: MATCH_RELATIONS })
  @Kept('ids')
  relation: MatchRelation;
}

/** A page of the candidates of one query, the best first. */
export class CandidateList {
  /** The candidates, best match first. */
  @Capped('candidate_limit', () => IntelligenceCandidate)
  @Packed('rows')
  @Kept('ids')
  candidates: IntelligenceCandidate[];

  /** The query with misspelled words replaced by words of the best candidates; null if no word is replaced. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  @Bounded()
  @Kept('brief')
  did_you_mean: string | null;

  /** The parts of the query with a special meaning, in the order of the query; empty if there are none. */
  @Capped(UNDERSTOOD_MAX, () => UnderstoodPart)
  understood: UnderstoodPart[];

  /**
   * The requested facets over all matches, including seasons and episodes; absent without `facets` in the request. The
   * samples are among the best matches. If `matches.relation` is `gte`, the counts are lower bounds.
   */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @ApiProperty({ required: false })
  @Packed('facet_groups')
  @Kept('ids')
  facets?: IntelligenceFacetGroup[];

  /** The matches that the facets count; absent without `facets` in the request. */
  @Nested(() => MatchCount)
  @ApiProperty({ required: false })
  @Kept('ids')
  matches?: MatchCount;

  /** In an answer to several queries, `next_cursor` continues with `/candidates:search` and the same query. */
  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;
}

/** A page of candidates, the best first. */
export class SearchCandidatesResponse extends CandidateList {
  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @IsOrigins()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}
