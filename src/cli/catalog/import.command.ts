import type { Command } from 'commander';
import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { CatalogImportService } from '../../catalog/catalog-import.service';
import { importFiles } from './import-files';
import { processStop } from '../../common/processes/process-stop';
import { LexiconLoop } from '../../search/lexicon/lexicon-loop';
import { withServiceWithoutTokenSecrets } from '../service-context';
import { startImportProgress } from './import-progress';
import { sizeOf } from './import-source';

/** Exit code of a complete import in which lines were refused. An import that fails exits with 1. */
const EXIT_LINES_REFUSED = 2;

/** The folder with the threads of this process on Linux. */
const THREADS = '/proc/self/task';

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
  const sizes = await Promise.all(files.map(sizeOf));
  const totalBytes = sizes.reduce<number | null>((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  const { signal } = processStop;
  const summary = await withServiceWithoutTokenSecrets(async (app) => {
    // Lowered only now: the embedded database, which a server may use later, would otherwise inherit the priority.
    lowerPriority();
    const progress = startImportProgress(totalBytes, process.stderr);
    try {
      return await importFiles(app.get(CatalogImportService), files, progress, signal);
    } finally {
      progress.stop();
      // Makes the next searches fast. After a stop request, a server updates the lexicon later.
      if (!signal.aborted) await app.get(LexiconLoop).refreshAfterBulk();
    }
  });
  console.log(JSON.stringify(summary, null, 2));
  if (summary.rejected > 0) process.exitCode = EXIT_LINES_REFUSED;
}

/** Lowers the priority of all threads, so that a server on the same machine stays responsive. */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  for (const id of listThreads()) {
    try {
      // A larger number is a lower priority. Only root may raise a priority that is already lower.
      if (getPriority(id) < PRIORITY_BELOW_NORMAL) setPriority(id, PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // The thread has ended in the meantime.
      if (!existsSync(`${THREADS}/${id}`)) continue;
      throw error;
    }
  }
}

/** Returns the ids of all threads on Linux, where each thread has its own priority. Elsewhere, 0 means the process. */
function listThreads(): number[] {
  return existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0];
}
