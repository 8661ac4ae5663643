import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../../auth/audit-log/audit-log.store';
import { MEDIA_KINDS, type MediaKind } from '../../common/media-id';
import { Problem } from '../../common/problems/problem';
import { removeFromDirectory } from '../../database/distribution/media-directory';
import { lockLibraries } from '../../database/locks/library-lock';
import { Transactions } from '../../database/transactions';
import { CatalogChanges } from '../../read-model/refresh/catalog-changes';
import { type Removal, RemovalPlan, type RemovalTarget } from './removal-plan';
import {
  DELETE_ITEMS_SQL,
  DELETE_LIBRARY_SQL,
  NEXT_ITEMS_OF_LIBRARY_SQL,
  NEXT_ITEMS_OF_TARGETS_SQL,
  READ_TARGETS_SQL,
} from './removal.sql';

interface DeletedLibrary {
  readonly revision: string;
  readonly name: string;
}

/** Maximum number of items removed in one transaction. */
const CHUNK_ITEMS = 1_000;

/**
 * Maximum number of rounds in which a library is removed. Another round follows if `CHUNK_ITEMS` items or more remain,
 * because other writers added items meanwhile.
 */
const ROUNDS_MAX = 100;
const RETRY_AFTER_SECONDS = 5;

/** Children are removed first, so that an interrupted removal leaves no item without its parents. */
const REMOVAL_ORDER: readonly (readonly MediaKind[])[] = [['episode'], ['season'], ['movie', 'series']];

/** Removes items and libraries from the catalog and the read model. Each chunk has its own transaction. */
@Injectable()
export class CatalogRemovalStore {
  constructor(
    private readonly transactions: Transactions,
    private readonly changes: CatalogChanges,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Removes items and libraries, with the same result as removing them one by one. `libraryIds` are the libraries that
   * may be written, or null for all. Returns the number of removals that `RemovalPlan` does not ignore. Throws
   * `overloaded` when other writers add items to a library as fast as this method removes them.
   */
  async removeAll(removals: readonly Removal[], libraryIds: readonly string[] | null): Promise<number> {
    const targets = await this.readTargets(
      removals.flatMap((removal) => (removal.type === 'delete_media' ? [removal.mediaId] : [])),
    );
    const libraries = await this.readLibraryIds(
      removals.flatMap((removal) => (removal.type === 'delete_library' ? [removal.libraryId] : [])),
    );
    const plan = new RemovalPlan(targets, libraries, libraryIds);
    for (const removal of removals) plan.add(removal);
    for (const libraryId of plan.libraries) await this.removeLibrary(libraryId);
    for (const [libraryId, items] of plan.itemsByLibrary()) await this.removeItems(libraryId, items);
    return plan.count;
  }

  /** Returns the stored items among the media UUIDs, by UUID. */
  private async readTargets(mediaIds: readonly string[]): Promise<Map<string, RemovalTarget>> {
    if (mediaIds.length === 0) return new Map();
    const rows = await this.read<RemovalTarget>(READ_TARGETS_SQL, mediaIds);
    return new Map(rows.map((row) => [row.media_id, row]));
  }

  /** Returns the library ids that are in the catalog. */
  private async readLibraryIds(libraryIds: readonly string[]): Promise<Set<string>> {
    if (libraryIds.length === 0) return new Set();
    const rows = await this.read<{ library_id: string }>(
      'SELECT library_id FROM libraries WHERE library_id = ANY($1::uuid[])',
      libraryIds,
    );
    return new Set(rows.map((row) => row.library_id));
  }

  /** Removes items of one library and all items below them. Ignores items that no longer exist. */
  private async removeItems(libraryId: string, targets: readonly RemovalTarget[]): Promise<void> {
    const seasons = targets.filter((target) => target.media_kind === 'season');
    const parameters = [
      libraryId,
      targets.map((target) => target.media_id),
      targets.filter((target) => target.media_kind === 'series').map((target) => target.media_id),
      seasons.map((season) => season.series_id),
      seasons.map((season) => season.media_id),
      CHUNK_ITEMS,
    ];
    let removed: number;
    do {
      removed = await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        const mediaIds = await readMediaIds(manager, NEXT_ITEMS_OF_TARGETS_SQL, parameters);
        await this.removeChunk(manager, libraryId, mediaIds);
        return mediaIds.length;
      });
    } while (removed === CHUNK_ITEMS);
  }

  /** Removes a library and all items in it. Ignores a library that no longer exists. */
  private async removeLibrary(libraryId: string): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      for (const kinds of REMOVAL_ORDER) await this.removeKinds(libraryId, kinds);
      if (await this.transactions.run((manager) => this.removeRest(manager, libraryId))) return;
    }
    throw Problem.overloaded(RETRY_AFTER_SECONDS);
  }

  private read<Row>(statement: string, ids: readonly string[]): Promise<Row[]> {
    return this.transactions.read((manager) => manager.query<Row[]>(statement, [[...ids]]));
  }

  private async removeKinds(libraryId: string, kinds: readonly MediaKind[]): Promise<void> {
    let last: string | undefined;
    do {
      const after = last ?? null;
      last = await this.transactions.run(async (manager) => {
        await lockLibraries(manager, [libraryId]);
        const mediaIds = await readNextOfLibrary(manager, libraryId, kinds, after);
        await this.removeChunk(manager, libraryId, mediaIds);
        return mediaIds.at(-1);
      });
    } while (last !== undefined);
  }

  /**
   * Removes the remaining items and the library in one transaction. Returns false and removes nothing when a full chunk
   * remains.
   */
  private async removeRest(manager: EntityManager, libraryId: string): Promise<boolean> {
    await lockLibraries(manager, [libraryId]);
    const mediaIds = await readNextOfLibrary(manager, libraryId, MEDIA_KINDS, null);
    if (mediaIds.length === CHUNK_ITEMS) return false;
    await this.removeChunk(manager, libraryId, mediaIds);
    const [[deleted]] = await manager.query<[DeletedLibrary[], number]>(DELETE_LIBRARY_SQL, [libraryId]);
    if (deleted === undefined) return true;
    await this.changes.removeLibrary(manager, libraryId, Number(deleted.revision));
    const target = { id: libraryId, name: deleted.name };
    await this.audit.append(manager, [{ action: 'library.delete', target, libraryId }]);
    return true;
  }

  private async removeChunk(manager: EntityManager, libraryId: string, mediaIds: readonly string[]): Promise<void> {
    if (mediaIds.length === 0) return;
    const revisions = await this.changes.raiseRevisions(manager, [libraryId]);
    await removeFromDirectory(manager, mediaIds);
    const [, removed] = await manager.query<[unknown[], number]>(DELETE_ITEMS_SQL, [libraryId, mediaIds]);
    // Without this check, the loop in `removeItems` could select the same items forever.
    if (removed !== mediaIds.length) throw new Error('The database did not remove every item of a chunk.');
    await this.changes.apply(manager, revisions, [{ libraryId, changedMediaIds: [], removedMediaIds: mediaIds }]);
  }
}

/** Returns the ids of the next items of these kinds after an id, or from the first one if `after` is null. */
function readNextOfLibrary(
  manager: EntityManager,
  libraryId: string,
  kinds: readonly MediaKind[],
  after: string | null,
): Promise<string[]> {
  return readMediaIds(manager, NEXT_ITEMS_OF_LIBRARY_SQL, [libraryId, [...kinds], after, CHUNK_ITEMS]);
}

async function readMediaIds(manager: EntityManager, sql: string, parameters: unknown[]): Promise<string[]> {
  const rows: { media_id: string }[] = await manager.query(sql, parameters);
  return rows.map((row) => row.media_id);
}
