import type { CatalogSource } from '../catalogs/catalog-source';
import { measureImportSpeedLimit } from './import-speed-limit';
import { type CommandRun, runCommand, type Scratch } from '../processes';
import { printFigure, printHeading } from '../report';

interface Summary {
  readonly accepted: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly seconds: number;
}

/** Imports the catalog twice with the command line. The second import changes nothing. */
export async function measureImport(scratch: Scratch, catalog: CatalogSource): Promise<void> {
  printHeading(`Import of ${catalog.description}, read model included`);
  const { summary, run } = await importOnce(scratch, catalog);
  printFigure('rows accepted', summary.accepted, 'rows');
  printFigure('rows rejected', summary.rejected, 'rows', '0');
  printFigure('import', rate(summary), 'rows/s', '>= 5000');
  const limit = await measureImportSpeedLimit(scratch, catalog);
  printFigure('upper limit: lines parsed and copied unchanged', limit, 'rows/s');
  printFigure('import, time per row', limit / rate(summary), 'x minimum');
  printFigure('peak memory of the Node process', run.peakMiB, 'MiB RSS', '< 333');
  const second = await importOnce(scratch, catalog);
  printFigure('second import, unchanged', second.summary.unchanged, 'rows', `${summary.accepted}`);
  printFigure('second import', rate(second.summary), 'rows/s', 'faster');
}

function rate(summary: Summary): number {
  return (summary.accepted + summary.unchanged + summary.rejected) / summary.seconds;
}

async function importOnce(scratch: Scratch, catalog: CatalogSource): Promise<{ summary: Summary; run: CommandRun }> {
  const run = await runCommand(scratch, 'import', ...catalog.files);
  return { run, summary: JSON.parse(run.stdout) as Summary };
}
