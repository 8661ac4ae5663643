import { IsUUID } from 'class-validator';
import { BoundedRequest, IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { ApiProperty } from '@nestjs/swagger';
import { Bounded, Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import { PERSON_ROLES } from '../../database/entities/catalog/media-item.entity';
import { IntelligenceFacetGroup } from '../../common/dto/facets.dto';
import {
  IntelligenceMediaRef,
  IntelligenceProvenanceRef,
  IntelligenceGroundingRef,
} from '../../common/dto/references.dto';
import { IntelligenceSummary } from '../../common/dto/summary.dto';
import { CappedAnswer } from '../../common/dto/page.dto';
import { IntelligenceArtifactSummary } from '../../common/dto/artifact-summary.dto';
import { WATCH_STATES } from '../../database/entities/catalog/watch-state.entity';
import { FACET_KINDS } from '../../common/dto/facet-kinds';
import { Packed } from '../../common/response-budget/packed.decorator';
import { Kept } from '../../common/response-detail/kept.decorator';
import { IntelligenceOrigins } from '../../common/dto/origins.dto';
import { RelatedItem } from '../related/related.dto';

/** Maximum number of people that an answer lists for one item. */
export const PEOPLE_MAX = 24;

/** Maximum number of entries in `missing_fields`. No kind of item has so many fields that can be missing. */
const MISSING_FIELDS_MAX = 16;

/** Request for the context of an item. */
export class ItemContextRequest extends BoundedRequest {
  /** UUID of the library of the item. If the item is in another library, the answer is 404. */
  @IsAbsentOr()
  @IsUUID('loose')
  library_id?: string;
}

/** A person who worked on the item, with the role. */
export class ItemPerson {
  /** Name of the person. */
  @Bounded()
  name: string;

  /** The person's part in the making of the item. */
  @ApiProperty({ enum: PERSON_ROLES })
  role: (typeof PERSON_ROLES)[number];

  /** Name of the character that an actor plays; null if unknown. */
  @ApiProperty({ type: String, nullable: true, maxLength: 512 })
  character: string | null;
}

/** Position of a season or an episode in its series. The previous and the next item of a special are also specials. */
export class ItemHierarchy {
  /** The series; null while it is not available or its row is stale. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  series: IntelligenceMediaRef | null;

  /** The season of an episode, while it is available and its row is not stale; otherwise null. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  season: IntelligenceMediaRef | null;

  /** The previous season or episode; null if there is none, and while its row is stale. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  previous: IntelligenceMediaRef | null;

  /** The next season or episode; null if there is none, and while its row is stale. */
  @Nested(() => IntelligenceMediaRef, { nullable: true })
  next: IntelligenceMediaRef | null;
}

/**
 * Counts of the available episodes of a series or a season. A series counts its specials in separate fields. A season
 * of specials counts them as its episodes.
 */
export class EpisodeProgress {
  /** Number of completed episodes. A series does not count specials here. */
  completed: number;
  /** Number of episodes in progress. A series does not count specials here. */
  in_progress: number;
  /** Number of available episodes. A series does not count specials here. */
  total: number;
  /** Number of completed specials of a series; always 0 for a season. */
  specials_completed: number;
  /** Number of available specials of a series; always 0 for a season. */
  specials_total: number;
}

/** The caller's watch state of an item. */
export class ItemWatchState {
  /**
   * For a series or a season, computed from the episodes. In a series, specials count only if there are no other
   * episodes.
   */
  @ApiProperty({ enum: WATCH_STATES })
  state: (typeof WATCH_STATES)[number];

  /** Seconds from the start; null for a series or a season. */
  @ApiProperty({ type: 'integer', nullable: true })
  position_seconds: number | null;

  /** Length in seconds, 0 if unknown; null for a series or a season. */
  @ApiProperty({ type: 'integer', nullable: true })
  duration_seconds: number | null;

  /** When the caller last watched the item; null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_watched_at: string | null;

  /** Counts of the episodes; null for a movie or an episode. */
  @Nested(() => EpisodeProgress, { nullable: true })
  episodes: EpisodeProgress | null;
}

/** An item with its metadata, prepared for a language model. */
export class ItemContext {
  /** The item. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  media: IntelligenceMediaRef;

  /** The item's overview, cut to `caps.summary_max_chars`. An item without an overview has its tagline here. */
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

  /** Position in its series; null for a movie or a series. */
  @Nested(() => ItemHierarchy, { nullable: true })
  hierarchy: ItemHierarchy | null;

  /**
   * Null if the caller has no watch state of a movie or an episode, or if a series or a season has no available
   * episodes.
   */
  @Nested(() => ItemWatchState, { nullable: true })
  watch_state: ItemWatchState | null;

  /** Names of the fields that a complete item of this kind has, but this item lacks. */
  @Capped(MISSING_FIELDS_MAX)
  missing_fields: string[];

  /** Ids of active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** The records of the item and of its series. */
  @Capped('grounding_limit', () => IntelligenceProvenanceRef)
  @Packed('evidence')
  provenance: IntelligenceProvenanceRef[];
}

/**
 * The members of a context whose texts come from the catalog (see `IntelligenceOrigins`). `media` and `grounding` also
 * occur in an artifact, whose `origin` does not apply to them. If a grounding has a field `origin`, as for a text of an
 * artifact or a tool call, that field applies instead.
 */
export const CONTEXT_ORIGINS: IntelligenceOrigins = Object.freeze({
  catalog: ['item', 'related', 'media', 'grounding'],
});

/** The context of an item. */
export class ItemContextResponse extends CappedAnswer {
  /** The item with its metadata. */
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
}
