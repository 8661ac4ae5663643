import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { from as copyFrom } from 'pg-copy-streams';
import { openSource } from '../../src/cli/catalog/import-source';
import type { CatalogSource } from '../catalogs/catalog-source';
import { type Scratch, withDatabase } from '../processes';

const CHUNK_CHARS = 64 * 1024;
const SPECIAL = /[\\\t]/g;

/**
 * Measures an upper limit for the import speed under the current load of the machine: reads and parses every line, and
 * copies it unchanged to a table without indexes. Returns lines per second.
 */
export async function measureImportSpeedLimit(scratch: Scratch, catalog: CatalogSource): Promise<number> {
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
