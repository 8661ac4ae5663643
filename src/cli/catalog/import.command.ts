import type { Command } from 'commander';
import { constants, setPriority } from 'node:os';
import { CatalogImportService } from '../../catalog/catalog-import.service';
import type { CatalogImportResult } from '../../catalog/catalog-import.dto';
import type { RefusedLine } from '../../catalog/ingest/lines/line-error';
import { processStop } from '../../common/processes/process-stop';
import { LexiconLoop } from '../../search/lexicon/lexicon-loop';
import { withServiceWithoutSecrets } from '../cli-context';
import { type ImportProgress, startImportProgress } from './import-progress';
import { openSource, sizeOf } from './import-source';

const REPORTED_ERRORS = 100;
/** Exit code of a complete import in which lines were refused. An import that fails exits with 1. */
const EXIT_LINES_REFUSED = 2;

/** The result that is printed: sums over all files, and the first refused lines with their file. */
export interface ImportSummary {
  readonly files: ({ readonly file: string } & Omit<CatalogImportResult, 'errors'>)[];
  accepted: number;
  unchanged: number;
  rejected: number;
  readonly errors: ({ readonly file: string } & RefusedLine)[];
  seconds: number;
  rows_per_second: number;
}

/** Adds the command `import FILE...`. */
export function register(program: Command): void {
  program
    .command('import')
    .description(
      'Import catalogs in NDJSON, plain or gzip; "-" reads standard input. Exits with 2 when lines were refused.',
    )
    .argument('<files...>', 'files to import, in this order')
    .action(runImport);
}

async function runImport(files: string[]): Promise<void> {
  // Lowers the priority of the import, so that a server on the same machine stays responsive.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const sizes = await Promise.all(files.map(sizeOf));
  const totalBytes = sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  const { signal } = processStop;
  const summary = await withServiceWithoutSecrets(async (app) => {
    const progress = startImportProgress(totalBytes, process.stderr);
    try {
      return await importFiles(app.get(CatalogImportService, { strict: false }), files, progress, signal);
    } finally {
      progress.stop();
      // Updates the lexicon, so that the next searches are fast. After a stop request, the command exits without this
      // update, and a server updates the lexicon later.
      if (!signal.aborted) await app.get(LexiconLoop, { strict: false }).refreshAfterBulk();
    }
  });
  console.log(JSON.stringify(summary, null, 2));
  if (summary.rejected > 0) process.exitCode = EXIT_LINES_REFUSED;
}

/**
 * Imports files one after the other. Throws when a file cannot be read completely or `signal` aborts. Batches that were
 * already committed are kept.
 */
export async function importFiles(
  imports: Pick<CatalogImportService, 'importLines' | 'analyzeAfter'>,
  files: readonly string[],
  progress: ImportProgress,
  signal?: AbortSignal,
): Promise<ImportSummary> {
  const started = performance.now();
  const summary = emptySummary();
  for (const file of files) {
    const linesBefore = countLines(summary);
    const result = await imports.importLines(
      openSource(file, (bytes) => progress.addBytes(bytes), signal),
      { analyze: false, onProgress: (soFar) => progress.setLines(linesBefore + countLines(soFar)) },
    );
    addResult(summary, file, result);
  }
  await imports.analyzeAfter(summary.accepted);
  const seconds = (performance.now() - started) / 1000;
  summary.seconds = Math.round(seconds * 100) / 100;
  summary.rows_per_second = Math.round(countLines(summary) / seconds);
  return summary;
}

function emptySummary(): ImportSummary {
  return { files: [], accepted: 0, unchanged: 0, rejected: 0, errors: [], seconds: 0, rows_per_second: 0 };
}

function addResult(summary: ImportSummary, file: string, { errors, ...counts }: CatalogImportResult): void {
  summary.files.push({ file, ...counts });
  summary.accepted += counts.accepted;
  summary.unchanged += counts.unchanged;
  summary.rejected += counts.rejected;
  const remaining = REPORTED_ERRORS - summary.errors.length;
  summary.errors.push(...errors.slice(0, remaining).map((error) => ({ file, ...error })));
}

function countLines(counts: Pick<CatalogImportResult, 'accepted' | 'unchanged' | 'rejected'>): number {
  return counts.accepted + counts.unchanged + counts.rejected;
}
