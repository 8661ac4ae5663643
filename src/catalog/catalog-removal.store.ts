import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { MediaKind } from '../common/media-id';
import { lockLibraries } from '../database/library-lock';
import { Transactions } from '../database/transactions';
import { CatalogChanges } from '../read-model/catalog-changes';
import {
  DELETE_ITEMS_SQL,
  DELETE_LIBRARY_SQL,
  NEXT_OF_LIBRARY_SQL,
  NEXT_OF_TARGETS_SQL,
  READ_TARGETS_SQL,
} from './removal.sql';

/** An item that is to be removed, as the catalog has it. */
export interface RemovalTarget {
  readonly library_id: string;
  /** UUID. */
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly series_id: string | null;
  readonly season_id: string | null;
}

/** Items removed in one transaction at most. */
const CHUNK_ITEMS = 1_000;

/** Below every id that an item may have. */
const LOWEST_UUID = '00000000-0000-0000-0000-000000000000';

/** Children first, so that a removal that was interrupted leaves no item without its parents. */
const KINDS_IN_ORDER: readonly (readonly MediaKind[])[] = [['episode'], ['season'], ['movie', 'series']];

/** Removes items and libraries from the catalog and the read model, in chunks of one transaction each. */
@Injectable()
export class CatalogRemovalStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
  ) {}

  /** What the catalog has of the media ids (UUIDs), by id. */
  async readTargets(mediaIds: readonly string[]): Promise<Map<string, RemovalTarget>> {
    if (mediaIds.length === 0) return new Map();
    const rows: RemovalTarget[] = await this.dataSource.manager.query(READ_TARGETS_SQL, [[...mediaIds]]);
    return new Map(rows.map((row) => [row.media_id, row]));
  }

  /** Those of the library ids that are in the catalog. */
  async readLibraryIds(libraryIds: readonly string[]): Promise<Set<string>> {
    if (libraryIds.length === 0) return new Set();
    const rows: { library_id: string }[] = await this.dataSource.manager.query(
      'SELECT library_id FROM libraries WHERE library_id = ANY($1::uuid[])',
      [[...libraryIds]],
    );
    return new Set(rows.map((row) => row.library_id));
  }

  /** Removes items of one library with all below them. What is gone already is no error. */
  async removeItems(libraryId: string, targets: readonly RemovalTarget[]): Promise<void> {
    const seasons = targets.filter((target) => target.media_kind === 'season');
    const parameters = [
      libraryId,
      targets.map((target) => target.media_id),
      targets.filter((target) => target.media_kind === 'series').map((target) => target.media_id),
      seasons.map((season) => season.series_id),
      seasons.map((season) => season.media_id),
      CHUNK_ITEMS,
    ];
    for (let removed = CHUNK_ITEMS; removed === CHUNK_ITEMS;) {
      removed = await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        const mediaIds = await readMediaIds(manager, NEXT_OF_TARGETS_SQL, parameters);
        await this.removeLocked(manager, libraryId, mediaIds);
        return mediaIds.length;
      });
    }
  }

  /** Removes a library with all that is in it. What is gone already is no error. */
  async removeLibrary(libraryId: string): Promise<void> {
    let removed = false;
    while (!removed) {
      for (const kinds of KINDS_IN_ORDER) await this.removeKinds(libraryId, kinds);
      removed = await this.transactions.run((manager) => this.removeEmptyLibrary(manager, libraryId));
    }
  }

  private async removeKinds(libraryId: string, kinds: readonly MediaKind[]): Promise<void> {
    let last: string | undefined = LOWEST_UUID;
    while (last !== undefined) {
      const after: string = last;
      last = await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        const parameters = [libraryId, [...kinds], after, CHUNK_ITEMS];
        const mediaIds = await readMediaIds(manager, NEXT_OF_LIBRARY_SQL, parameters);
        await this.removeLocked(manager, libraryId, mediaIds);
        return mediaIds.at(-1);
      });
    }
  }

  private async removeLocked(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    if (mediaIds.length === 0) return;
    const revisions = await this.changes.begin(manager, [libraryId]);
    await manager.query(DELETE_ITEMS_SQL, [libraryId, mediaIds]);
    await this.changes.apply(manager, revisions, [{ libraryId, changedMediaIds: [], removedMediaIds: mediaIds }]);
  }

  /** Whether the library is gone now; not so when another writer put something into it again. */
  private async removeEmptyLibrary(manager: EntityManager, libraryId: string): Promise<boolean> {
    await lockLibraries(manager, [libraryId]);
    const [deleted] = await manager.query<[unknown[], number]>(DELETE_LIBRARY_SQL, [libraryId]);
    if (deleted.length > 0) {
      await this.changes.removeLibrary(manager, libraryId);
      return true;
    }
    const rows: unknown[] = await manager.query('SELECT FROM libraries WHERE library_id = $1', [libraryId]);
    return rows.length === 0;
  }
}

async function readMediaIds(manager: EntityManager, sql: string, parameters: unknown[]): Promise<string[]> {
  const rows: { media_id: string }[] = await manager.query(sql, parameters);
  return rows.map((row) => row.media_id);
}
