import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, ValidateNested } from 'class-validator';
import { BoundedRequest } from '../common/dto/bounded-request.dto';
import { CappedAnswer } from '../common/dto/page.dto';
import { IntelligenceSummary } from '../common/dto/summary.dto';
import { IntelligenceOrigins, IsOrigin, type TextOrigin } from '../common/dto/origins.dto';
import { CAP_TABLE } from '../common/paging/cap-table';
import { Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { CitedGrounding } from './cited-grounding.dto';

/** Maximum number of groundings in a request. */
const GROUNDINGS_MAX = CAP_TABLE.grounding_limit.max;

const CHECK_STATUSES = ['valid', 'changed', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** Parts of a grounding that can differ from its record. */
const DIFFERENCES = ['evidence', 'source_hash'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The groundings to check. The request has no pages: a cursor is refused. */
export class VerifyGroundingRequest extends BoundedRequest {
  /** 1 to 48 groundings. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(GROUNDINGS_MAX)
  @ValidateNested({ each: true })
  @Type(() => CitedGrounding)
  groundings: CitedGrounding[];
}

/** The result for one grounding. */
export class GroundingCheck {
  /** Position of the grounding in the request, from 1. */
  @Kept('ids')
  position: number;

  /**
   * `valid`: the record still agrees with the grounding; `changed`: the record differs from the grounding; `unknown`:
   * the caller sees no such record, or the grounding cites none.
   */
  @ApiProperty({ enum: CHECK_STATUSES })
  @Kept('ids')
  status: CheckStatus;

  /** Parts of the grounding that differ from the record; empty unless the status is `changed`. */
  @ApiProperty({ enum: DIFFERENCES, isArray: true })
  @Capped(DIFFERENCES.length)
  @Kept('brief')
  differs: Difference[];

  /** Current text of the field; null unless the evidence differs. Also null if the field is absent or empty. */
  @Nested(() => IntelligenceSummary, { nullable: true })
  @Packed('summaries')
  @Kept('brief')
  present_summary: IntelligenceSummary | null;

  /** Origin of the current text of an artifact; absent for other records, and if `present_summary` is null. */
  @IsOrigin({ required: false })
  @Kept('brief')
  origin?: TextOrigin;
}

/** Origins of the texts of checks, except those of artifacts: their checks have the field `origin`. */
export const CHECKS_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['checks'] });

/** One check for each grounding of the request. */
export class VerifyGroundingResponse extends CappedAnswer {
  /** The results, in the order of the groundings in the request. */
  @Capped(GROUNDINGS_MAX, () => GroundingCheck)
  @Kept('ids')
  checks: GroundingCheck[];
}
