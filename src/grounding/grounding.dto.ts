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
  ValidateNested,
} from 'class-validator';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import { GROUNDING_SOURCES, type GroundingSource } from '../common/dto/references.dto';
import { CappedAnswer } from '../common/dto/page.dto';
import { IntelligenceSummary } from '../common/dto/summary.dto';
import { IsVerbatimText } from '../common/dto/text-rules';
import { IntelligenceOrigins, IsOrigin, TEXT_ORIGINS, type TextOrigin } from '../common/dto/origins.dto';
import { CAP_TABLE } from '../common/paging/cap-table';
import { Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { TITLE_MAX_CHARS } from '../common/text/summary';

/** Maximum number of groundings in a request. */
const GROUNDINGS_MAX = CAP_TABLE.grounding_limit.max;
/** Maximum length of a source hash. The hashes of the service have at most 65 characters. */
const HASH_MAX_CHARS = 128;

const CHECK_STATUSES = ['valid', 'changed', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** Parts of a grounding that can differ from its record. */
const DIFFERENCES = ['evidence', 'source_hash'] as const;
export type Difference = (typeof DIFFERENCES)[number];

/** The evidence of a grounding as an answer contained it, or a part of it. */
export class CitedEvidence {
  /** The quoted text; at most 800 code points. */
  @IsVerbatimText(CAP_TABLE.summary_max_chars.max)
  text: string;

  /** The budget that the text was cut to, in code points. `present_summary` is not longer. */
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  max_chars?: number;

  /**
   * False: the text must equal a text that answers quote from the field. True, or absent: it must be a part of the
   * field; for a library, it must begin the name.
   */
  @IsAbsentOr()
  @IsBoolean()
  truncated?: boolean;

  /** Accepted, because answers contain it; not compared. */
  @IsAbsentOr()
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  original_chars?: number;
}

/** A grounding as an answer contained it. It cites an item or an artifact by id, or a library by name. */
export class CitedGrounding {
  /** Default: `intelligence_artifact` with an artifact id, otherwise `media_metadata`. */
  @IsAbsentOr()
  @IsIn(GROUNDING_SOURCES)
  @ApiProperty({ enum: GROUNDING_SOURCES, required: false })
  source?: GroundingSource;

  /**
   * Media id of the item, such as `movie:<uuid>`; plurals, capitals and parentheses (`Movies(<UUID>)`) are accepted, too.
   */
  @IsAbsentOr()
  @IsString()
  media_id?: string;

  /** UUID of the artifact. */
  @IsAbsentOr()
  @IsUUID('loose')
  artifact_id?: string;

  /** Field that contains the evidence, such as `title` or `overview`; 1 to 512 characters. Default: any field; for a watch state, its state. */
  @IsAbsentOr()
  @IsString()
  @Length(1, TITLE_MAX_CHARS)
  field?: string;

  /** Accepted, because answers contain it; not compared. At most 512 code points. */
  @IsAbsentOr()
  @IsVerbatimText(TITLE_MAX_CHARS)
  label?: string;

  /** The cited text. */
  @IsAbsentOr()
  @ValidateNested()
  @Type(() => CitedEvidence)
  evidence?: CitedEvidence;

  /** Accepted, because answers contain it; not compared. */
  @IsAbsentOr()
  @IsIn(TEXT_ORIGINS)
  @ApiProperty({ enum: TEXT_ORIGINS, required: false })
  origin?: TextOrigin;

  /**
   * The `source_hash` of the record, as the provenance of an artifact contains it; 1 to 128 characters. If given, it is
   * compared with the hash of the item, artifact or watch state; ignored for a library.
   */
  @IsAbsentOr()
  @IsString()
  @Length(1, HASH_MAX_CHARS)
  source_hash?: string;
}

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
   * `valid`: the record still equals the grounding; `changed`: the record differs from the grounding; `unknown`: the
   * caller sees no such record, or the grounding cites none.
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

/** Origins of the texts of checks. The check of an artifact states its origin in its field `origin`. */
export const CHECKS_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['checks'] });

/** One check for each grounding of the request, in its order. */
export class VerifyGroundingResponse extends CappedAnswer {
  /** The results, in the order of the groundings in the request. */
  @Capped(GROUNDINGS_MAX, () => GroundingCheck)
  @Kept('ids')
  checks: GroundingCheck[];
}
