import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { formatMediaId, type MediaId } from '../../common/media-id';
import { DeadlineError, withDeadline } from '../../common/outbound/deadline';
import type { Principal } from '../../common/principal';
import { Problem } from '../../common/problems/problem';
import { requestContext } from '../../common/request-context';
import { lockLibraries } from '../../database/locks/library-lock';
import { perLibrary } from '../../database/distribution/per-library';
import { ReadPool } from '../../database/read-pool';
import type { ReadScope } from '../../database/read-scope';
import { classifyDatabaseError } from '../../database/pg-errors';
import { limitStatements } from '../../database/transaction-connection';
import { Transactions } from '../../database/transactions';
import { CatalogChanges } from './catalog-changes';
import { DirtyKeyStore } from './dirty-key.store';

/**
 * Maximum time in milliseconds that a request waits until rows are derived again. After that, the status is 503, and
 * the work that the request began is cancelled.
 */
const REFRESH_BUDGET_MS = 2_000;

/** Seconds after which a client may request a row again that the service cannot derive. */
const QUARANTINE_RETRY_SECONDS = 60;

/**
 * The available items whose row is missing or stale, and whether its key in the queue is quarantined. Parameters: 1
 * UUIDs, 2 kinds, 3 visible libraries.
 */
const FIND_NOT_READY = perLibrary(
  { name: 'freshness-find-not-ready', library: 3, parameters: 3, items: 1 },
  (libraries) => `SELECT m.library_id, m.media_id, q.quarantined IS TRUE AS quarantined
           FROM unnest($1::uuid[], $2::text[]) AS asked(media_id, media_kind)
           JOIN media_items m ON m.media_id = asked.media_id AND m.media_kind = asked.media_kind
           LEFT JOIN intelligence_media_context c
             ON ${libraries.sameLibrary('c.library_id', 'm.library_id')} AND c.media_id = m.media_id
           LEFT JOIN intelligence_dirty_keys q
             ON ${libraries.sameLibrary('q.library_id', 'm.library_id')} AND q.media_id = m.media_id
          WHERE m.available AND ${libraries.has('m.library_id')} AND c.status IS DISTINCT FROM 'ready'`,
);

interface NotReadyRow {
  readonly library_id: string;
  readonly media_id: string;
  readonly quarantined: boolean;
}

/** The state of a row, and of its key in the queue. Parameters: 1 library, whose lock is held, 2 UUID of the item. */
const READ_STATE_SQL = `
SELECT (SELECT c.status FROM intelligence_media_context c WHERE c.library_id = $1 AND c.media_id = $2) AS status,
       (SELECT q.quarantined FROM intelligence_dirty_keys q WHERE q.library_id = $1 AND q.media_id = $2) AS quarantined,
       (SELECT q.not_before::text FROM intelligence_dirty_keys q WHERE q.library_id = $1 AND q.media_id = $2) AS not_before`;

/** A row of `READ_STATE_SQL`. `status` is null without a read-model row, the other fields without a queued key. */
interface RowState {
  readonly status: string | null;
  readonly quarantined: boolean | null;
  readonly not_before: string | null;
}

type Attempt<Answer> = { readonly done: Answer } | { readonly notReady: readonly NotReadyRow[] };

/** Reads fresh rows of items: derives a stale row again within the request, and then reads it. */
@Injectable()
export class MediaFreshness {
  private readonly logger = new Logger(MediaFreshness.name);
  private readonly refreshesInProgress = new Map<string, Promise<void>>();

  constructor(
    private readonly reads: ReadPool,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly dirtyKeys: DirtyKeyStore,
  ) {}

  /**
   * Reads an item in one snapshot. `find` returns its row if it may be served; `answer` continues with the row. If the
   * row of an available item is missing or stale, derives it and looks it up again, repeatedly for two seconds at most.
   * Throws `overloaded` if the row is still not fresh then (the last look-up may end later), or as soon as a derivation
   * fails because of the row. If the look-up finds the row quarantined, throws `overloaded` at once. Throws `not-found`
   * if the item is absent, not visible or not available.
   */
  async readFresh<Row, Answer>(
    principal: Principal,
    mediaId: MediaId,
    find: (scope: ReadScope) => Promise<Row | null>,
    answer: (scope: ReadScope, row: Row) => Promise<Answer>,
  ): Promise<Answer> {
    const findAll = async (scope: ReadScope): Promise<Map<string, Row>> => {
      const row = await find(scope);
      return new Map(row === null ? [] : [[formatMediaId(mediaId.kind, mediaId.uuid), row]]);
    };
    return this.readAllFresh(principal, [mediaId], findAll, (scope, [row]) => {
      if (row === undefined) throw Problem.notFound();
      return answer(scope, row);
    });
  }

  /**
   * Like `readFresh`, for several items. `find` returns the rows that may be served, by canonical media id. `answer`
   * gets them in the order of `mediaIds`, and undefined for each item for which `readFresh` would throw `not-found`. If
   * `find` returns no row for some of the items, another statement finds which of these must be derived.
   */
  async readAllFresh<Row, Answer>(
    principal: Principal,
    mediaIds: readonly MediaId[],
    find: (scope: ReadScope) => Promise<ReadonlyMap<string, Row>>,
    answer: (scope: ReadScope, rows: readonly (Row | undefined)[]) => Promise<Answer>,
  ): Promise<Answer> {
    const deadline = performance.now() + REFRESH_BUDGET_MS;
    for (;;) {
      const attempt = await this.reads.readAs(principal, async (scope): Promise<Attempt<Answer>> => {
        const rowOf = await find(scope);
        const rows = mediaIds.map(({ kind, uuid }) => rowOf.get(formatMediaId(kind, uuid)));
        const missing = mediaIds.filter((_, index) => rows[index] === undefined);
        const notReady = missing.length === 0 ? [] : await listNotReady(scope, missing);
        return notReady.length === 0 ? { done: await answer(scope, rows) } : { notReady };
      });
      if ('done' in attempt) return attempt.done;
      if (attempt.notReady.some(({ quarantined }) => quarantined)) throw Problem.overloaded(QUARANTINE_RETRY_SECONDS);
      for (const { library_id, media_id } of attempt.notReady) {
        // Other writers may make rows stale repeatedly, so the wait is limited.
        if (performance.now() >= deadline) throw Problem.overloaded(1);
        await this.refresh(library_id, media_id, deadline);
      }
    }
  }

  /**
   * Derives one row again. Waits until the deadline at most. All requests of this process that wait for the row share
   * the work. If the work takes longer, it is rolled back, and the key of the row stays in the queue. A request with a
   * later deadline that shared the work then tries again.
   */
  private refresh(libraryId: string, mediaUuid: string, deadline: number): Promise<void> {
    const inProgress = this.refreshesInProgress.get(mediaUuid);
    if (inProgress !== undefined) return waitUntil(inProgress, deadline);
    // Runs outside of the context of this request, because other requests may wait for it after this client has
    // disconnected.
    const refreshing = requestContext
      .exit(() => this.refreshOnce(libraryId, mediaUuid, deadline))
      .finally(() => this.refreshesInProgress.delete(mediaUuid));
    this.refreshesInProgress.set(mediaUuid, refreshing);
    return waitUntil(refreshing, deadline);
  }

  private async refreshOnce(libraryId: string, mediaUuid: string, deadline: number): Promise<void> {
    let notBefore: string | null = null;
    // The deadline is that of the request that began the work. The work must not occupy a connection of the write pool
    // for longer.
    const end = new AbortController();
    const remainingMs = Math.max(0, deadline - performance.now());
    const timer = setTimeout(() => end.abort(new DeadlineError('The row was not derived in time.')), remainingMs);
    const work = async (manager: EntityManager): Promise<void> => {
      // If a statement cannot be cancelled at the deadline, this timeout ends it.
      await limitStatements(manager, remainingMs);
      await lockLibraries(manager, [libraryId]);
      await limitStatements(manager, deadline - performance.now());
      const [state]: [RowState] = await manager.query(READ_STATE_SQL, [libraryId, mediaUuid]);
      notBefore = state.not_before;
      // Another request or process may have derived the row while this request waited for the lock.
      if (state.status === 'ready') return;
      if (state.quarantined === true) throw Problem.overloaded(QUARANTINE_RETRY_SECONDS);
      await this.changes.refreshStale(manager, libraryId, [mediaUuid]);
    };
    try {
      await this.transactions.run(work, undefined, end.signal);
    } catch (error) {
      // The row did not cause this error: other writers hold locks, or the database is slow. The key is still
      // queued, so a refresher tries again.
      if (error instanceof DeadlineError || classifyDatabaseError(error) === 'statement_timeout') return;
      if (error instanceof Problem || !this.dirtyKeys.isCausedByRows(error)) throw error;
      // The row caused this error, so the error counts as a failed attempt. The caller gets no details.
      this.logger.error(error);
      if (notBefore !== null) {
        await this.dirtyKeys.postpone(libraryId, { media_id: mediaUuid, not_before: notBefore }, error);
      }
      throw Problem.overloaded(QUARANTINE_RETRY_SECONDS);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * Waits until `work` ends or until the deadline, in the time of `performance.now()`. Throws what `work` throws before
 * the deadline.
 */
async function waitUntil(work: Promise<void>, deadline: number): Promise<void> {
  await withDeadline(Math.max(0, deadline - performance.now()), () => work).catch((error: unknown) => {
    if (!(error instanceof DeadlineError)) throw error;
  });
}

function listNotReady(scope: ReadScope, mediaIds: readonly MediaId[]): Promise<NotReadyRow[]> {
  return scope.rows<NotReadyRow>(FIND_NOT_READY, [
    mediaIds.map(({ uuid }) => uuid),
    mediaIds.map(({ kind }) => kind),
    scope.libraryIds,
  ]);
}
