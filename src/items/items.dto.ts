import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsUUID } from 'class-validator';
import { Bounded, Capped, Nested } from '../common/response-bounds/bounded.decorators';
import { Kept } from '../common/response-detail/kept.decorator';
import { Packed } from '../common/response-budget/packed.decorator';
import { BoundedRequest, IsAbsentOr } from '../common/dto/bounded-request.dto';
import { PERSON_ROLES } from '../database/entities/catalog/media-item.entity';
import { WATCH_STATES } from '../database/entities/catalog/watch-state.entity';
import { FACET_KINDS } from '../common/dto/facet-kinds';
import { IntelligenceOrigins, LabelsTexts } from '../common/dto/origins.dto';
import { IntelligenceArtifactSummary } from '../common/dto/artifact-summary.dto';
import { IntelligenceDropped, IntelligenceEffectiveCaps, IntelligencePage } from '../common/dto/page.dto';
import { IntelligenceFacetGroup } from '../common/dto/facets.dto';
import {
  IntelligenceGroundingRef,
  IntelligenceMediaRef,
  IntelligenceProvenanceRef,
} from '../common/dto/references.dto';
import { IntelligenceSummary } from '../common/dto/summary.dto';

/**
 * Kinds of relationships between items. If two signals of an item have the same weight, the kind listed first here
 * comes first.
 */
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

/** Maximum number of people that an answer lists for one item. `people_total` counts all of them. */
export const PEOPLE_MAX = 24;
/** Maximum number of shared values that an answer lists for one signal. */
export const SHARED_MAX = 12;
/** Code points of a reason that the level of detail `brief` keeps. */
const LINE_MAX_CHARS = 100;
/** Maximum number of entries in `missing_fields`. No kind of item has so many fields that can be missing. */
const MISSING_FIELDS_MAX = 16;

/** Request for the context of an item. */
export class ItemContextRequest extends BoundedRequest {
  /** UUID of the library that the item must be in. If the item is in another library, the answer is 404. */
  @IsAbsentOr()
  @IsUUID('loose')
  library_id?: string;
}

/** Request for the items that are related to an item. */
export class RelatedRequest extends BoundedRequest {
  /**
   * Kinds of relationships to search for; default: all. The list contains at most three items of one franchise or
   * series, unless `same_series` is requested here.
   */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(RELATIONSHIP_KINDS.length * 2)
  @IsIn(RELATIONSHIP_KINDS, { each: true })
  @ApiProperty({ enum: RELATIONSHIP_KINDS, isArray: true, required: false })
  relationship_kinds?: RelationshipKind[];
}

/** A person who worked on the item, with the role. */
export class ItemPerson {
  /** Name of the person. */
  @Bounded()
  name: string;

  /** What the person does. */
  @ApiProperty({ enum: PERSON_ROLES })
  role: (typeof PERSON_ROLES)[number];

  /** Name of the character that an actor plays; null if unknown. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  character: string | null;
}

/** Position of a season or an episode in its series. The neighbours of a special are always specials. */
export class ItemHierarchy {
  /** The series; null for a series. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  series: IntelligenceMediaRef | null;

  /** The season of an episode. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  season: IntelligenceMediaRef | null;

  /** The previous season or episode; null if there is none. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  previous: IntelligenceMediaRef | null;

  /** The next season or episode; null if there is none. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  next: IntelligenceMediaRef | null;
}

/**
 * Counts of the available episodes of a series or a season. In a series, the specials are counted separately; in a
 * season, the counts of specials are 0.
 */
export class EpisodeProgress {
  /** Number of completed episodes, without specials. */
  completed: number;
  /** Number of episodes in progress, without specials. */
  in_progress: number;
  /** Number of episodes, without specials. */
  total: number;
  /** Number of completed specials. */
  specials_completed: number;
  /** Number of specials. */
  specials_total: number;
}

/** The caller's watch state of an item. For a series or a season, it is computed from the episodes. */
export class ItemWatchState {
  /** Watch state of the caller. */
  @ApiProperty({ enum: WATCH_STATES })
  state: (typeof WATCH_STATES)[number];

  /** Seconds from the start; null for a series or a season. */
  @ApiProperty({ type: 'integer', nullable: true })
  position_seconds: number | null;

  /** Zero when unknown; null for a series or a season. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_seconds: number | null;

  /** When the caller last watched the item; null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_watched_at: string | null;

  /** Null for a movie or an episode. */
  @Nested(() => EpisodeProgress, { nullable: true })
  episodes: EpisodeProgress | null;
}

/** An item with its metadata, prepared for a language model. */
export class ItemContext {
  /** The item. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  media: IntelligenceMediaRef;

  /** Overview of the item, cut to `caps.summary_max_chars`. */
  @Nested(() => IntelligenceSummary)
  @Packed('summaries')
  @Kept('brief')
  summary: IntelligenceSummary;

  /** Facets of this item. The groups count only this item, so the count of each value is 1. */
  @Capped(FACET_KINDS.length, () => IntelligenceFacetGroup)
  @Packed('facet_groups')
  facets: IntelligenceFacetGroup[];

  /** Sorted by role (director, creator, writer, actor, composer, producer), then in billing order. */
  @Capped(PEOPLE_MAX, () => ItemPerson)
  @Packed('people')
  people: ItemPerson[];

  /** Number of people of the item, including those not listed. */
  people_total: number;

  /** Null for a movie or a series. */
  @Nested(() => ItemHierarchy, { nullable: true })
  hierarchy: ItemHierarchy | null;

  /**
   * Null if the caller has no watch state of a movie or an episode, or if a series or a season has no available
   * episodes.
   */
  @Nested(() => ItemWatchState, { nullable: true })
  watch_state: ItemWatchState | null;

  /** Fields that a complete record of this kind has, but the record of this item lacks. */
  @Capped(MISSING_FIELDS_MAX)
  missing_fields: string[];

  /** Ids of active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** What the row was derived from. */
  @Capped('grounding_limit', () => IntelligenceProvenanceRef)
  @Packed('evidence')
  provenance: IntelligenceProvenanceRef[];
}

/** One reason why two items are related. */
export class RelatedSignal {
  /** Name of the signal. */
  @ApiProperty({ enum: RELATIONSHIP_KINDS })
  signal: RelationshipKind;

  /** Share of this signal in `strength`. */
  weight: number;

  /**
   * Values that both items share, such as people, genres or words; the rarest first, as the related item spells them.
   */
  @Capped(SHARED_MAX)
  @Packed('evidence')
  shared: string[];
}

/** An item that is related to the requested item, with the reasons. */
export class RelatedItem {
  /** The item. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  media: IntelligenceMediaRef;

  /** Kind of the signal with the highest weight. */
  @ApiProperty({ enum: RELATIONSHIP_KINDS })
  relationship: RelationshipKind;

  /** Sum of the weights of the signals, 0 to 1. */
  strength: number;

  /** One sentence that names what the items share. */
  @Bounded()
  @Kept('brief', LINE_MAX_CHARS)
  reason: string;

  /** What the strength consists of, strongest first. */
  @Capped(RELATIONSHIP_KINDS.length, () => RelatedSignal)
  signals: RelatedSignal[];

  /** Ids of active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** What supports the row. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** Origins of the texts of contexts. Artifacts have their own; `media` and `grounding` also label what they refer to. */
export const CONTEXT_ORIGINS: IntelligenceOrigins = Object.freeze({
  catalog: ['item', 'related', 'media', 'grounding'],
});

/** The context of an item. */
export class ItemContextResponse {
  /** The item in its context. */
  @Nested(() => ItemContext)
  @Kept('ids')
  item: ItemContext;

  /** The first items that `POST /intelligence/items/{media_id}/related` lists by default. */
  @Capped('related_limit', () => RelatedItem)
  @Packed('related')
  @Kept('ids')
  related: RelatedItem[];

  /** Active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit', () => IntelligenceArtifactSummary)
  @Packed('artifacts')
  artifacts: IntelligenceArtifactSummary[];

  /** Evidence from the item's metadata, the caller's watch state and the artifacts about the item. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @LabelsTexts()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}

/** Origins of the texts of related items. */
export const RELATED_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['seed', 'related'] });

/** A page of related items, the strongest first. */
export class RelatedResponse {
  /** The item that the others are related to. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  seed: IntelligenceMediaRef;

  /** The related items, strongest first. */
  @Capped('related_limit', () => RelatedItem)
  @Packed('rows')
  @Kept('ids')
  related: RelatedItem[];

  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;

  @Nested(() => IntelligenceEffectiveCaps)
  caps: IntelligenceEffectiveCaps;

  @LabelsTexts()
  origins: IntelligenceOrigins;

  @Nested(() => IntelligenceDropped)
  @ApiProperty({ required: false })
  dropped?: IntelligenceDropped;
}
