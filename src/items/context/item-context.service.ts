import { Injectable } from '@nestjs/common';
import { type EffectiveCaps, effectiveCaps } from '../../common/paging/caps';
import type { IntelligenceArtifactSummary, IntelligenceMediaRef } from '../../common/dto/intelligence.dto';
import type { MediaId } from '../../common/media-id';
import { Problem } from '../../common/problems/problem';
import type { Principal } from '../../common/principal';
import { summarize } from '../../common/text/summary';
import type { ReadScope } from '../../database/read-pool';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { loadProvenance } from '../../read-model/artifacts/artifact-provenance';
import { toArtifactSummary } from '../../read-model/artifacts/artifact-reader';
import { MediaFreshness } from '../../read-model/refresh/media-freshness';
import type { ItemContextRequest, ItemContextResponse, ItemHierarchy, ItemWatchState, RelatedItem } from '../items.dto';
import { type ItemRow, ItemsRepository, type ReferenceRow } from '../items.repository';
import { takeRows } from '../related/rank/related-order';
import { RelatedService } from '../related/related.service';
import { toItemFacets } from './item-facets';
import { toContextGrounding, toItemGrounding, toItemProvenance } from './item-grounding';

/**
 * Returns the context of an item: its metadata, its position in the series, the caller's watch state, artifacts and
 * related items.
 */
@Injectable()
export class ItemContextService {
  constructor(
    private readonly freshness: MediaFreshness,
    private readonly items: ItemsRepository,
    private readonly related: RelatedService,
  ) {}

  /**
   * Returns the context of an item in three round trips, or four if the item has artifacts. If the row of the item is
   * stale or missing, it is derived first. Throws `not-found` if the caller may not see the item or if it is not in the
   * requested library, `invalid-cursor` if the request has a cursor, because a context has no pages, and `overloaded`
   * if the row cannot be derived in time.
   */
  getContext(principal: Principal, mediaId: MediaId, request: ItemContextRequest): Promise<ItemContextResponse> {
    if (typeof request.pagination?.cursor === 'string') throw Problem.invalidCursor();
    const caps = effectiveCaps(request.caps);
    const libraryId = request.library_id?.toLowerCase() ?? null;
    return this.freshness.readFresh(
      principal,
      mediaId,
      (scope) => this.items.findItem(scope, mediaId, libraryId, caps.artifact_limit),
      async (scope, item) => {
        const [related, artifacts] = await Promise.all([
          this.listRelated(scope, item, caps),
          toArtifacts(scope, item, caps),
        ]);
        return toResponse(item, related, artifacts, caps);
      },
    );
  }

  private async listRelated(scope: ReadScope, item: ItemRow, caps: EffectiveCaps): Promise<RelatedItem[]> {
    const list = await this.related.rank(scope, item, null);
    const first = { ...list, ranked: takeRows(list.ranked, caps.related_limit) };
    return this.related.describe(scope, { artifact_ids: artifactIdsOf(item), ...item }, first, caps);
  }
}

function toResponse(
  item: ItemRow,
  related: RelatedItem[],
  artifacts: IntelligenceArtifactSummary[],
  caps: EffectiveCaps,
): ItemContextResponse {
  const itemGrounding = toItemGrounding(item, caps);
  return {
    item: {
      media: withArtifactIds(item.media, artifactIdsOf(item)),
      summary: summarize(item.summary_text, caps.summary_max_chars),
      facets: toItemFacets(item, caps.facet_limit),
      people: item.people,
      people_total: item.people_total,
      hierarchy: toHierarchy(item),
      watch_state: toWatchState(item),
      missing_fields: item.missing_fields,
      artifact_ids: artifactIdsOf(item),
      provenance: toItemProvenance(item, itemGrounding, caps),
    },
    related,
    artifacts,
    grounding: toContextGrounding(item, itemGrounding, caps),
    caps,
  };
}

async function toArtifacts(
  scope: ReadScope,
  item: ItemRow,
  caps: EffectiveCaps,
): Promise<IntelligenceArtifactSummary[]> {
  const provenance = await loadProvenance(scope, item.artifacts, caps.summary_max_chars);
  const ids = artifactIdsOf(item);
  return item.artifacts.map((artifact, index) => toArtifactSummary(artifact, provenance[index], ids, caps));
}

function artifactIdsOf(item: ItemRow): string[] {
  return item.artifacts.map((artifact) => artifact.artifact_id);
}

function toHierarchy(item: ItemRow): ItemHierarchy | null {
  if (item.media_kind === 'movie' || item.media_kind === 'series') return null;
  const [series, season, previous, next] = [item.series, item.season, item.previous, item.next].map(toReference);
  return { series: series ?? null, season: season ?? null, previous: previous ?? null, next: next ?? null };
}

function toReference(row: ReferenceRow | null): IntelligenceMediaRef | null {
  return row === null ? null : withArtifactIds(row.media, row.artifact_ids);
}

function toWatchState(item: ItemRow): ItemWatchState | null {
  if (item.media_kind === 'movie' || item.media_kind === 'episode') {
    if (item.own_state === null) return null;
    return { ...item.own_state, last_watched_at: toTime(item.own_state.last_watched_at), episodes: null };
  }
  const { last_watched_at, ...episodes } = item.progress;
  if (episodes.total + episodes.specials_total === 0) return null;
  const isStarted = episodes.completed + episodes.in_progress > 0;
  const isCompleted = episodes.total > 0 && episodes.completed === episodes.total;
  return {
    state: isCompleted ? 'completed' : isStarted ? 'in_progress' : 'unwatched',
    position_seconds: null,
    duration_seconds: null,
    last_watched_at: toTime(last_watched_at),
    episodes,
  };
}

function toTime(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
