import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import type { MediaId } from '../common/media-id';
import { lockLibraries } from '../database/library-lock';
import { Transactions } from '../database/transactions';
import { CatalogChanges } from './catalog-changes';

/** Queues rows to be derived again because somebody asked for it. */
@Injectable()
export class RefreshRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    @Inject(CONFIG) private readonly config: Pick<Config, 'readModel'>,
  ) {}

  /** Marks every item of a library (null: of all) stale in bounded batches; gives their number, null if it is absent. */
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

  /** Marks one item stale; null if it is absent or of another kind. */
  async refreshMedia(media: MediaId): Promise<number | null> {
    const rows: { library_id: string }[] = await this.dataSource.query(
      'SELECT library_id FROM media_items WHERE media_id = $1 AND media_kind = $2',
      [media.uuid, media.kind],
    );
    const libraryId = rows[0]?.library_id;
    if (libraryId === undefined) return null;
    await this.markStale(libraryId, [media.uuid]);
    return 1;
  }

  private async refreshLibrary(libraryId: string): Promise<number> {
    let queued = 0;
    for (let after: string | null = null, more = true; more;) {
      const rows: { media_id: string }[] = await this.dataSource.query(
        `SELECT media_id FROM media_items WHERE library_id = $1 AND ($2::uuid IS NULL OR media_id > $2)
          ORDER BY media_id LIMIT $3`,
        [libraryId, after, this.config.readModel.refreshBatchSize],
      );
      const mediaIds = rows.map((row) => row.media_id);
      await this.markStale(libraryId, mediaIds);
      queued += mediaIds.length;
      after = mediaIds.at(-1) ?? null;
      more = mediaIds.length === this.config.readModel.refreshBatchSize;
    }
    return queued;
  }

  private async markStale(libraryId: string, mediaIds: readonly string[]): Promise<void> {
    await this.transactions.run(async (manager) => {
      await lockLibraries(manager, [libraryId]);
      await this.changes.markStale(manager, libraryId, mediaIds, 'requested');
    });
  }
}
