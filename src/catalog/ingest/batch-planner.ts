/** Computes the changes of a batch from the known part of the catalog. Does not access the database. */
import { toWatchState } from '../watch-state/watch-progress';
import type { BatchPlan, ImportRules, PlannedMedia, PlannedWatchState } from './batch-plan';
import { type KnownCatalog, type KnownLibrary, type KnownMedia, type KnownWatchState, watchKey } from './known-catalog';
import { LineError, type LineErrorCode, type RefusedLine } from './lines/line-error';
import type { LibraryRecord, MediaRecord, UpsertRecord, WatchStateRecord } from './records/catalog-record';

/** Plans the records with the same result as applying them one by one. */
export function planBatch(records: readonly UpsertRecord[], known: KnownCatalog, rules: ImportRules): BatchPlan {
  const planner = new BatchPlanner(known, rules);
  for (const record of records) planner.add(record);
  return planner;
}

class BatchPlanner implements BatchPlan {
  readonly libraries = new Map<string, LibraryRecord>();
  readonly media = new Map<string, PlannedMedia>();
  readonly watchStates = new Map<string, PlannedWatchState>();
  readonly refused: RefusedLine[] = [];
  accepted = 0;
  unchanged = 0;
  private readonly writableLibraryIds: ReadonlySet<string> | null;
  private readonly watchStateLibraryIds: ReadonlySet<string> | null;

  constructor(
    private readonly known: KnownCatalog,
    private readonly rules: ImportRules,
  ) {
    this.writableLibraryIds = rules.libraryIds === null ? null : new Set(rules.libraryIds);
    this.watchStateLibraryIds =
      rules.watchStateRules.libraryIds === null ? null : new Set(rules.watchStateRules.libraryIds);
  }

  add(record: UpsertRecord): void {
    try {
      if (this.apply(record)) this.accepted += 1;
      else this.unchanged += 1;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.refused.push({ line: record.line, code: error.code, message: error.message });
    }
  }

  /** Applies the record to the plan. Returns whether the record changes anything. Throws a `LineError`. */
  private apply(record: UpsertRecord): boolean {
    switch (record.type) {
      case 'library':
        return this.applyLibrary(record);
      case 'media':
        return this.applyMedia(record);
      case 'watch_state':
        return this.applyWatchState(record);
    }
  }

  private applyLibrary(record: LibraryRecord): boolean {
    this.requireWritable(record.libraryId);
    const before = this.findLibrary(record.libraryId);
    if (before && before.libraryKind !== record.libraryKind) {
      refuse('kind-conflict', 'library_kind must be the kind that the library has in the catalog.');
    }
    if (before?.name === record.name) return false;
    // As in `applyMedia`, a record with the stored name reverts an earlier record of this batch.
    if (this.known.libraries.get(record.libraryId)?.name === record.name) this.libraries.delete(record.libraryId);
    else this.libraries.set(record.libraryId, record);
    return true;
  }

  private applyMedia(record: MediaRecord): boolean {
    if (record.libraryId !== null) this.requireWritable(record.libraryId);
    const before = this.findMedia(record.mediaId);
    if (before && !this.isWritable(before.libraryId)) this.refuseIdInUse(record);
    if (before && before.kind !== record.kind) {
      refuse('kind-conflict', 'media_id must not be in the catalog with another kind.');
    }
    const libraryId =
      record.libraryId === null
        ? this.requireLibraryOfSeries(record.seriesId, before)
        : this.requireLibraryOfMovieOrSeries(record.libraryId, before);
    if (before?.contentHash === record.contentHash) return false;
    if (record.seasonId !== null && before?.seasonId !== record.seasonId) {
      this.requireSeason(record.seasonId, record.seriesId);
    }
    // A record that differs from the plan but equals the stored item reverts an earlier record of this batch. To write
    // the stored values again would only raise revisions.
    if (this.known.media.get(record.mediaId)?.contentHash === record.contentHash) this.media.delete(record.mediaId);
    else this.media.set(record.mediaId, { record, libraryId });
    return true;
  }

  /**
   * Refuses the id of an item in a library that the caller may not write to. The caller learns at most that the id is
   * in use. Throws a `LineError`.
   */
  private refuseIdInUse({ seriesId }: MediaRecord): never {
    const series = seriesId === null ? undefined : this.findMedia(seriesId);
    const hasSeries = series?.kind === 'series' && this.isWritable(series.libraryId);
    if (seriesId !== null && !hasSeries) refuse('missing-parent', 'series_id must be in the catalog.');
    refuse('library-conflict', 'media_id must not be in the catalog under another library.');
  }

  /** Returns the library of a movie or series. Throws a `LineError`. */
  private requireLibraryOfMovieOrSeries(libraryId: string, before: KnownMedia | undefined): string {
    if (before && before.libraryId !== libraryId) {
      refuse('library-conflict', 'media_id must not be in the catalog under another library.');
    }
    if (!before && !this.findLibrary(libraryId)) refuse('missing-parent', 'library_id must be in the catalog.');
    return libraryId;
  }

  /**
   * Returns the library of the series of a season or episode. An existing item cannot move to another series. Throws a
   * `LineError`.
   */
  private requireLibraryOfSeries(seriesId: string, before: KnownMedia | undefined): string {
    if (before && before.seriesId !== seriesId) {
      refuse('parent-conflict', 'series_id must be the series that the item has in the catalog.');
    }
    // An existing item is in the library of its series.
    const itemOrSeries = before ?? this.findMedia(seriesId);
    if (!itemOrSeries || !this.isWritable(itemOrSeries.libraryId) || (!before && itemOrSeries.kind !== 'series')) {
      refuse('missing-parent', 'series_id must be in the catalog.');
    }
    return itemOrSeries.libraryId;
  }

  private requireSeason(seasonId: string, seriesId: string): void {
    const season = this.findMedia(seasonId);
    if (season?.kind !== 'season' || !this.isWritable(season.libraryId))
      refuse('missing-parent', 'season_id must be in the catalog.');
    if (season.seriesId !== seriesId) {
      refuse('parent-conflict', 'season_id must be a season of the series.');
    }
  }

  private applyWatchState(record: WatchStateRecord): boolean {
    const { usernameKey } = this.rules.watchStateRules;
    // Checked before the user is looked up, so that the answer does not reveal which names have accounts.
    if (usernameKey !== null && record.usernameKey !== usernameKey) {
      refuse('not-permitted', 'username must be the name of the caller.');
    }
    const userId = this.known.userIds.get(record.usernameKey);
    if (userId === undefined) refuse('missing-user', 'username must be the name of a user.');
    const media = this.findMedia(record.mediaId);
    if (media?.kind !== record.kind || this.watchStateLibraryIds?.has(media.libraryId) === false) {
      refuse('missing-media', 'media_id must be in the catalog.');
    }
    const key = watchKey(userId, record.mediaId);
    const next = this.toNextState(record);
    const before = this.watchStates.get(key) ?? this.known.watchStates.get(key);
    if (before && !replaces(next, before)) return false;
    this.watchStates.set(key, { ...next, userId, libraryId: media.libraryId, mediaId: record.mediaId });
    return true;
  }

  private toNextState(record: WatchStateRecord): KnownWatchState {
    const { positionSeconds, durationSeconds, completed, lastWatchedAt } = record;
    const { thresholdPercent } = this.rules;
    const state = toWatchState({ positionSeconds, durationSeconds, completed, thresholdPercent });
    return { state, positionSeconds, durationSeconds, thresholdPercent, lastWatchedAt };
  }

  private findLibrary(libraryId: string): KnownLibrary | undefined {
    return this.libraries.get(libraryId) ?? this.known.libraries.get(libraryId);
  }

  private findMedia(mediaId: string): KnownMedia | undefined {
    const planned = this.media.get(mediaId);
    return planned ? { ...planned.record, libraryId: planned.libraryId } : this.known.media.get(mediaId);
  }

  private isWritable(libraryId: string): boolean {
    return this.writableLibraryIds === null || this.writableLibraryIds.has(libraryId);
  }

  private requireWritable(libraryId: string): void {
    if (!this.isWritable(libraryId))
      refuse('not-permitted', 'library_id must be a library that the caller may write to.');
  }
}

/** Whether `next` replaces `before`: it is later, or at the same time with another state, position or duration. */
function replaces(next: KnownWatchState, before: KnownWatchState): boolean {
  if (next.lastWatchedAt !== before.lastWatchedAt) return next.lastWatchedAt > before.lastWatchedAt;
  return (
    next.state !== before.state ||
    next.positionSeconds !== before.positionSeconds ||
    next.durationSeconds !== before.durationSeconds
  );
}

function refuse(code: LineErrorCode, message: string): never {
  throw new LineError(code, message);
}
