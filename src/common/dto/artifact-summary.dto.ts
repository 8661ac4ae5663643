import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../response-bounds/bounded.decorators';
import { Kept } from '../response-detail/kept.decorator';
import { Packed } from '../response-budget/packed.decorator';
import { IsOrigin, type TextOrigin } from './origins.dto';
import { IntelligenceGroundingRef, IntelligenceMediaRef, IntelligenceProvenanceRef } from './references.dto';
import { IntelligenceSummary } from './summary.dto';

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

/** States of an artifact. Reads return only `active` artifacts. */
const ARTIFACT_STATUSES = ['active', 'stale', 'superseded', 'invalidated'] as const;
type ArtifactStatus = (typeof ARTIFACT_STATUSES)[number];

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
   * Origin of `title`, `summary` and `producer`: `user` if the artifact names no run and is a `user_note` or a
   * `collection`, otherwise `generated`.
   */
  @IsOrigin()
  @Kept('brief')
  origin: TextOrigin;

  /** `global`: for all who see its library, or for everybody if it has none; `user`: for its owner. */
  @ApiProperty({ enum: ['global', 'user'] })
  scope: 'global' | 'user';

  /** Reads return only `active` artifacts. */
  @ApiProperty({ enum: ARTIFACT_STATUSES })
  status: ArtifactStatus;

  /** UUID of the library that the artifact is about; null if it is about no library. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  library_id: string | null;

  /** The item that the artifact is about; null if it is about no item. */
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

  /**
   * Number of sources that `provenance` does not list, because the caller may not see them, or because they no longer
   * exist, are stale or unavailable, or are artifacts that are not active or that the caller's own artifact hides.
   */
  hidden_sources: number;

  /** Name of the program or model that made it; null if none was given. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  producer: string | null;

  /** UUID of the artifact that this one superseded; null if it superseded none. */
  @ApiProperty({ type: String, format: 'uuid', nullable: true })
  supersedes_artifact_id: string | null;

  /** Increases by one when a caller replaces or invalidates the artifact, not when a source changes. */
  revision: number;

  /** When it was created. */
  @ApiProperty({ format: 'date-time' })
  created_at: string;

  /** When it was last changed. */
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}
