import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { openSource } from '../../src/cli/catalog/import-source';
import type { CatalogSource } from '../catalogs/catalog-source';
import { type CommandRun, runCommand, type Scratch, withDatabase } from '../processes';
import { printFigure, printHeading } from '../report';

const CHUNK_CHARS = 64 * 1024;
/** The characters of a line that COPY's text format escapes. */
const SPECIAL = /[\\\t]/g;

/** The output of the command `import`. */
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
  printFigure('import, time per row', limit / rate(summary), 'x time per copied line');
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

/**
 * Measures an upper limit for the import speed under the current load of the machine: reads and parses every line, and
 * copies it unchanged to a table without indexes. Returns lines per second.
 */
async function measureImportSpeedLimit(scratch: Scratch, catalog: CatalogSource): Promise<number> {
  return withDatabase(scratch, async (database) => {
    await database.query('CREATE TEMP TABLE copied_lines (line text)');
    const started = performance.now();
    const stream = database.query(copyFrom('COPY copied_lines FROM STDIN'));
    const finished = once(stream, 'finish');
    let lines = 0;
    let chunk = '';
    for await (const line of readLines(catalog.files)) {
      JSON.parse(line);
      lines += 1;
      chunk += `${line.replace(SPECIAL, '\\$&')}\n`;
      if (chunk.length < CHUNK_CHARS) continue;
      if (!stream.write(chunk)) await once(stream, 'drain');
      chunk = '';
    }
    stream.end(chunk);
    await finished;
    return lines / ((performance.now() - started) / 1000);
  });
}

async function* readLines(files: readonly string[]): AsyncGenerator<string> {
  for (const file of files) yield* createInterface(Readable.from(openSource(file, () => undefined)));
}
