import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { Problem } from '../common/problems/problem';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import { CatalogStore } from './catalog.store';
import { type ImportResult, ImportRun, type ImportRunSettings, type Reading } from './import-run';
import { LineError, type RefusedLine } from './ingest/lines/line-error';
import { type SplitLine, splitLines } from './ingest/lines/line-splitter';
import { readRecord, readRecordValue } from './ingest/records/record-reader';

/** What may differ between imports. */
export interface ImportOptions {
  /** The libraries that may be written, or null (the default) for all. */
  readonly libraryIds?: readonly string[] | null;
  /** Bytes of the source at most; more is `payload-too-large`, and what was read before stays. */
  readonly maxBytes?: number;
  /** Called after each batch with the result so far; must not throw. */
  readonly onProgress?: ImportRunSettings['onProgress'];
  /** Whether to renew the planner's statistics after many changes; default true. */
  readonly analyze?: boolean;
}

/** From this many changed records on, the planner's statistics are worth renewing. */
const BULK_RECORDS = 5_000;

/** Imports catalogs: streamed, in batches of one transaction each, in memory bounded by two batches. */
@Injectable()
export class CatalogImportService {
  private readonly logger = new Logger(CatalogImportService.name);

  constructor(
    private readonly store: CatalogStore,
    private readonly removals: CatalogRemovalService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Imports NDJSON in UTF-8, reading no faster than the database takes it. Bad lines are reported and skipped. When the
   * source or the database fails, the batches before stay and the error is thrown: the import is simply run again.
   */
  async importLines(source: AsyncIterable<Buffer | string>, options: ImportOptions = {}): Promise<ImportResult> {
    const bounded = options.maxBytes === undefined ? source : limitBytes(source, options.maxBytes);
    return this.run(options, async (run) => {
      for await (const lines of splitLines(bounded)) {
        for (const line of lines) await run.take(readLine(line));
      }
    });
  }

  /**
   * Imports a scanner's records, which are objects already: seasons and episodes may have `available` and `files` too.
   * Their lines are their places, from 1.
   */
  async importRecords(
    records: AsyncIterable<unknown> | Iterable<unknown>,
    options: ImportOptions = {},
  ): Promise<ImportResult> {
    return this.run(options, async (run) => {
      let line = 0;
      for await (const record of records) {
        line += 1;
        await run.take(readValue(record, line));
      }
    });
  }

  /** Renews the planner's statistics if so many changed records are worth it. For imports that left it to the caller. */
  async analyzeAfter(acceptedRecords: number): Promise<void> {
    if (acceptedRecords >= BULK_RECORDS) await this.store.analyze();
  }

  private async run(options: ImportOptions, feed: (run: ImportRun) => Promise<void>): Promise<ImportResult> {
    const { importBatchSize, watchedThresholdPercent } = this.config.catalog;
    const run = new ImportRun(this.store, this.removals, {
      batchSize: importBatchSize,
      thresholdPercent: watchedThresholdPercent,
      libraryIds: options.libraryIds ?? null,
      onProgress: options.onProgress,
      onFailure: this.logFirstFailure(),
    });
    try {
      await feed(run);
      const result = await run.finish();
      if (options.analyze !== false) await this.analyzeAfter(result.accepted);
      return result;
    } finally {
      await run.abandon();
    }
  }

  /** Logs the first record of an import that the service fails to process; an import may have millions of them. */
  private logFirstFailure(): ImportRunSettings['onFailure'] {
    let isLogged = false;
    return (line, error) => {
      if (!isLogged) this.logger.error(new Error(`Line ${line} of an import was not processed.`, { cause: error }));
      isLogged = true;
    };
  }
}

async function* limitBytes(
  source: AsyncIterable<Buffer | string>,
  maxBytes: number,
): AsyncGenerator<Buffer | string, void> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > maxBytes) throw new Problem('payload-too-large');
    yield chunk;
  }
}

function readLine(line: SplitLine): Reading {
  if (line.error !== undefined) return { refusal: toRefusal(line.error, line.number) };
  return read(() => readRecord(line.text, line.number), line.number);
}

function readValue(value: unknown, line: number): Reading {
  return read(() => readRecordValue(value, line, 'scanner'), line);
}

function read(work: () => ReturnType<typeof readRecord>, line: number): Reading {
  try {
    return { record: work() };
  } catch (error) {
    return error instanceof LineError ? { refusal: toRefusal(error, line) } : { failure: error, line };
  }
}

function toRefusal(error: LineError, line: number): RefusedLine {
  return { line, code: error.code, message: error.message };
}
