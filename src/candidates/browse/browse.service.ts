import { Injectable } from '@nestjs/common';
import type { IntelligenceGroundingRef } from '../../common/dto/references.dto';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import { resolveCaps, resolvePageLimit } from '../../common/paging/caps';
import { CursorCodec, type CursorBinding } from '../../common/paging/cursor';
import { findPageStart, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import { summarize } from '../../common/text/summary';
import { ReadPool } from '../../database/read-pool';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { BROWSE_ORIGINS, type BrowsedItem, type BrowseRequest, type BrowseResponse } from './browse.dto';
import { planBrowse, readsKindCounts } from './browse-plan';
import { BrowseRepository } from './browse.repository';
import type { BrowsedRow, ServableRow } from './browsed-rows';
import { BROWSE_SORTS, type BrowseSort } from './browse-sorts';

/** Lists items by sort order and filters, without a search text. */
@Injectable()
export class BrowseService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: BrowseRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Returns a page of items. On one PostgreSQL server, takes two round trips, or three if the first plan would sort
   * more than `BROWSED_ROWS_MAX` rows. Throws `invalid-cursor`.
   */
  browse(principal: Principal, request: BrowseRequest): Promise<BrowseResponse> {
    const caps = resolveCaps(request.caps, request.detail);
    const limit = resolvePageLimit(request.pagination);
    const sort = request.sort ?? 'added';
    const binding = bindingOf(principal, request, sort);
    const after = findPageStart(request.pagination, this.cursors, binding) as [string | number, string] | null;
    return this.reads.readAs(principal, async (scope) => {
      const counts = await this.repository.readCounts(scope, request);
      let plan = planBrowse(request, sort, counts, limit);
      const page = { request, counts, sort, after, rows: limit + 1, artifactLimit: caps.artifact_limit };
      let pageRows = await this.repository.readPage(scope, { ...page, plan });
      if (pageRows.isCut) {
        plan = { ...plan, driver: 'ordered_scan' };
        pageRows = await this.repository.readPage(scope, { ...page, plan });
      }
      const isCut = counts.isCut && readsKindCounts(plan, sort);
      const cursor = { codec: this.cursors, binding, keyOf: ({ key, id }: BrowsedRow) => [key, id] };
      const { rows, page: answerPage } = toPage(pageRows.rows, limit, cursor, isCut, pageRows.resume);
      const items = rows.filter(isServable).map((row) => toItem(row, sort, caps));
      return { items, sort, page: answerPage, caps, origins: BROWSE_ORIGINS };
    });
  }
}

function bindingOf(principal: Principal, request: BrowseRequest, sort: BrowseSort): CursorBinding {
  const { library_ids, media_kinds, filters } = request;
  return {
    userId: principal.userId,
    route: 'items:browse',
    filters: { sort, library_ids, media_kinds, filters },
  };
}

function isServable(row: BrowsedRow): row is ServableRow {
  return row.media !== null;
}

function toItem(row: ServableRow, sort: BrowseSort, caps: EffectiveCaps): BrowsedItem {
  const { runtime_minutes, popularity, added_at, state, position_seconds, duration_seconds, last_watched_at } = row;
  return {
    media: withArtifactIds(row.media, row.artifact_ids),
    summary: summarize(row.summary_text, caps.summary_max_chars),
    runtime_minutes,
    popularity,
    added_at: added_at.toISOString(),
    watch_state:
      state === null
        ? null
        : { state, position_seconds, duration_seconds, last_watched_at: last_watched_at.toISOString() },
    grounding: [toGrounding(row, sort, caps)],
  };
}

/** Returns the grounding of the value that an item is sorted by, or of its title if it has no such value. */
function toGrounding(row: ServableRow, sort: BrowseSort, caps: EffectiveCaps): IntelligenceGroundingRef {
  const { media } = row;
  const values: Record<BrowseSort, string | number | null> = {
    added: row.added_at.toISOString(),
    year: media.year,
    title: media.title,
    popularity: row.popularity,
    last_watched: row.state === null ? null : row.last_watched_at.toISOString(),
  };
  const value = values[sort];
  return {
    source: sort === 'last_watched' ? 'watch_state' : 'media_metadata',
    media_id: media.media_id,
    field: value === null ? 'title' : BROWSE_SORTS[sort].field,
    label: media.title,
    evidence: summarize(String(value ?? media.title), caps.summary_max_chars),
  };
}
