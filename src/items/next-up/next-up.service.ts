import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import { resolveCaps, resolvePageLimit } from '../../common/paging/caps';
import { CursorCodec } from '../../common/paging/cursor';
import { findPageStart, toPage } from '../../common/paging/paging';
import type { Principal } from '../../common/principal';
import { summarize } from '../../common/text/summary';
import { ReadPool } from '../../database/read-pool';
import { withArtifactIds } from '../../read-model/artifacts/artifact-ids';
import { toWatchStateGrounding } from '../context/item-grounding';
import { NEXT_UP_ORIGINS, type NextUpItem, type NextUpRequest, type NextUpResponse } from './next-up.dto';
import { NextUpRepository, type NextUpRow } from './next-up.repository';

/** Lists the next episode of each series that the caller has begun. */
@Injectable()
export class NextUpService {
  constructor(
    private readonly reads: ReadPool,
    private readonly repository: NextUpRepository,
    private readonly cursors: CursorCodec,
  ) {}

  /**
   * Returns a page of next episodes. Takes one round trip, or more on a distributed database. Throws `invalid-cursor`.
   */
  listNextUp(principal: Principal, request: NextUpRequest): Promise<NextUpResponse> {
    const caps = resolveCaps(request.caps, request.detail);
    const limit = resolvePageLimit(request.pagination);
    const libraryIds = request.library_ids?.map((id) => id.toLowerCase()) ?? null;
    const binding = { userId: principal.userId, route: 'items:next-up', filters: libraryIds };
    const after = findPageStart(request.pagination, this.cursors, binding) as [string, string] | null;
    return this.reads.readAs(principal, async (scope) => {
      const selection = { libraryIds, after, maxRows: limit + 1, artifactLimit: caps.artifact_limit };
      const { rows: fetched, isCut } = await this.repository.listNextUp(scope, selection);
      const cursor = { codec: this.cursors, binding, keyOf: ({ key, id }: NextUpRow) => [key, id] };
      const { rows, page } = toPage(fetched, limit, cursor, isCut);
      return { items: rows.map((row) => toItem(row, caps)), page, caps, origins: NEXT_UP_ORIGINS };
    });
  }
}

function toItem(row: NextUpRow, caps: EffectiveCaps): NextUpItem {
  const { media, last_media_id, last_state } = row;
  return {
    media: withArtifactIds(media, row.artifact_ids),
    summary: summarize(row.summary_text, caps.summary_max_chars),
    state: row.state ?? 'unwatched',
    position_seconds: row.position_seconds ?? 0,
    duration_seconds: row.duration_seconds ?? 0,
    last_media_id,
    last_watched_at: row.last_watched_at.toISOString(),
    grounding: last_media_id === null ? [] : [toWatchStateGrounding(last_media_id, last_state, caps)],
  };
}
