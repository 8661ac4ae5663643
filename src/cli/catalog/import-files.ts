/** Imports files of records, for the commands `import` and `quickstart`. */
import type { CatalogImportService } from '../../catalog/catalog-import.service';
import type { CatalogImportResult } from '../../catalog/catalog-import.dto';
import { REPORTED_REFUSALS } from '../../catalog/ingest/import-batch';
import type { RefusedLine } from '../../catalog/ingest/lines/line-error';
import type { ImportProgress } from './import-progress';
import { openSource } from './import-source';

/** The result that is printed: sums over all files, and the first refused lines with their file. */
interface ImportSummary {
  readonly files: ({ readonly file: string } & Omit<CatalogImportResult, 'errors'>)[];
  accepted: number;
  unchanged: number;
  rejected: number;
  readonly errors: ({ readonly file: string } & RefusedLine)[];
  seconds: number;
  rows_per_second: number;
}

/**
 * Imports files one after the other, then updates the statistics of the planner if the import was large. Throws when a
 * file cannot be read completely or `signal` aborts. Batches that were already committed are kept. The statistics are
 * also updated for these batches, unless `signal` aborts.
 */
export async function importFiles(
  imports: Pick<CatalogImportService, 'importLines' | 'analyzeIfBulk'>,
  files: readonly string[],
  progress: ImportProgress,
  signal?: AbortSignal,
): Promise<ImportSummary> {
  const started = performance.now();
  const summary: ImportSummary = {
    files: [],
    accepted: 0,
    unchanged: 0,
    rejected: 0,
    errors: [],
    seconds: 0,
    rows_per_second: 0,
  };
  let acceptedSoFar = 0;
  try {
    for (const file of files) {
      const before = { lines: countLines(summary), accepted: acceptedSoFar };
      const onProgress = (soFar: Readonly<CatalogImportResult>): void => {
        acceptedSoFar = before.accepted + soFar.accepted;
        progress.setLines(before.lines + countLines(soFar));
      };
      const source = openSource(file, (bytes) => progress.addBytes(bytes), signal);
      addResult(summary, file, await imports.importLines(source, { analyze: false, onProgress }));
    }
  } catch (error) {
    // An error of the statistics must not replace the error of the import. A stop request does not wait for them.
    if (signal?.aborted !== true) await imports.analyzeIfBulk(acceptedSoFar).catch(() => undefined);
    throw error;
  }
  await imports.analyzeIfBulk(acceptedSoFar);
  const seconds = (performance.now() - started) / 1000;
  summary.seconds = Math.round(seconds * 100) / 100;
  summary.rows_per_second = Math.round(countLines(summary) / seconds);
  return summary;
}

function addResult(summary: ImportSummary, file: string, { errors, ...counts }: CatalogImportResult): void {
  summary.files.push({ file, ...counts });
  summary.accepted += counts.accepted;
  summary.unchanged += counts.unchanged;
  summary.rejected += counts.rejected;
  const remaining = REPORTED_REFUSALS - summary.errors.length;
  summary.errors.push(...errors.slice(0, remaining).map((error) => ({ file, ...error })));
}

function countLines(counts: Pick<CatalogImportResult, 'accepted' | 'unchanged' | 'rejected'>): number {
  return counts.accepted + counts.unchanged + counts.rejected;
}
