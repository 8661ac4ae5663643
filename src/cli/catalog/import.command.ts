import type { Command } from 'commander';
import { constants, getPriority, setPriority } from 'node:os';
import { CatalogImportService } from '../../catalog/catalog-import.service';
import { importFiles } from './import-files';
import { processStop } from '../../common/processes/process-stop';
import { LexiconLoop } from '../../search/lexicon/lexicon-loop';
import { withServiceWithoutTokenSecrets } from '../cli-context';
import { startImportProgress } from './import-progress';
import { sizeOf } from './import-source';

/** Exit code of a complete import in which lines were refused. An import that fails exits with 1. */
const EXIT_LINES_REFUSED = 2;

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
    // Not earlier, because the embedded database would inherit the priority. A server may use the database later.
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

/**
 * Lowers the priority, so that a server on the same machine stays responsive. On Linux, only the main thread and
 * threads that start later get it.
 */
function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  // A larger number is a lower priority. Only root may raise a priority that is already lower.
  if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
}
