import { OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { BoundedRequest } from '../../common/dto/bounded-request.dto';
import { CappedAnswer } from '../../common/dto/page.dto';
import { Capped } from '../../common/response-bounds/bounded.decorators';
import { Kept } from '../../common/response-detail/kept.decorator';
import { CandidateList, SearchCandidatesRequest } from '../candidates.dto';

/** Maximum number of queries in a request. */
export const QUERIES_MAX = 8;

/** A query with its own libraries, kinds and filters. */
export class CandidateQuery extends OmitType(SearchCandidatesRequest, [
  'pagination',
  'caps',
  'budget',
  'detail',
] as const) {}

/** What to search for. `pagination.limit` and `caps` apply to each query, `budget` to the whole answer. */
export class MultiSearchRequest extends BoundedRequest {
  /** The queries, 1 to 8. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(QUERIES_MAX)
  @ValidateNested({ each: true })
  @Type(() => CandidateQuery)
  queries: CandidateQuery[];
}

/** The first candidates of one query, the best first. */
export class QueryCandidates extends CandidateList {}

/** The candidates of each query. All queries read the same snapshot of the catalog. */
export class MultiSearchResponse extends CappedAnswer {
  /** One result for each query, in the order of the queries. */
  @Capped(QUERIES_MAX, () => QueryCandidates)
  @Kept('ids')
  results: QueryCandidates[];
}
