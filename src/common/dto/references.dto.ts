import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';
import { Packed } from '../response-budget/packed.decorator';
import { MEDIA_KINDS, type MediaKind } from '../media-id';
import { IsOrigin, type TextOrigin } from './origins.dto';
import { IntelligenceSummary } from './summary.dto';

/** Sources of evidence. */
export const GROUNDING_SOURCES = [
  'library',
  'media_metadata',
  'watch_state',
  'search_index',
  'intelligence_artifact',
  'tool_call',
  'user_request',
] as const;
export type GroundingSource = (typeof GROUNDING_SOURCES)[number];

/** The series of a season or episode. */
export class IntelligenceSeriesRef {
  /** `series:<uuid>` */
  @Bounded()
  media_id: string;

  /** Title; at most 512 code points. */
  @Bounded()
  @Kept('brief')
  title: string;
}

/** Reference to a catalog item. */
export class IntelligenceMediaRef {
  /** Canonical: `movie:<uuid>`, `series:<uuid>`, `season:<uuid>` or `episode:<uuid>`. */
  @Bounded()
  @Kept('ids')
  media_id: string;

  /** Kind of the item. */
  @ApiProperty({ enum: MEDIA_KINDS })
  @Kept('brief')
  media_kind: MediaKind;

  /** UUID of the library. */
  @Bounded()
  library_id: string;

  /** Title; at most 512 code points. */
  @Bounded()
  @Kept('brief')
  title: string;

  /** Year of the release or first broadcast; null if unknown. */
  @ApiProperty({ type: 'integer', nullable: true })
  @Kept('brief')
  year: number | null;

  /** The series of a season or episode; null for others. */
  @Nested(() => IntelligenceSeriesRef, { nullable: true })
  @Kept('brief')
  series: IntelligenceSeriesRef | null;

  /** Number of a season, or of the season of an episode; 0: specials; null for others. */
  @ApiProperty({ type: 'integer', nullable: true })
  @Kept('brief')
  season_number: number | null;

  /** Number of an episode in its season; null for others. */
  @ApiProperty({ type: 'integer', nullable: true })
  @Kept('brief')
  episode_number: number | null;

  /** Ids of active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];
}

/** Evidence for a row: a source, its field, and the supporting text. */
export class IntelligenceGroundingRef {
  /** Kind of the source. */
  @ApiProperty({ enum: GROUNDING_SOURCES })
  source: GroundingSource;

  /** Id of the item that contains the evidence. */
  @ApiProperty({ required: false, maxLength: 512 })
  media_id?: string;

  /** UUID of the artifact that contains the evidence. */
  @ApiProperty({ required: false, maxLength: 512 })
  artifact_id?: string;

  /** Field of the source that contains the evidence, such as `title`, `people` or `overview`. */
  @ApiProperty({ required: false, maxLength: 512 })
  field?: string;

  /** Readable name of the evidence, such as the title of the item or `Shared genre`. */
  @Bounded()
  label: string;

  /** The supporting text: an excerpt of the field around the match. */
  @Nested(() => IntelligenceSummary)
  @ApiProperty({ required: false })
  evidence?: IntelligenceSummary;

  /** Origin of `label` and `evidence` of an artifact or a tool call; absent for other sources. */
  @IsOrigin({ required: false })
  origin?: TextOrigin;
}

/** A source of an artifact or item. */
export class IntelligenceProvenanceRef {
  /** Kind of the source. */
  @ApiProperty({ enum: GROUNDING_SOURCES })
  source: GroundingSource;

  /** Id of the item, if the source is an item or a watch state. */
  @ApiProperty({ required: false, maxLength: 512 })
  media_id?: string;

  /** UUID of the artifact, if the source is one. */
  @ApiProperty({ required: false, maxLength: 512 })
  artifact_id?: string;

  /** UUID of the run, if the source is one. */
  @ApiProperty({ required: false, maxLength: 512 })
  run_id?: string;

  /** UUID of the tool call, if the source is one. */
  @ApiProperty({ required: false, maxLength: 512 })
  tool_call_id?: string;

  /** Content hash of the source when the reference was stored. */
  @ApiProperty({ required: false, maxLength: 512 })
  source_hash?: string;

  /** The parts of the source that were used. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}
