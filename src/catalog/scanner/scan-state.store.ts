import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LibraryKind } from '../../database/entities/catalog/library.entity';
import type { ScanItemEntity } from '../../database/entities/catalog/scan-item.entity';
import type { ScanUnitEntity } from '../../database/entities/catalog/scan-unit.entity';
import { withSessionLock } from '../../database/locks/session-lock';
import { Transactions } from '../../database/transactions';

/** Stored state of a unit (see `ScanUnitEntity`) after the last scan. */
export type UnitState = Readonly<Omit<ScanUnitEntity, 'library_id' | 'scanned_at'>>;

/** Stored state of an item after the last scan. */
export type ItemState = Readonly<Omit<ScanItemEntity, 'library_id'>>;

/** State changes of one batch, applied in one transaction. */
export interface StateChange {
  readonly units: readonly UnitState[];
  readonly items: readonly ItemState[];
  readonly removedUnitKeys: readonly string[];
  readonly removedMediaIds: readonly string[];
}

/** The library that is scanned. */
export interface ScanLibrary {
  readonly libraryId: string;
  readonly name: string;
  readonly libraryKind: LibraryKind;
}

/** First key of the advisory locks that prevent concurrent scans of a library. */
const SCAN_LOCK_SPACE = 0x7363616e;

/** Reads and writes the scan state: the roots, units and items of the last scan of each library. */
@Injectable()
export class ScanStateStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Runs `work` under the scan lock of the library. Returns null when another scan holds the lock. */
  withLock<T>(libraryId: string, work: () => Promise<T>): Promise<T | null> {
    return withSessionLock(this.dataSource, [SCAN_LOCK_SPACE, libraryId], work);
  }

  /** Returns, by library id, the real path of the root that was last scanned. */
  async listRoots(): Promise<Record<string, string>> {
    const rows: { library_id: string; root: string }[] = await this.dataSource.manager.query(
      'SELECT library_id, root FROM catalog_scan_roots ORDER BY library_id',
    );
    return Object.fromEntries(rows.map((row) => [row.library_id, row.root]));
  }

  /** Stores the root of a library. The library must be in the catalog. */
  async saveRoot(libraryId: string, root: string): Promise<void> {
    await this.dataSource.manager.query(
      `INSERT INTO catalog_scan_roots (library_id, root) VALUES ($1, $2)
       ON CONFLICT (library_id) DO UPDATE SET root = excluded.root`,
      [libraryId, root],
    );
  }

  /** Returns the next units after a key in the order of the keys. `after` is null for the first ones. */
  listUnits(libraryId: string, after: string | null, limit: number): Promise<UnitState[]> {
    return this.dataSource.manager.query<UnitState[]>(
      `SELECT unit_key, fingerprint, file_count FROM catalog_scan_units
        WHERE library_id = $1 AND ($2::text IS NULL OR unit_key > $2) ORDER BY unit_key LIMIT $3`,
      [libraryId, after, limit],
    );
  }

  /** Deletes the stored state of the units' items that are no longer in the catalog, even if their files exist. */
  async forgetItemsNotInCatalog(libraryId: string, unitKeys: readonly string[]): Promise<void> {
    await this.dataSource.manager.query(FORGET_ITEMS_NOT_IN_CATALOG_SQL, [libraryId, [...unitKeys]]);
  }

  /**
   * Returns the stored items of units. Call `forgetItemsNotInCatalog` first, so that the scan again imports items that
   * were deleted from the catalog but have files.
   */
  listItems(libraryId: string, unitKeys: readonly string[]): Promise<ItemState[]> {
    return this.dataSource.manager.query<ItemState[]>(
      `SELECT media_id, unit_key, kind_rank, available, record, record_hash, field_sources FROM catalog_scan_items
        WHERE library_id = $1 AND unit_key = ANY($2::text[]) ORDER BY kind_rank, media_id`,
      [libraryId, [...unitKeys]],
    );
  }

  /**
   * Stores new units and items before their import. Of a stored unit, changes only the fingerprint, and of a stored
   * item only the hash of the record.
   */
  async savePending(libraryId: string, { units, items }: Pick<StateChange, 'units' | 'items'>): Promise<void> {
    await this.transactions.run(async (manager) => {
      if (items.length > 0) await manager.query(PENDING_ITEMS_SQL, [libraryId, JSON.stringify(items)]);
      if (units.length > 0) await manager.query(PENDING_UNITS_SQL, [libraryId, JSON.stringify(units)]);
    });
  }

  /** Stores the state changes of a batch. */
  async save(libraryId: string, change: StateChange): Promise<void> {
    await this.transactions.run(async (manager) => {
      if (change.removedMediaIds.length > 0) {
        await manager.query('DELETE FROM catalog_scan_items WHERE library_id = $1 AND media_id = ANY($2::text[])', [
          libraryId,
          change.removedMediaIds,
        ]);
      }
      if (change.removedUnitKeys.length > 0) {
        await manager.query('DELETE FROM catalog_scan_units WHERE library_id = $1 AND unit_key = ANY($2::text[])', [
          libraryId,
          change.removedUnitKeys,
        ]);
      }
      if (change.items.length > 0) await manager.query(UPSERT_ITEMS_SQL, [libraryId, JSON.stringify(change.items)]);
      if (change.units.length > 0) await manager.query(UPSERT_UNITS_SQL, [libraryId, JSON.stringify(change.units)]);
    });
  }
}

const FORGET_ITEMS_NOT_IN_CATALOG_SQL = `
DELETE FROM catalog_scan_items AS item
 WHERE item.library_id = $1 AND item.unit_key = ANY($2::text[])
   AND NOT EXISTS (SELECT FROM media_items AS media
                    WHERE media.library_id = $1 AND media.media_id = split_part(item.media_id, ':', 2)::uuid)`;

const INSERT_ITEMS_SQL = `
INSERT INTO catalog_scan_items
  (library_id, media_id, unit_key, kind_rank, available, record, record_hash, field_sources)
SELECT $1, media_id, unit_key, kind_rank, available, record, record_hash, field_sources
  FROM jsonb_to_recordset($2::jsonb) AS item (media_id text, unit_key text, kind_rank smallint, available boolean,
       record jsonb, record_hash text, field_sources jsonb)
ON CONFLICT (library_id, media_id) DO UPDATE SET`;

const PENDING_ITEMS_SQL = `${INSERT_ITEMS_SQL} record_hash = excluded.record_hash`;

const UPSERT_ITEMS_SQL = `${INSERT_ITEMS_SQL}
  unit_key = excluded.unit_key, kind_rank = excluded.kind_rank, available = excluded.available,
  record = excluded.record, record_hash = excluded.record_hash, field_sources = excluded.field_sources`;

const INSERT_UNITS_SQL = `
INSERT INTO catalog_scan_units (library_id, unit_key, fingerprint, file_count)
SELECT $1, unit_key, fingerprint, file_count
  FROM jsonb_to_recordset($2::jsonb) AS unit (unit_key text, fingerprint text, file_count integer)
ON CONFLICT (library_id, unit_key) DO UPDATE SET`;

const PENDING_UNITS_SQL = `${INSERT_UNITS_SQL} fingerprint = excluded.fingerprint`;

const UPSERT_UNITS_SQL = `${INSERT_UNITS_SQL}
  fingerprint = excluded.fingerprint, file_count = excluded.file_count, scanned_at = excluded.scanned_at`;
