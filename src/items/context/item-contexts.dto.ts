import { ArrayMaxSize, ArrayMinSize, IsArray, IsString } from 'class-validator';
import { BoundedRequest } from '../../common/dto/bounded-request.dto';
import { IntelligenceArtifactSummary } from '../../common/dto/artifact-summary.dto';
import { CappedAnswer, IntelligencePage } from '../../common/dto/page.dto';
import { IntelligenceGroundingRef } from '../../common/dto/references.dto';
import { IntelligenceOrigins } from '../../common/dto/origins.dto';
import { Capped, Nested } from '../../common/response-bounds/bounded.decorators';
import { Kept } from '../../common/response-detail/kept.decorator';
import { Packed } from '../../common/response-budget/packed.decorator';
import { ItemContext } from './item-context.dto';

/** Maximum number of items in a request. */
export const CONTEXTS_MAX = 25;

/** Request for the contexts of several items. */
export class ItemContextsRequest extends BoundedRequest {
  /**
   * 1 to 25 media ids: `movie:<uuid>`, or another spelling, such as `Movies(<UUID>)`.
   * A repeated id gives one context.
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(CONTEXTS_MAX)
  @IsString({ each: true })
  media_ids: string[];
}

/** The context of one of several items. It has no related items. */
export class ItemContextEntry {
  /** The item with its metadata. */
  @Nested(() => ItemContext)
  @Kept('ids')
  item: ItemContext;

  /** Active artifacts about the item that the caller may see, newest first. */
  @Capped('artifact_limit', () => IntelligenceArtifactSummary)
  @Packed('artifacts')
  artifacts: IntelligenceArtifactSummary[];

  /** Evidence from the item's metadata, the caller's watch state and the artifacts about the item. */
  @Capped('grounding_limit', () => IntelligenceGroundingRef)
  @Packed('evidence')
  grounding: IntelligenceGroundingRef[];
}

/** Origins of the texts of contexts. */
export const CONTEXTS_ORIGINS: IntelligenceOrigins = Object.freeze({ catalog: ['item', 'media', 'grounding'] });

/** The contexts of several items, in the order of the request. */
export class ItemContextsResponse extends CappedAnswer {
  /** The items, in the order of the request. */
  @Capped(CONTEXTS_MAX, () => ItemContextEntry)
  @Packed('rows')
  @Kept('ids')
  contexts: ItemContextEntry[];

  /** Ids of items that are absent, not available, or that the caller may not see, in canonical spelling. */
  @Capped(CONTEXTS_MAX)
  @Kept('ids')
  unknown_media_ids: string[];

  /** The page size is 25, unless `pagination.limit` is smaller. */
  @Nested(() => IntelligencePage)
  @Kept('ids')
  page: IntelligencePage;
}
