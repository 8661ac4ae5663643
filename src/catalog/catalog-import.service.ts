import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { ForegroundRequests, WorkSlices } from '../common/processes/foreground';
import { OperatorError } from '../common/problems/operator-error';
import type { CatalogImportResult } from './catalog-import.dto';
import { CatalogStore } from './catalog.store';
import { ImportRun, type ImportRunSettings, type LineResult } from './import-run';
import type { WatchStateRules } from './ingest/batch-plan';
import { LineError, type RefusedLine } from './ingest/lines/line-error';
import { type SplitLine, splitLines } from './ingest/lines/line-splitter';
import { limitBytes } from './ingest/lines/source-limits';
import type { CatalogRecord, LibraryRecord } from './ingest/records/catalog-record';
import { readRecord, readRecordValue } from './ingest/records/record-reader';
import { CatalogRemovalStore } from './removal/catalog-removal.store';

export interface ImportOptions {
  /** The libraries that may be written, or null (the default) for all libraries. */
  readonly libraryIds?: readonly string[] | null;
  /** The watch states that may be written. Default: the watch states of all users, in the libraries `libraryIds`. */
  readonly watchStateRules?: WatchStateRules;
  /** Maximum number of bytes to read; no limit by default. A longer source fails with `payload-too-large`. */
  readonly maxBytes?: number;
  /** Called after each batch with the result so far; must not throw. */
  readonly onProgress?: ImportRunSettings['onProgress'];
  /** Whether to run `ANALYZE` after a bulk import; default true. */
  readonly analyze?: boolean;
}

/** Minimum number of changed records of a bulk import. */
const BULK_RECORDS = 5_000;

/** Imports catalogs as streams. Keeps at most two batches of each import in memory. */
@Injectable()
export class CatalogImportService {
  private readonly logger = new Logger(CatalogImportService.name);
  private runningImports = 0;

  constructor(
    private readonly store: CatalogStore,
    private readonly removals: CatalogRemovalStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly foreground: ForegroundRequests,
  ) {}

  /**
   * Imports NDJSON in UTF-8. Reads the source only as fast as the database applies the records. Reports and skips
   * invalid lines. Throws if the source or the database fails. Batches that were applied before are kept. The same
   * import can be run again.
   */
  async importLines(source: AsyncIterable<Buffer | string>, options: ImportOptions = {}): Promise<CatalogImportResult> {
    const bounded = options.maxBytes === undefined ? source : limitBytes(source, options.maxBytes);
    return this.run(options, async (add) => {
      for await (const lines of splitLines(bounded)) {
        for (const line of lines) await add(readLine(line));
      }
    });
  }

  /**
   * Imports records that are objects and not JSON text, such as those of a scanner. The line number of a record is its
   * position, from 1.
   */
  async importRecords(
    records: AsyncIterable<unknown> | Iterable<unknown>,
    options: ImportOptions = {},
  ): Promise<CatalogImportResult> {
    return this.run(options, async (add) => {
      let line = 0;
      for await (const record of records) {
        line += 1;
        await add(toLineResult(() => readRecordValue(record, line), line));
      }
    });
  }

  /** Creates or renames a library. Throws an `OperatorError` if the catalog refuses the library. */
  async importLibrary({ libraryId, name, libraryKind }: Omit<LibraryRecord, 'type' | 'line'>): Promise<void> {
    const record = { type: 'library', library_id: libraryId, name, library_kind: libraryKind };
    const { rejected, errors } = await this.importRecords([record]);
    if (rejected > 0) throw new OperatorError(`The catalog refused the library: ${errors[0]?.message}`);
  }

  /** Runs `ANALYZE` if at least 5,000 records changed. For callers that import with `analyze: false`. */
  async analyzeIfBulk(acceptedRecords: number): Promise<void> {
    if (acceptedRecords >= BULK_RECORDS) await this.store.analyze();
  }

  /** Runs one import. `readAll` reads the source and passes the result of each line to `add`. */
  private async run(
    options: ImportOptions,
    readAll: (add: (result: LineResult) => Promise<void>) => Promise<void>,
  ): Promise<CatalogImportResult> {
    const { importBatchSize, watchedThresholdPercent } = this.config.catalog;
    const run = new ImportRun(this.store, this.removals, {
      batchSize: importBatchSize,
      countImports: () => this.runningImports,
      thresholdPercent: watchedThresholdPercent,
      libraryIds: options.libraryIds ?? null,
      watchStateRules: options.watchStateRules ?? { libraryIds: options.libraryIds ?? null, usernameKey: null },
      onProgress: options.onProgress,
      onFailure: this.logFirstFailure(),
    });
    const slices = new WorkSlices(this.foreground);
    this.runningImports += 1;
    try {
      await readAll(async (result) => {
        await run.add(result);
        await slices.yieldIfDue();
      });
      const result = await run.finish();
      if (options.analyze !== false) await this.analyzeIfBulk(result.accepted);
      return result;
    } finally {
      this.runningImports -= 1;
      await run.settle();
    }
  }

  /** Logs only the first failure, because an import may have millions of records. */
  private logFirstFailure(): ImportRunSettings['onFailure'] {
    let isLogged = false;
    return (line, error) => {
      if (!isLogged) this.logger.error(new Error(`Failed to process line ${line} of an import.`, { cause: error }));
      isLogged = true;
    };
  }
}

function readLine(line: SplitLine): LineResult {
  if (line.error !== undefined) return { refusal: toRefusal(line.error, line.number) };
  return toLineResult(() => readRecord(line.text, line.number), line.number);
}

function toLineResult(read: () => CatalogRecord, line: number): LineResult {
  try {
    return { record: read() };
  } catch (error) {
    return error instanceof LineError ? { refusal: toRefusal(error, line) } : { failure: error, line };
  }
}

function toRefusal(error: LineError, line: number): RefusedLine {
  return { line, code: error.code, message: error.message };
}
