import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { MediaId } from '../common/media-id';
import { lockLibraries } from '../database/library-lock';
import { Transactions } from '../database/transactions';
import { DirtyKeyStore } from './dirty-key.store';

const REASON = 'requested';

/**
 * Queues rows to be derived again because somebody asked for it. The catalog did not change, so they are served as they
 * are until then; quarantined ones are tried again.
 */
@Injectable()
export class RefreshRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly dirtyKeys: DirtyKeyStore,
  ) {}

  /** Queues every item of a library (null: of all) in bounded batches; gives their number, null if it is absent. */
  async refreshLibraries(libraryId: string | null): Promise<number | null> {
    const rows: { library_id: string }[] = await this.dataSource.query(
      'SELECT library_id FROM libraries WHERE $1::uuid IS NULL OR library_id = $1 ORDER BY library_id',
      [libraryId],
    );
    if (libraryId !== null && rows.length === 0) return null;
    let queued = 0;
    for (const row of rows) queued += await this.refreshLibrary(row.library_id);
    return queued;
  }

  /** Queues one item; null if it is absent or of another kind. */
  async refreshMedia(media: MediaId): Promise<number | null> {
    const rows: { library_id: string }[] = await this.dataSource.query(
      'SELECT library_id FROM media_items WHERE media_id = $1 AND media_kind = $2',
      [media.uuid, media.kind],
    );
    const libraryId = rows[0]?.library_id;
    if (libraryId === undefined) return null;
    await this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      await this.dirtyKeys.enqueue(manager, libraryId, [media.uuid], REASON);
    });
    return 1;
  }

  private async refreshLibrary(libraryId: string): Promise<number> {
    let queued = 0;
    for (let after: string | null = null, more = true; more;) {
      const batch = await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        return this.dirtyKeys.enqueueNext(manager, libraryId, after, REASON);
      });
      queued += batch.queued;
      after = batch.last;
      more = after !== null;
    }
    return queued;
  }
}
