import { ApiProperty, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { BoundedRequest } from '../../common/dto/bounded-request.dto';
import { IntelligenceDropped, IntelligenceEffectiveCaps, IntelligencePage } from '../../common/dto/intelligence.dto';
import { Bounded, Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import { Kept } from '../../common/response-detail/kept.decorator';
import { Packed } from '../../common/response-budget/packed.decorator';
import { IntelligenceCandidate, SearchCandidatesRequest, UnderstoodPart } from '../candidates.dto';
import { UNDERSTOOD_MAX } from '../explain/understood';

/** Maximum number of queries in a request. */
export const QUERIES_MAX = 8;

/** One of several queries, with its own libraries, kinds and filters. */
export class CandidateQuery extends OmitType(SearchCandidatesRequest, [
  'pagination',
  'caps',
  'budget',
  'detail',
] as const) {}

/** What to search for. `pagination.limit` and `caps` apply to each query, `budget` to the whole answer. */
export class MultiSearchRequest extends BoundedRequest {
  /** 1 to 8 queries. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(QUERIES_MAX)
  @ValidateNested({ each: true })
  @Type(() => CandidateQuery)
  queries: CandidateQuery[];
}

/** The first candidates of one query, the best first. */
export class QueryCandidates {
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

  /** `next_cursor` continues with `/candidates:search` and the same query. */
  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;
}

/** The candidates of each query, all of one state of the catalog. */
export class MultiSearchResponse {
  /** In the order of the queries. */
  @Capped(QUERIES_MAX, () => QueryCandidates)
  @Kept('ids')
  results: QueryCandidates[];

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}
