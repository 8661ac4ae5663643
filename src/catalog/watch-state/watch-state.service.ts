import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../common/config/config';
import { CONFIG } from '../../common/config/config.token';
import { formatMediaId, type MediaId } from '../../common/media-id';
import { requirePathMediaId } from '../../common/problems/required-ids';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { toWatchState } from './watch-progress';
import type { WatchStateRequest, WatchStateResponse } from './watch-state.dto';
import { WatchStateStore } from './watch-state.store';

/** Sets and deletes the watch states of users. */
@Injectable()
export class WatchStateService {
  constructor(
    private readonly store: WatchStateStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'catalog'>,
  ) {}

  /** Sets the caller's state of a movie or an episode. Throws `invalid-media-id`, `not-found`. */
  async write(principal: Principal, mediaId: string, request: WatchStateRequest): Promise<WatchStateResponse> {
    const media = requireWatchable(requirePathMediaId(mediaId));
    const thresholdPercent = this.config.catalog.watchedThresholdPercent;
    const { position_seconds: positionSeconds, duration_seconds: durationSeconds, completed } = request;
    const state = toWatchState({ positionSeconds, durationSeconds, completed, thresholdPercent });
    const writtenAt = await this.store.write(principal, media, {
      state,
      positionSeconds,
      durationSeconds,
      thresholdPercent,
    });
    if (writtenAt === null) throw Problem.notFound();
    return {
      media_id: formatMediaId(media.kind, media.uuid),
      state,
      position_seconds: positionSeconds,
      duration_seconds: durationSeconds,
      threshold_percent: thresholdPercent,
      last_watched_at: writtenAt.toISOString(),
    };
  }

  /** Deletes the caller's state, if any, of a movie or an episode, which is then unwatched. Throws as `write` does. */
  async remove(principal: Principal, mediaId: string): Promise<void> {
    const isVisible = await this.store.remove(principal, requireWatchable(requirePathMediaId(mediaId)));
    if (!isVisible) throw Problem.notFound();
  }
}

/** Throws `not-found` for series and seasons, because their state is computed from the states of their episodes. */
function requireWatchable(media: MediaId): MediaId {
  if (media.kind === 'movie' || media.kind === 'episode') return media;
  throw Problem.notFound();
}
