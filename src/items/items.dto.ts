import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsUUID } from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import { PERSON_ROLES } from '../database/entities/catalog/media-item.entity';
import { WATCH_STATES } from '../database/entities/catalog/watch-state.entity';
import {
  FACET_KINDS,
  IntelligenceArtifactSummary,
  IntelligenceEffectiveCaps,
  IntelligenceFacetGroup,
  IntelligenceGroundingRef,
  IntelligenceMediaRef,
  IntelligencePage,
  IntelligenceProvenanceRef,
  IntelligenceSummary,
} from '../common/dto/intelligence.dto';

/** The relationships between items; of two equally heavy ones the first is named. */
export const RELATIONSHIP_KINDS = [
  'watch_next',
  'same_series',
  'provider_related',
  'shared_cast',
  'similar_title',
  'search_match',
  'similar_genre',
  'same_library',
] as const;
export type RelationshipKind = (typeof RELATIONSHIP_KINDS)[number];

/** People of one item in an answer; `people_total` counts them all. */
export const PEOPLE_MAX = 24;
/** What one signal says is shared. */
export const SHARED_MAX = 12;
/** Fields that an item of any kind may lack. */
const MISSING_FIELDS_MAX = 16;

/** Which library the item is expected in. */
export class ItemContextRequest extends BoundedRequest {
  /** UUID; an item of another library is answered with 404. */
  @IsAbsentOr()
  @IsUUID('loose')
  library_id?: string;
}

/** Which relationships are looked for. */
export class RelatedRequest extends BoundedRequest {
  /**
   * Relationships to look at; absent: all, with at most three items of one franchise or series. Naming `same_series`
   * lifts that limit.
   */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(RELATIONSHIP_KINDS.length * 2)
  @IsIn(RELATIONSHIP_KINDS, { each: true })
  @ApiProperty({ enum: RELATIONSHIP_KINDS, isArray: true, required: false })
  relationship_kinds?: RelationshipKind[];
}

/** Somebody who took part, with the part they took. */
export class ItemPerson {
  @Bounded()
  name: string;

  @ApiProperty({ enum: PERSON_ROLES })
  role: (typeof PERSON_ROLES)[number];

  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  character: string | null;
}

/** Where a season or an episode stands in its series; specials are neighbours of specials only. */
export class ItemHierarchy {
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  series: IntelligenceMediaRef | null;

  /** The season of an episode. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  season: IntelligenceMediaRef | null;

  @Nested(() => IntelligenceMediaRef, { nullable: true })
  previous: IntelligenceMediaRef | null;

  @Nested(() => IntelligenceMediaRef, { nullable: true })
  next: IntelligenceMediaRef | null;
}

/** How many episodes of a series or a season the caller has watched; of a series the specials are counted apart. */
export class EpisodeProgress {
  completed: number;
  in_progress: number;
  total: number;
  specials_completed: number;
  specials_total: number;
}

/** How far the caller has come; of a series or a season by its episodes. */
export class ItemWatchState {
  @ApiProperty({ enum: WATCH_STATES })
  state: (typeof WATCH_STATES)[number];

  /** Seconds from the start; null for a series or a season. */
  @ApiProperty({ type: 'integer', nullable: true })
  position_seconds: number | null;

  /** Zero when unknown; null for a series or a season. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_seconds: number | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_watched_at: string | null;

  /** Null for a movie or an episode. */
  @Nested(() => EpisodeProgress, { nullable: true })
  episodes: EpisodeProgress | null;
}

/** One item as a model may use it. */
export class ItemContext {
  @Nested(() => IntelligenceMediaRef)
  media: IntelligenceMediaRef;

  @Nested(() => IntelligenceSummary)
  summary: IntelligenceSummary;

  /** What the item itself carries: counts are over this one item. */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  facets: IntelligenceFacetGroup[];

  /** Directors, creators and writers first, then the cast in billing order. */
  @Capped(PEOPLE_MAX, () => ItemPerson)
  people: ItemPerson[];

  /** All people of the item, shown or not. */
  people_total: number;

  /** Null for a movie and for a series. */
  @Nested(() => ItemHierarchy, { nullable: true })
  hierarchy: ItemHierarchy | null;

  /** Null where the caller has none. */
  @Nested(() => ItemWatchState, { nullable: true })
  watch_state: ItemWatchState | null;

  /** Fields that a complete record of this kind has and this one lacks. */
  @Capped(MISSING_FIELDS_MAX)
  missing_fields: string[];

  @Capped('artifact_limit')
  artifact_ids: string[];

  @Capped('grounding_limit', () => IntelligenceProvenanceRef)
  provenance: IntelligenceProvenanceRef[];
}

/** One reason why two items are related. */
export class RelatedSignal {
  @ApiProperty({ enum: RELATIONSHIP_KINDS })
  signal: RelationshipKind;

  /** Its part of the strength. */
  weight: number;

  /** What both items have, the most telling first, spelled as it stands in both. */
  @Capped(SHARED_MAX)
  shared: string[];
}

/** An item that has to do with another one. */
export class RelatedItem {
  @Nested(() => IntelligenceMediaRef)
  media: IntelligenceMediaRef;

  /** The heaviest of the signals. */
  @ApiProperty({ enum: RELATIONSHIP_KINDS })
  relationship: RelationshipKind;

  /** Sum of the signals' weights, 0 to 1. */
  strength: number;

  @Bounded()
  reason: string;

  @Capped(RELATIONSHIP_KINDS.length, () => RelatedSignal)
  signals: RelatedSignal[];

  @Capped('artifact_limit')
  artifact_ids: string[];

  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];
}

/** An item with its surroundings. */
export class ItemContextResponse {
  @Nested(() => ItemContext)
  item: ItemContext;

  /** The first of `/related`. */
  @Capped('related_limit', () => RelatedItem)
  related: RelatedItem[];

  /** Active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit', () => IntelligenceArtifactSummary)
  artifacts: IntelligenceArtifactSummary[];

  /** What the item's fields and the artifacts rest on. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  grounding: IntelligenceGroundingRef[];

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;
}

/** A page of related items, the strongest first. */
export class RelatedResponse {
  @Nested(() => IntelligenceMediaRef)
  seed: IntelligenceMediaRef;

  @Capped('related_limit', () => RelatedItem)
  related: RelatedItem[];

  @Nested(() => IntelligencePage)
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;
}
