/** Computes the catalog records and the scan state changes of a batch of scanned units. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { CatalogFile } from '../../database/entities/catalog/media-item.entity';
import type { ItemState, StateChange, UnitState } from './scan-state.store';
import { KIND_RANK, type ScannedItem } from './units/scanned-item';

/** Action for an item whose files no longer exist: mark it as unavailable, or delete it. */
export type RemovalMode = 'unavailable' | 'delete';

/**
 * A unit as the scan found it: the smallest part of a library that a scan reads again after a change, such as a folder
 * of films, or a series with its seasons. A unit that no longer exists has no items.
 */
export interface ScannedUnit {
  readonly key: string;
  /** Null if the unit no longer exists. */
  readonly fingerprint: string | null;
  readonly fileCount: number;
  /** False if a part of the unit was not read. The stored items of the unit are then not removed. */
  readonly complete: boolean;
  /** See `ScanUnit.unlistedFolders`. */
  readonly unlistedFolders: readonly string[];
  readonly items: readonly ScannedItem[];
}

/** A record for the catalog, with the scan state to store after the catalog accepts the record. */
export interface PlannedRecord {
  readonly record: Readonly<Record<string, unknown>>;
  readonly mediaId: string;
  /** Path in the diagnostic about a refused record. A removal has no path and uses the media id. */
  readonly path: string;
  readonly unitKey: string;
  /** Null if the record deletes the item. */
  readonly state: ItemState | null;
}

/**
 * Compares units with their stored state. Returns the records of new and changed items, parents before their children,
 * and then the removals of items that complete units no longer contain. If `full` is true, returns the records of
 * unchanged items, too. Skips an available item if its NFO file could not be read, or if the scan may have missed one
 * of its files. If several units contain an item, only the first one counts.
 */
export function planUnits(
  units: readonly ScannedUnit[],
  stored: readonly ItemState[],
  options: { readonly removal: RemovalMode; readonly full: boolean },
): PlannedRecord[] {
  const storedById = new Map(stored.map((item) => [item.media_id, item]));
  const scannedIds = new Set<string>();
  const writes: PlannedRecord[] = [];
  for (const unit of units) {
    for (const item of unit.items) {
      if (scannedIds.has(item.mediaId)) continue;
      scannedIds.add(item.mediaId);
      const before = storedById.get(item.mediaId);
      if (before?.available === true && (item.isNfoUnread || mayLoseFile(before, item, unit))) continue;
      const current = before !== undefined && item.isNfoUnread ? toReturned(before, item) : item;
      const state = toState(unit.key, current);
      if (!options.full && before !== undefined && isSameState(before, state)) continue;
      writes.push({ record: current.record, mediaId: item.mediaId, path: item.path, unitKey: unit.key, state });
    }
  }
  const completeKeys = new Set(units.filter((unit) => unit.complete).map((unit) => unit.key));
  const gone = stored.filter((item) => !scannedIds.has(item.media_id) && completeKeys.has(item.unit_key));
  const removals = gone.flatMap((item) => toRemoval(item, options.removal));
  return [...sortByRank(writes), ...removals];
}

/** Whether a stored file of the item was not found, but may still exist in or below one of the `unlistedFolders`. */
function mayLoseFile(before: ItemState, item: ScannedItem, { unlistedFolders }: ScannedUnit): boolean {
  if (unlistedFolders.length === 0) return false;
  const found = new Set(pathsOf(item.record));
  const lost = pathsOf(before.record).filter((path) => !found.has(path));
  return lost.some((path) => unlistedFolders.some((folder) => folder === '' || path.startsWith(`${folder}/`)));
}

function pathsOf(record: { readonly files?: readonly CatalogFile[] }): string[] {
  return (record.files ?? []).map(({ path }) => path);
}

/** Returns an item whose files have returned, but whose NFO file cannot be read, with the stored fields. */
function toReturned(before: ItemState, item: ScannedItem): ScannedItem {
  const record = { ...before.record, available: true, files: item.record['files'] };
  return { ...item, record, sources: before.field_sources as ScannedItem['sources'] };
}

/** Returns whether the record, the unit and the sources of the fields are as stored. */
function isSameState(before: ItemState, after: ItemState): boolean {
  return (
    before.record_hash === after.record_hash &&
    before.unit_key === after.unit_key &&
    isDeepStrictEqual(before.field_sources, after.field_sources)
  );
}

/** Sorts the records of all units by `KIND_RANK`, so that parents come before their children. */
function sortByRank(writes: readonly PlannedRecord[]): PlannedRecord[] {
  return [0, 1, 2].flatMap((rank) => writes.filter(({ state }) => state?.kind_rank === rank));
}

function toState(unitKey: string, item: ScannedItem): ItemState {
  return {
    media_id: item.mediaId,
    unit_key: unitKey,
    kind_rank: KIND_RANK[item.kind],
    available: true,
    record: item.record,
    record_hash: toHash(item.record),
    field_sources: item.sources,
  };
}

function toRemoval(item: ItemState, mode: RemovalMode): PlannedRecord[] {
  const { media_id: mediaId, unit_key: unitKey } = item;
  const planned = { mediaId, path: mediaId, unitKey };
  if (mode === 'delete') return [{ ...planned, record: { type: 'delete', media_id: mediaId }, state: null }];
  if (!item.available) return [];
  const record = { ...item.record, available: false };
  return [{ ...planned, record, state: { ...item, record, record_hash: toHash(record), available: false } }];
}

function toHash(record: Readonly<Record<string, unknown>>): string {
  return hash('sha256', JSON.stringify(record), 'hex').slice(0, 32);
}

/** The fingerprint of a unit that the next scan must read again. */
const READ_AGAIN = '';
/** The hash of a record that the next scan must write again. */
const WRITE_AGAIN = '';

/**
 * Returns the state of the planned items and their units to store before the import. If the scan ends before it stores
 * the result of the import, the next scan reads these units and writes these items again.
 */
export function toPendingState(
  units: readonly ScannedUnit[],
  planned: readonly PlannedRecord[],
): Pick<StateChange, 'units' | 'items'> {
  const changedKeys = new Set(planned.map(({ unitKey }) => unitKey));
  const changed = units.filter(({ key }) => changedKeys.has(key));
  return {
    units: changed.map(({ key, fileCount }) => ({ unit_key: key, fingerprint: READ_AGAIN, file_count: fileCount })),
    items: planned.flatMap(({ state }) => (state === null ? [] : [{ ...state, record_hash: WRITE_AGAIN }])),
  };
}

/**
 * Returns the changes of the scan state after the import. The next scan reads incomplete units and units with refused
 * records again. A unit that no longer exists stays stored until the catalog has accepted the removal of its items.
 */
export function toStateChange(
  units: readonly ScannedUnit[],
  planned: readonly PlannedRecord[],
  refused: ReadonlySet<PlannedRecord>,
): StateChange {
  const accepted = planned.filter((record) => !refused.has(record));
  const unitsWithRefusals = new Set([...refused].map(({ unitKey }) => unitKey));
  return {
    units: units.flatMap(({ key, fingerprint, fileCount, complete }): UnitState[] => {
      if (fingerprint === null) return [];
      const isImported = complete && !unitsWithRefusals.has(key);
      return [{ unit_key: key, fingerprint: isImported ? fingerprint : READ_AGAIN, file_count: fileCount }];
    }),
    items: accepted.flatMap(({ state }) => state ?? []),
    removedUnitKeys: units
      .filter(({ fingerprint, key }) => fingerprint === null && !unitsWithRefusals.has(key))
      .map(({ key }) => key),
    removedMediaIds: accepted.filter(({ state }) => state === null).map(({ mediaId }) => mediaId),
  };
}
