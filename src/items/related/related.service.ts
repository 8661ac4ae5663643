import { Injectable } from '@nestjs/common';
import { resolvePagedCaps } from '../../common/paging/caps';
import { CursorCodec } from '../../common/paging/cursor';
import type { MediaId } from '../../common/media-id';
import { findPageStart, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import type { ReadScope } from '../../database/read-scope';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { MediaFreshness } from '../../read-model/refresh/media-freshness';
import { RELATED_ORIGINS, type RelatedRequest, type RelatedResponse } from './related.dto';
import { ItemsRepository } from '../items.repository';
import { ShownRows } from './related-cursor';
import { takeRows } from './rank/related-order';
import type { RankedCandidate } from './rank/ranked-candidate';
import { LIST_MAX_ROWS, RelatedLists } from './related-lists';
import type { RelatedSeed } from './related-rows';

/** Answers requests for related items, page by page. */
@Injectable()
export class RelatedService {
  constructor(
    private readonly freshness: MediaFreshness,
    private readonly items: ItemsRepository,
    private readonly lists: RelatedLists,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Returns a page of related items in three round trips, or more on a distributed database. If the read-model row of
   * the item is stale or missing, it is derived first. Throws `not-found`, `invalid-cursor`, and `overloaded` if the
   * row cannot be derived in time.
   */
  listRelated(principal: Principal, mediaId: MediaId, request: RelatedRequest): Promise<RelatedResponse> {
    const caps = resolvePagedCaps(request, 'related_limit');
    const limit = caps.related_limit;
    const kinds = request.relationship_kinds ? new Set(request.relationship_kinds) : null;
    const filters = [mediaId.kind, mediaId.uuid, kinds === null ? null : [...kinds].sort()];
    const binding = { userId: principal.userId, route: 'related', filters };
    const start = findPageStart(request.pagination, this.cursors, binding);
    const shown = start === null ? ShownRows.none() : ShownRows.fromKey(String(start[0]));
    const findSeed = (scope: ReadScope): Promise<RelatedSeed | null> =>
      this.items.findSeed(scope, mediaId, caps.artifact_limit);
    return this.freshness.readFresh(principal, mediaId, findSeed, async (scope, seed) => {
      const list = await this.lists.rankRelated(scope, seed, kinds);
      const maxRowsLeft = LIST_MAX_ROWS - shown.size;
      // Takes one row more than the page can show, to find out whether the list has more rows.
      const nextRows = takeRows(list.ranked, Math.min(limit, maxRowsLeft) + 1, (row) => !shown.has(row.media_id));
      const rowsWithinMax = nextRows.slice(0, maxRowsLeft);
      const pageIds = rowsWithinMax.slice(0, limit).map(({ row }) => row.media_id);
      const keyOf = (_: RankedCandidate, index: number): [string] => [shown.with(pageIds.slice(0, index + 1)).toKey()];
      const cursor = { codec: this.cursors, binding, keyOf };
      const { rows, page } = toPage(rowsWithinMax, limit, cursor, list.isCut || nextRows.length > maxRowsLeft);
      const related = await this.lists.toRelatedItems(scope, seed, { ...list, ranked: rows }, caps);
      return { seed: withArtifactIds(seed.media, seed.artifact_ids), related, page, caps, origins: RELATED_ORIGINS };
    });
  }
}
