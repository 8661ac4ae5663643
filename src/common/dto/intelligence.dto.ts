import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../response-bounds/bounded.decorators';
import { CURSOR_MAX_CHARS } from '../paging/cursor';
import { MEDIA_KINDS, type MediaKind } from '../media-id';

/** Where a statement about a row comes from. */
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

/** The facet kinds, in the order answers list them. */
export const FACET_KINDS = [
  'genre',
  'release_decade',
  'runtime_bucket',
  'watch_state',
  'library',
  'media_kind',
  'language',
  'content_rating',
  'country',
  'person',
  'collection',
] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

/** A text cut to its budget at a grapheme edge, and what was cut. */
export class IntelligenceSummary {
  @Bounded('summary_max_chars')
  text: string;

  /** The budget, in code points. */
  max_chars: number;

  /** True if and only if something was cut. */
  truncated: boolean;

  /** Length of the whole text, in code points. */
  original_chars: number;
}

/** The series a season or an episode belongs to. */
export class IntelligenceSeriesRef {
  /** `series:<uuid>` */
  @Bounded()
  media_id: string;

  @Bounded()
  title: string;
}

/** A catalog item, named. */
export class IntelligenceMediaRef {
  /** Canonical: `movie:<uuid>`, `series:<uuid>`, `season:<uuid>` or `episode:<uuid>`. */
  @Bounded()
  media_id: string;

  @ApiProperty({ enum: MEDIA_KINDS })
  media_kind: MediaKind;

  @Bounded()
  library_id: string;

  @Bounded()
  title: string;

  @ApiProperty({ type: 'integer', nullable: true })
  year: number | null;

  @Nested(() => IntelligenceSeriesRef, { nullable: true })
  series: IntelligenceSeriesRef | null;

  @ApiProperty({ type: 'integer', nullable: true })
  season_number: number | null;

  @ApiProperty({ type: 'integer', nullable: true })
  episode_number: number | null;

  /** Active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  artifact_ids: string[];
}

/** What supports a row: a source, the field of it, and the text that says so. */
export class IntelligenceGroundingRef {
  @ApiProperty({ enum: GROUNDING_SOURCES })
  source: GroundingSource;

  @ApiProperty({ required: false, maxLength: 512 })
  media_id?: string;

  @ApiProperty({ required: false, maxLength: 512 })
  artifact_id?: string;

  /** The field of the source that holds the evidence, such as `title`, `people`, `overview`. */
  @ApiProperty({ required: false, maxLength: 512 })
  field?: string;

  @Bounded()
  label: string;

  /** The text that really supports the row: a window around it in the named field. */
  @Nested(() => IntelligenceSummary)
  @ApiProperty({ required: false })
  evidence?: IntelligenceSummary;
}

/** What an artifact or an item was derived from. */
export class IntelligenceProvenanceRef {
  @ApiProperty({ enum: GROUNDING_SOURCES })
  source: GroundingSource;

  @ApiProperty({ required: false, maxLength: 512 })
  media_id?: string;

  @ApiProperty({ required: false, maxLength: 512 })
  artifact_id?: string;

  @ApiProperty({ required: false, maxLength: 512 })
  run_id?: string;

  @ApiProperty({ required: false, maxLength: 512 })
  tool_call_id?: string;

  /** Content hash of the source when the edge was written. */
  @ApiProperty({ required: false, maxLength: 512 })
  source_hash?: string;

  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];
}

/** One value of a facet group. */
export class IntelligenceFacetValue {
  @Bounded()
  key: string;

  @Bounded()
  label: string;

  /** Exact, whatever the caps. */
  count: number;

  /** Up to three items that carry the value. */
  @Capped(3)
  sample_media_ids: string[];
}

/** The values of one facet, the most frequent first, then by key. */
export class IntelligenceFacetGroup {
  @ApiProperty({ enum: FACET_KINDS })
  kind: FacetKind;

  @Bounded()
  label: string;

  @Capped('facet_limit', () => IntelligenceFacetValue)
  values: IntelligenceFacetValue[];

  /** Distinct values, shown or not. */
  cardinality: number;

  /** Sum of the counts of the values not shown. */
  other_count: number;

  /** Items that could carry the facet and do not. */
  missing_count: number;
}

/** A page of a list. */
export class IntelligencePage {
  /** Rows that a page holds at most: the smaller of `pagination.limit` and the list's cap, as far as they are given. */
  limit: number;

  returned: number;

  has_more: boolean;

  /** Null exactly when `has_more` is false. */
  @Bounded(CURSOR_MAX_CHARS)
  @ApiProperty({ type: String, nullable: true, maxLength: CURSOR_MAX_CHARS })
  next_cursor: string | null;

  /**
   * True on the last page of a list that ended at a bound, such as 1,000 candidates: more rows may match than paging
   * reaches. Else false.
   */
  truncated: boolean;
}

/**
 * The caps that were applied, clamped. The cap of the list that is cut into pages is `page.limit`; one that bounds
 * nothing in an answer is echoed as it would be applied.
 */
export class IntelligenceEffectiveCaps {
  candidate_limit: number;
  artifact_limit: number;
  related_limit: number;
  facet_limit: number;
  grounding_limit: number;
  tool_call_limit: number;
  /** In code points. */
  summary_max_chars: number;
}

/** The kinds of artifacts. */
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

/** The states of an artifact; only `active` ones are read. */
export const ARTIFACT_STATUSES = ['active', 'stale', 'superseded', 'invalidated'] as const;
export type ArtifactStatus = (typeof ARTIFACT_STATUSES)[number];

/** An artifact without its raw content, which never leaves. */
export class IntelligenceArtifactSummary {
  @Bounded()
  artifact_id: string;

  @ApiProperty({ enum: ARTIFACT_KINDS })
  kind: ArtifactKind;

  @ApiProperty({ enum: ['global', 'user'] })
  scope: 'global' | 'user';

  @ApiProperty({ enum: ARTIFACT_STATUSES })
  status: ArtifactStatus;

  @ApiProperty({ type: String, nullable: true })
  library_id: string | null;

  @Nested(() => IntelligenceMediaRef, { nullable: true })
  media: IntelligenceMediaRef | null;

  @Bounded()
  title: string;

  @Nested(() => IntelligenceSummary)
  summary: IntelligenceSummary;

  @Capped('grounding_limit', () => IntelligenceProvenanceRef)
  provenance: IntelligenceProvenanceRef[];

  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];

  /** Sources that exist but that the caller may not see. */
  hidden_sources: number;

  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  producer: string | null;

  @ApiProperty({ type: String, nullable: true })
  supersedes_artifact_id: string | null;

  /** Grows by one with each change. */
  revision: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}
