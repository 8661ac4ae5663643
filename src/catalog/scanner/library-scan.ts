/**
 * Scans a library unit by unit. A unit is the smallest part of a library that a scan reads again after a change: a
 * folder of films, a series with all its seasons, or the files directly in the root of a series library (`ScanUnit`).
 */
import { Logger } from '@nestjs/common';
import type { CatalogImportService } from '../catalog-import.service';
import type { DiagnosticLog } from './diagnostic-log';
import { toNameFilter } from './naming/folders/ignored-names';
import {
  planUnits,
  type PlannedRecord,
  type RemovalMode,
  toPendingState,
  toStateChange,
  type ScannedUnit,
} from './scan-plan';
import type { ScanLibrary, ScanStateStore } from './scan-state.store';
import { OpenFolder } from './tree/open-folder';
import type { ScanUnit } from './tree/scan-unit';
import { walkMovies, walkSeries } from './tree/tree-walk';
import { readMovieUnit } from './units/movie-unit';
import type { UnitMetadata, UnitReadOptions } from './units/scanned-item';
import { readSeriesUnit } from './units/series-unit';
import { compareUnits, type ListStoredUnits } from './units/unit-comparison';

export interface ScanRequest {
  readonly library: ScanLibrary;
  /** Real path of the library root. */
  readonly root: string;
  /** Whether videos of zero bytes become items. True only in demo libraries; default false. */
  readonly acceptEmpty?: boolean;
  /** Action for items whose files no longer exist; default `unavailable`. */
  readonly removal?: RemovalMode;
  /** Whether to read all units, including unchanged ones; default false. */
  readonly full?: boolean;
  /** Patterns (`*`, `?`) of names to ignore. */
  readonly excluded?: readonly string[];
  /** ISO 3166 code of the country whose content rating is preferred in NFO files. Default: the first rating. */
  readonly ratingCountry?: string;
  /** Returns the metadata of a provider for a unit. Called for each unit that is read. */
  readonly metadata?: (unitKey: string) => Promise<UnitMetadata | null>;
  /** Called after each batch and after every 100 units that were found in the tree; must not throw. */
  readonly onProgress?: (result: Readonly<ScanResult>) => void;
  /** Stops the scan between two units. Written batches stay. */
  readonly signal?: AbortSignal;
}

export interface ScanResult {
  /** Number of videos and NFO files. */
  files: number;
  /**
   * Numbers of units. `found` are in the tree. `changed` are those that the scan read, with `full` also unchanged ones.
   * `gone` are stored but no longer in the tree.
   */
  units: { found: number; changed: number; gone: number };
  /** Number of records that changed something. */
  accepted: number;
  /** Number of records that the catalog already contained. */
  unchanged: number;
  /** Number of refused records. */
  rejected: number;
}

/**
 * Number of records after which a batch is written, which limits the memory of a scan. Each scanned item counts as a
 * record. So does each file that the unit had in the last scan, because the scan may have to remove its item.
 */
const BATCH_RECORDS = 4_000;
/** Maximum number of units per batch. */
const BATCH_UNITS = 2_000;
/**
 * Number of units found in the tree between two calls of `onProgress`. A scan without changes writes no batch that
 * would call it.
 */
const REPORTED_UNITS = 100;

/** One running scan. */
export class LibraryScan {
  private readonly logger = new Logger(LibraryScan.name);
  private readonly result: ScanResult = {
    files: 0,
    units: { found: 0, changed: 0, gone: 0 },
    accepted: 0,
    unchanged: 0,
    rejected: 0,
  };
  private readonly readOptions: UnitReadOptions;
  private batch: ScannedUnit[] = [];
  /** Number of records of the batch, as `BATCH_RECORDS` counts them. */
  private batchRecords = 0;

  constructor(
    private readonly imports: CatalogImportService,
    private readonly state: ScanStateStore,
    private readonly request: ScanRequest,
    private readonly log: DiagnosticLog,
  ) {
    this.readOptions = {
      libraryId: request.library.libraryId,
      log,
      acceptEmpty: request.acceptEmpty ?? false,
      ratingCountry: request.ratingCountry,
    };
  }

  async run(): Promise<ScanResult> {
    const isExcluded = toNameFilter(this.request.excluded ?? []);
    const root = OpenFolder.openRoot(this.request.root, { log: this.log, isExcluded });
    try {
      const { library } = this.request;
      await this.imports.importLibrary(library);
      await this.state.saveRoot(library.libraryId, this.request.root);
      await this.importChangedUnits(root);
      await this.flush();
    } finally {
      root.close();
    }
    return this.result;
  }

  private async importChangedUnits(root: OpenFolder): Promise<void> {
    const { libraryId, libraryKind } = this.request.library;
    const walk = libraryKind === 'movies' ? walkMovies(root, this.log) : walkSeries(root, this.log);
    const listStored: ListStoredUnits = (after, limit) => this.state.listUnits(libraryId, after, limit);
    for await (const compared of compareUnits(walk, listStored)) {
      this.request.signal?.throwIfAborted();
      if (compared.kind === 'gone') {
        this.result.units.gone += 1;
        this.batchRecords += compared.before.file_count;
        const { unit_key: key } = compared.before;
        this.batch.push({ key, fingerprint: null, fileCount: 0, complete: true, unlistedFolders: [], items: [] });
      } else {
        this.result.units.found += 1;
        this.result.files += compared.unit.fileCount;
        if (this.result.units.found % REPORTED_UNITS === 0) this.request.onProgress?.(this.result);
        if (this.request.full !== true && compared.before?.fingerprint === compared.unit.fingerprint) continue;
        this.batchRecords += compared.before?.file_count ?? 0;
        await this.readUnit(compared.unit);
      }
      if (this.batchRecords >= BATCH_RECORDS || this.batch.length >= BATCH_UNITS) await this.flush();
    }
  }

  private async readUnit(unit: ScanUnit): Promise<void> {
    this.result.units.changed += 1;
    const metadata = (await this.request.metadata?.(unit.key)) ?? null;
    const read = this.request.library.libraryKind === 'movies' ? readMovieUnit : readSeriesUnit;
    const { names, unlistedFolders } = unit;
    const scanned = { key: unit.key, fingerprint: unit.fingerprint, fileCount: unit.fileCount, unlistedFolders };
    try {
      const { items, complete } = read(unit, this.readOptions, metadata);
      this.batchRecords += items.length;
      this.batch.push({ ...scanned, complete: complete && unlistedFolders.length === 0, items });
    } catch (error) {
      // An incomplete unit keeps its items in the catalog, and the next scan reads it again.
      this.batch.push({ ...scanned, complete: false, items: [] });
      this.log.add('not-processed', names.join('/'));
      // Logs only the first error, because a library may have thousands of such folders.
      if (this.log.totals['not-processed'] === 1) this.logger.error(error);
    }
  }

  private async flush(): Promise<void> {
    const units = this.batch;
    this.batch = [];
    this.batchRecords = 0;
    if (units.length === 0) return;
    const { libraryId } = this.request.library;
    const keys = units.map(({ key }) => key);
    await this.state.forgetItemsNotInCatalog(libraryId, keys);
    const stored = await this.state.listItems(libraryId, keys);
    const planned = planUnits(units, stored, {
      removal: this.request.removal ?? 'unavailable',
      full: this.request.full ?? false,
    });
    if (planned.length > 0) await this.state.savePending(libraryId, toPendingState(units, planned));
    const refused = await this.importRecords(planned);
    await this.state.save(libraryId, toStateChange(units, planned, refused));
    this.request.onProgress?.(this.result);
  }

  /**
   * Imports the records and returns the refused ones. Returns all records if more were refused than the import reports.
   */
  private async importRecords(planned: readonly PlannedRecord[]): Promise<Set<PlannedRecord>> {
    if (planned.length === 0) return new Set();
    const { accepted, unchanged, rejected, errors } = await this.imports.importRecords(
      planned.map(({ record }) => record),
    );
    this.result.accepted += accepted;
    this.result.unchanged += unchanged;
    this.result.rejected += rejected;
    const refused = errors.flatMap(({ line }) => planned[line - 1] ?? []);
    for (const { path } of refused) this.log.add('record-refused', path);
    return new Set(rejected > errors.length ? planned : refused);
  }
}
