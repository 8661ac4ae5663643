import { ApiProperty } from '@nestjs/swagger';
import { IsArray, ArrayMinSize, ArrayMaxSize, IsIn } from 'class-validator';
import { BoundedRequest, IsAbsentOr } from '../../common/dto/bounded-request.dto';
import { RELATIONSHIP_KINDS, RelationshipKind } from './relationship-kinds';
import { Bounded, Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import { Packed } from '../../common/response-budget/packed.decorator';
import { IntelligenceMediaRef, IntelligenceGroundingRef } from '../../common/dto/references.dto';
import { PagedAnswer } from '../../common/dto/page.dto';
import { Kept } from '../../common/response-detail/kept.decorator';
import { IntelligenceOrigins } from '../../common/dto/origins.dto';

/** Maximum number of shared values that an answer lists for one signal. */
export const SHARED_MAX = 12;

/** Maximum number of code points of a reason at the level of detail `brief`. */
const BRIEF_REASON_MAX_CHARS = 100;

/** Request for the items that are related to an item. */
export class RelatedRequest extends BoundedRequest {
  /**
   * Kinds of relationships to search for; default: all. The list of related items contains at most three items of one
   * franchise or series, unless `same_series` is requested here.
   */
  @IsAbsentOr()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(RELATIONSHIP_KINDS.length * 2)
  @IsIn(RELATIONSHIP_KINDS, { each: true })
  @ApiProperty({ enum: RELATIONSHIP_KINDS, isArray: true, required: false })
  relationship_kinds?: RelationshipKind[];
}

/** One reason why two items are related. */
export class RelatedSignal {
  /** Name of the signal. */
  @ApiProperty({ enum: RELATIONSHIP_KINDS })
  signal: RelationshipKind;

  /** Amount that this signal adds to `strength`. */
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

  /** One or two sentences that name what the items share. */
  @Bounded()
  @Kept('brief', BRIEF_REASON_MAX_CHARS)
  reason: string;

  /** What the strength consists of, strongest first. */
  @Capped(RELATIONSHIP_KINDS.length, () => RelatedSignal)
  signals: RelatedSignal[];

  /** Ids of active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit')
  @Packed('artifacts')
  artifact_ids: string[];

  /** Evidence for the signals. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** Origins of the texts of related items. */
export const RELATED_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['seed', 'related'] });

/** A page of related items, the strongest first. */
export class RelatedResponse extends PagedAnswer {
  /** The item that the others are related to. */
  @Nested(() => IntelligenceMediaRef)
  @Kept('ids')
  seed: IntelligenceMediaRef;

  /** The related items, strongest first. */
  @Capped('related_limit', () => RelatedItem)
  @Packed('rows')
  @Kept('ids')
  related: RelatedItem[];
}
