import { Injectable } from '@nestjs/common';
import { formatMediaId, type MediaId } from '../../common/media-id';
import { requireMediaId } from '../../common/problems/required-ids';
import { clampToCap, resolveCaps } from '../../common/paging/caps';
import { CursorCodec } from '../../common/paging/cursor';
import { findPageStart, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import { MediaFreshness } from '../../read-model/refresh/media-freshness';
import { ItemsRepository } from '../items.repository';
import type { ContextRow } from './context-rows';
import { loadArtifacts, toItemContext } from './item-context';
import {
  CONTEXTS_MAX,
  CONTEXTS_ORIGINS,
  type ItemContextsRequest,
  type ItemContextsResponse,
} from './item-contexts.dto';

interface FoundItem {
  readonly row: ContextRow;
  /** Index of the item among the distinct ids of the request, from 0. */
  readonly position: number;
}

/** Returns the contexts of several items. */
@Injectable()
export class ItemContextsService {
  constructor(
    private readonly freshness: MediaFreshness,
    private readonly items: ItemsRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Returns a page of contexts, and the ids that have none. Takes at most three round trips, or more on a distributed
   * database. If rows are stale, takes two more, and also the round trips that derive these rows. Throws
   * `invalid-media-id` and `invalid-cursor`. Throws `overloaded` if a row cannot be derived, or if that takes too long.
   */
  async getContexts(principal: Principal, request: ItemContextsRequest): Promise<ItemContextsResponse> {
    const caps = resolveCaps(request.caps, request.detail);
    const limit = clampToCap(request.pagination?.limit, { default: CONTEXTS_MAX, max: CONTEXTS_MAX });
    const mediaIds = distinctMediaIds(request.media_ids);
    const binding = { userId: principal.userId, route: 'items:contexts', filters: mediaIds.map(toText) };
    const start = findPageStart(request.pagination, this.cursors, binding);
    const firstPosition = start === null ? 0 : Number(start[0]) + 1;
    const remainingIds = mediaIds.slice(firstPosition);
    return this.freshness.readAllFresh(
      principal,
      remainingIds,
      (scope) => this.items.listContexts(scope, remainingIds, caps.artifact_limit),
      async (scope, rows) => {
        const foundItems = rows.flatMap((row, index): FoundItem[] =>
          row === undefined ? [] : [{ row, position: firstPosition + index }],
        );
        const cursor = { codec: this.cursors, binding, keyOf: ({ position }: FoundItem) => [position] };
        const { rows: shownItems, page } = toPage(foundItems, limit, cursor);
        const items = shownItems.map(({ row }) => row);
        const artifacts = await loadArtifacts(scope, items, caps);
        return {
          contexts: items.map((row, index) => ({ ...toItemContext(row, caps), artifacts: artifacts[index] ?? [] })),
          unknown_media_ids: remainingIds.filter((_, index) => rows[index] === undefined).map(toText),
          page,
          caps,
          origins: CONTEXTS_ORIGINS,
        };
      },
    );
  }
}

function distinctMediaIds(texts: readonly string[]): MediaId[] {
  const parsed = texts.map((text, index) => requireMediaId(text, `media_ids[${index}]`));
  return [...new Map(parsed.map((mediaId) => [toText(mediaId), mediaId])).values()];
}

function toText({ kind, uuid }: MediaId): string {
  return formatMediaId(kind, uuid);
}
