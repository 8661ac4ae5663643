import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../common/paging/cap-table';
import { resolveCaps } from '../common/paging/caps';
import type { MediaId } from '../common/media-id';
import { Problem } from '../common/problems/problem';
import type { Principal } from '../common/principal';
import type { ReadScope } from '../database/read-scope';
import { MediaFreshness } from '../read-model/refresh/media-freshness';
import type { ItemRow } from './context/context-rows';
import { artifactIdsOf, loadArtifacts, toItemContext } from './context/item-context';
import { CONTEXT_ORIGINS, type ItemContextRequest, type ItemContextResponse } from './context/item-context.dto';
import { ItemsRepository } from './items.repository';
import { takeRows } from './related/rank/related-order';
import type { RelatedItem } from './related/related.dto';
import { RelatedLists } from './related/related-lists';

/** Answers requests for the context of one item. */
@Injectable()
export class ItemsService {
  constructor(
    private readonly freshness: MediaFreshness,
    private readonly items: ItemsRepository,
    private readonly related: RelatedLists,
  ) {}

  /**
   * Returns the context of an item in three round trips, or four if the item has artifacts. A distributed database
   * needs more. If the row of the item is stale or missing, it is derived first. Throws:
   * - `not-found` if the item is absent, not visible, not available or not in the requested library;
   * - `invalid-cursor` if the request has a cursor, because a context has no pages;
   * - `overloaded` if the row cannot be derived, or not in time.
   */
  getContext(principal: Principal, mediaId: MediaId, request: ItemContextRequest): Promise<ItemContextResponse> {
    if (typeof request.pagination?.cursor === 'string') throw Problem.invalidCursor();
    const caps = resolveCaps(request.caps, request.detail);
    const libraryId = request.library_id?.toLowerCase() ?? null;
    return this.freshness.readFresh(
      principal,
      mediaId,
      (scope) => this.items.findItem(scope, mediaId, libraryId, caps.artifact_limit),
      async (scope, item) => {
        const [related, [artifacts = []]] = await Promise.all([
          this.listRelated(scope, item, caps),
          loadArtifacts(scope, [item], caps),
        ]);
        const context = toItemContext(item, caps);
        return { item: context.item, related, artifacts, grounding: context.grounding, caps, origins: CONTEXT_ORIGINS };
      },
    );
  }

  private async listRelated(scope: ReadScope, item: ItemRow, caps: EffectiveCaps): Promise<RelatedItem[]> {
    const list = await this.related.rankRelated(scope, item, null);
    const firstItems = { ...list, ranked: takeRows(list.ranked, caps.related_limit) };
    return this.related.toRelatedItems(scope, { artifact_ids: artifactIdsOf(item), ...item }, firstItems, caps);
  }
}
