import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';
import { Packed, type PackedCategory } from '../response-budget/packed.decorator';
import { CURSOR_MAX_CHARS } from '../paging/cursor';
import { MEDIA_KINDS, type MediaKind } from '../media-id';
import { FACET_KINDS, type FacetKind } from './facet-kinds';
import { IsOrigin, type TextOrigin } from './origins.dto';

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

/** Code points of a text that the level of detail `brief` keeps. */
const LINE_MAX_CHARS = 100;

/** A text cut to its budget at a grapheme boundary. */
export class IntelligenceSummary {
  /** The text; at most `max_chars` code points. */
  @Bounded('summary_max_chars')
  @Kept('brief', LINE_MAX_CHARS)
  text: string;

  /** The budget, in code points. */
  max_chars: number;

  /** True if and only if the text was cut. */
  truncated: boolean;

  /** Length before the cut, in code points. */
  original_chars: number;
}

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

  /** Name of the source, for people: usually the title of the item. */
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

  /** Id of the item, if the source is one. */
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

/** One value of a facet group. */
export class IntelligenceFacetValue {
  /** The value, as filters take it. */
  @Bounded()
  @Kept('ids')
  key: string;

  /** Name of the value, for people. */
  @Bounded()
  @Kept('brief')
  label: string;

  /** Exact number of items; not limited by caps. */
  @Kept('ids')
  count: number;

  /** Up to three items with the value. */
  @Capped(3)
  @Packed('samples')
  sample_media_ids: string[];
}

/** Values of one facet, most frequent first, then by key. */
export class IntelligenceFacetGroup {
  /** The facet. */
  @ApiProperty({ enum: FACET_KINDS })
  @Kept('ids')
  kind: FacetKind;

  /** Name of the facet, for people. */
  @Bounded()
  label: string;

  /** The most frequent values. */
  @Capped('facet_limit', () => IntelligenceFacetValue)
  @Packed('facet_values', { of: 'count', into: 'other_count' })
  @Kept('ids')
  values: IntelligenceFacetValue[];

  /** Number of distinct values, including those not shown. */
  cardinality: number;

  /** Sum of the counts of values not shown. */
  @Kept('ids')
  other_count: number;

  /** Number of items that could have a value of the facet but have none. */
  missing_count: number;
}

/**
 * How much a response budget left out of the answer, by category; absent if it left nothing out. The numbers count
 * everything that the answer without a budget contains, also what belonged to rows that were left out.
 */
export class IntelligenceDropped implements Partial<Record<PackedCategory, number>> {
  /** Artifacts and artifact ids. */
  artifacts?: number;

  /** Related items of an item's context. */
  related?: number;

  /** Sample media ids of facet values. */
  samples?: number;

  /** Groundings, provenances, and shared values of signals. */
  evidence?: number;

  /** Values of facet groups. `other_count` of the group contains their counts. */
  facet_values?: number;

  /** Whole facet groups. */
  facet_groups?: number;

  /** People of an item. */
  people?: number;

  /** Summaries whose text was left out. */
  summaries?: number;

  /** Rows of the page; `next_cursor` continues with the first of them. */
  rows?: number;
}

/** Page block of a list. */
export class IntelligencePage {
  /** Maximum number of rows of the page: the smaller of `pagination.limit` and the list's cap, where given. */
  limit: number;

  /** Number of rows of this page. */
  returned: number;

  /** Whether there are more rows. */
  has_more: boolean;

  /** Null if and only if `has_more` is false. */
  @Bounded(CURSOR_MAX_CHARS)
  @ApiProperty({ type: String, nullable: true, maxLength: CURSOR_MAX_CHARS })
  next_cursor: string | null;

  /**
   * True on the last page of a list that ended at a fixed bound, such as 1,000 candidates: more rows may match than
   * paging can reach.
   */
  truncated: boolean;
}

/**
 * The caps that were applied, after clamping. The cap of the paged list equals `page.limit`. Caps that do not apply to
 * the answer are returned as well.
 */
export class IntelligenceEffectiveCaps {
  /** Search candidates. */
  candidate_limit: number;
  /** Artifacts and lists of artifact ids. */
  artifact_limit: number;
  /** Related items. */
  related_limit: number;
  /** Values of each facet group. */
  facet_limit: number;
  /** Groundings of each row. */
  grounding_limit: number;
  /** Tool calls of a run. */
  tool_call_limit: number;
  /** In code points. */
  summary_max_chars: number;
}

/** Kinds of artifacts. */
export const ARTIFACT_KINDS = [
  'summary',
  'user_note',
  'generated_answer',
  'recommendation',
  'collection',
  'analysis',
  'audit_record',
] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** States of an artifact. Reads return only `active` ones. */
export const ARTIFACT_STATUSES = ['active', 'stale', 'superseded', 'invalidated'] as const;
export type ArtifactStatus = (typeof ARTIFACT_STATUSES)[number];

/** An artifact without its raw content, which is never returned. */
export class IntelligenceArtifactSummary {
  /** UUID of the artifact. */
  @Bounded()
  @Kept('ids')
  artifact_id: string;

  /** What the artifact contains. */
  @ApiProperty({ enum: ARTIFACT_KINDS })
  @Kept('brief')
  kind: ArtifactKind;

  /**
   * Origin of `title`, `summary` and `producer`: `user` for a `user_note` or a `collection` that names no run, otherwise
   * `generated`.
   */
  @IsOrigin()
  @Kept('brief')
  origin: TextOrigin;

  /** `global`: for all who see its library; `user`: for its owner. */
  @ApiProperty({ enum: ['global', 'user'] })
  scope: 'global' | 'user';

  /** Reads return only `active` artifacts. */
  @ApiProperty({ enum: ARTIFACT_STATUSES })
  status: ArtifactStatus;

  /** UUID of the library that the artifact is about; null: of no library. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  library_id: string | null;

  /** The item that the artifact is about; null: of no item. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  media: IntelligenceMediaRef | null;

  /** Title; at most 512 code points. */
  @Bounded()
  @Kept('brief')
  title: string;

  /** Summary of the artifact, cut to `caps.summary_max_chars`. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
  summary: IntelligenceSummary;

  /** What the artifact was derived from. */
  @Capped('grounding_limit', () => IntelligenceProvenanceRef)
  @Packed('evidence')
  provenance: IntelligenceProvenanceRef[];

  /** What supports the artifact. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];

  /** Number of sources that the caller may not see. */
  hidden_sources: number;

  /** Name of the program or model that made it; null if none was given. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  producer: string | null;

  /** UUID of the artifact that this one replaced; null if it replaced none. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  supersedes_artifact_id: string | null;

  /** Increases by one with each change. */
  revision: number;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}
