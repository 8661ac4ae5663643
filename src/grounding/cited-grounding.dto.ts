import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsString, IsUUID, Length, Max, Min, ValidateNested } from 'class-validator';
import { IsAbsentOr } from '../common/dto/bounded-request.dto';
import { TEXT_ORIGINS, type TextOrigin } from '../common/dto/origins.dto';
import { GROUNDING_SOURCES, type GroundingSource } from '../common/dto/references.dto';
import { IsVerbatimText } from '../common/dto/text-rules';
import { CAP_TABLE } from '../common/paging/cap-table';
import { TITLE_MAX_CHARS } from '../common/text/summary';

/** Maximum length of a source hash. The hashes of the service have at most 65 characters. */
const HASH_MAX_CHARS = 128;

/** The evidence of a grounding as an answer contained it, or a part of it. */
export class CitedEvidence {
  /** The quoted text; at most 800 code points. */
  @IsVerbatimText(CAP_TABLE.summary_max_chars.max)
  text: string;

  /** The budget that the text was cut to, in code points. It also limits `present_summary`. */
  @IsAbsentOr()
  @IsInt()
  @Min(1)
  @Max(Number.MAX_SAFE_INTEGER)
  max_chars?: number;

  /**
   * False: the text must equal a text that answers quote from the field. True, or absent: it must be a part of the
   * field; for a library, the name must begin with it.
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

/** A grounding as an answer contained it. Cites an item or artifact by id, or a library by the name in `evidence`. */
export class CitedGrounding {
  /** Default: `intelligence_artifact` with an artifact id, otherwise `media_metadata`. */
  @IsAbsentOr()
  @IsIn(GROUNDING_SOURCES)
  @ApiProperty({ enum: GROUNDING_SOURCES, required: false })
  source?: GroundingSource;

  /** Media id of the item: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`. */
  @IsAbsentOr()
  @IsString()
  media_id?: string;

  /** UUID of the artifact. */
  @IsAbsentOr()
  @IsUUID('loose')
  artifact_id?: string;

  /**
   * Field that contains the evidence, such as `title` or `overview`; 1 to 512 characters. Default: any field; for a
   * watch state, its state.
   */
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
   * The `source_hash` of the cited record, from the provenance of an artifact; 1 to 128 characters. The service
   * compares it with the present hash of the item, artifact or watch state. It ignores the hash of a library.
   */
  @IsAbsentOr()
  @IsString()
  @Length(1, HASH_MAX_CHARS)
  source_hash?: string;
}
