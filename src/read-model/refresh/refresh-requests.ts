import { Injectable } from '@nestjs/common';
import type { MediaId } from '../../common/media-id';
import { lockLibraries } from '../../database/locks/library-lock';
import { Transactions } from '../../database/transactions';
import { DirtyKeyStore } from './dirty-key.store';
import { visible } from '../visibility';

const REASON = 'requested';

/**
 * On request, queues rows to be derived again. The catalog did not change, so the request makes no row stale: in the
 * meantime, reads serve the same rows as before. Quarantined rows are tried again.
 */
@Injectable()
export class RefreshRequests {
  constructor(
    private readonly transactions: Transactions,
    private readonly dirtyKeys: DirtyKeyStore,
  ) {}

  /**
   * Queues every item of a library (null: of every library), in bounded batches. Only libraries in `visibleIds` are
   * queued (null: all are visible). Returns the number of items; null if the library is absent or not visible.
   */
  async refreshLibraries(libraryId: string | null, visibleIds: readonly string[] | null): Promise<number | null> {
    const rows = await this.readLibraryIds(
      `SELECT library_id FROM libraries l WHERE ($1::uuid IS NULL OR library_id = $1) AND ${visible('l', '$2')}
        ORDER BY library_id`,
      [libraryId, visibleIds],
    );
    if (libraryId !== null && rows.length === 0) return null;
    let queued = 0;
    for (const row of rows) queued += await this.refreshLibrary(row.library_id);
    return queued;
  }

  /**
   * Queues one item and returns 1. Returns null if the item is absent, of another kind, or in a library that is not in
   * `visibleIds` (null: all libraries are visible).
   */
  async refreshMedia(media: MediaId, visibleIds: readonly string[] | null): Promise<number | null> {
    const rows = await this.readLibraryIds(
      `SELECT library_id FROM media_items m WHERE media_id = $1 AND media_kind = $2 AND ${visible('m', '$3')}`,
      [media.uuid, media.kind, visibleIds],
    );
    const libraryId = rows[0]?.library_id;
    if (libraryId === undefined) return null;
    await this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      await this.dirtyKeys.enqueue(manager, libraryId, [media.uuid], REASON);
    });
    return 1;
  }

  private readLibraryIds(statement: string, values: unknown[]): Promise<{ library_id: string }[]> {
    return this.transactions.read((manager) => manager.query(statement, values));
  }

  private async refreshLibrary(libraryId: string): Promise<number> {
    let queued = 0;
    for (let after: string | null = null, hasMore = true; hasMore;) {
      const batch = await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        return this.dirtyKeys.enqueueNext(manager, libraryId, after, REASON);
      });
      queued += batch.queued;
      after = batch.last;
      hasMore = after !== null;
    }
    return queued;
  }
}
