import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { splitLines } from '../../../src/catalog/ingest/lines/line-splitter';
import { readRecord } from '../../../src/catalog/ingest/records/record-reader';
import type { ImportProgress } from '../../../src/cli/catalog/import-progress';
import { openSource, sizeOf } from '../../../src/cli/catalog/import-source';
import { importFiles } from '../../../src/cli/catalog/import-files';
import { describeRealCatalog, REAL_CATALOG_FILES } from '../../support/catalog/real-catalog';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, movie } from '../../support/catalog/catalog-records';
import { eventually } from '../../support/eventually';
import { ROOT } from '../../support/root';

const SAMPLE = join(ROOT, 'samples/catalog.ndjson');
const silent: ImportProgress = { addBytes: () => undefined, setLines: () => undefined, stop: () => undefined };

let catalog: CatalogFixture;
let folder: string;

beforeAll(async () => {
  catalog = await openCatalog();
  folder = mkdtempSync(join(tmpdir(), 'catalog-files-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await catalog.close();
});

beforeEach(() => catalog.clear());

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function readAll(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of openSource(path, () => undefined)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('the sample catalog', () => {
  it('is up to date with its sources', () => {
    execFileSync(process.execPath, [join(ROOT, 'bin/make-sample-catalog.js'), '--check'], { stdio: 'pipe' });
  });

  it.each([
    ['an unknown slug', 'absent', /absent: samples\/ contains no movie or series with this slug\./],
    ['a movie without a runtime', 'moon', /moon: the movie or series with this slug has no runtime\./],
  ])('is not made if a watch state names %s', (_what, watched, message) => {
    for (const name of ['bin', 'samples']) mkdirSync(join(folder, name), { recursive: true });
    copyFileSync(join(ROOT, 'bin/make-sample-catalog.js'), join(folder, 'bin/make.js'));
    file('samples/films.json', JSON.stringify([{ slug: 'moon', title: 'Moon', released: '1902-09-01' }]));
    file('samples/series.json', '[]');
    file('samples/watch-states.json', JSON.stringify([{ username: 'ada', watched: [watched], started: {} }]));
    expect(() => execFileSync(process.execPath, [join(folder, 'bin/make.js')], { stdio: 'pipe' })).toThrow(message);
  });

  it('is imported completely, and a second import changes nothing', async () => {
    const first = await importFiles(catalog.imports(), [SAMPLE], silent);
    expect(first).toMatchObject({ unchanged: 0, rejected: 0, errors: [] });
    const counts = await catalog.dataSource.query<unknown[]>(
      `SELECT media_kind, count(*)::int FROM media_items GROUP BY 1 ORDER BY 1`,
    );
    expect(counts).toEqual([
      { media_kind: 'episode', count: 47 },
      { media_kind: 'movie', count: 64 },
      { media_kind: 'season', count: 9 },
      { media_kind: 'series', count: 5 },
    ]);
    const second = await importFiles(catalog.imports(), [SAMPLE], silent);
    expect(second).toMatchObject({ accepted: 0, unchanged: first.accepted, rejected: 0 });
  });
});

describe('import files', () => {
  it('are decompressed if their content starts like gzip data, whatever their names', async () => {
    expect(await readAll(file('plain.gz', 'plain'))).toBe('plain');
    expect(await readAll(file('packed.ndjson', gzipSync('packed')))).toBe('packed');
    expect(await readAll(file('two.gz', Buffer.concat([gzipSync('one '), gzipSync('two')])))).toBe('one two');
    expect(await readAll(file('empty', ''))).toBe('');
    expect(await readAll(file('short', '\x1f'))).toBe('\x1f');
  });

  it('cause a CliError if they are incomplete or absent', async () => {
    const packed = gzipSync(Buffer.alloc(100_000, 'text'));
    const cut = file('cut.gz', packed.subarray(0, packed.length - 20));
    await expect(readAll(cut)).rejects.toMatchObject({ name: 'CliError', message: expect.stringContaining('cut.gz') });
    await expect(sizeOf(join(folder, 'absent'))).rejects.toMatchObject({ name: 'CliError' });
    await expect(sizeOf(folder)).rejects.toMatchObject({ name: 'CliError' });
    expect(await sizeOf('-')).toBeNull();
  });

  it('cause a CliError if their beginning unpacks to more than 64 MiB and more than 200 times its size', async () => {
    // The end does not matter, although with it the file would unpack to less than 200 times its size.
    const parts = [Buffer.alloc(100 * 1_048_576, '\n'), randomBytes(1_048_576)];
    const bomb = file('bomb.gz', Buffer.concat(parts.map((part) => gzipSync(part))));
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of openSource(bomb, () => undefined)) bytes += chunk.length;
    })();
    await expect(reading).rejects.toMatchObject({
      name: 'CliError',
      message: expect.stringContaining('its beginning unpacks to more than 200 times'),
    });
    expect(bytes).toBeLessThan(65 * 1_048_576);
    expect((await readAll(file('even.gz', gzipSync(Buffer.alloc(30 * 1_048_576, 'a'))))).length).toBe(30 * 1_048_576);
  });

  it('are reported in a summary with the counts and the rejected lines of each file', async () => {
    const one = file('one', `${JSON.stringify(library(1))}\nnonsense\n`);
    const two = file('two', gzipSync(`\n${JSON.stringify(movie(1))}\n${JSON.stringify(movie(1))}\n[]`));
    const lineNumbers: number[] = [];
    let bytes = 0;
    const progress: ImportProgress = {
      addBytes: (more) => void (bytes += more),
      setLines: (lines) => void lineNumbers.push(lines),
      stop: () => undefined,
    };
    expect(await importFiles(catalog.imports(), [one, two], progress)).toMatchObject({
      files: [
        { file: one, accepted: 1, unchanged: 0, rejected: 1 },
        { file: two, accepted: 1, unchanged: 1, rejected: 1 },
      ],
      accepted: 2,
      unchanged: 1,
      rejected: 2,
      errors: [
        { file: one, line: 2, code: 'malformed-json' },
        { file: two, line: 4, code: 'not-an-object' },
      ],
    });
    expect(lineNumbers).toEqual([2, 5]);
    expect(bytes).toBe((await sizeOf(one))! + (await sizeOf(two))!);
  });

  it.each([
    ['after an import of many records', []],
    ['also after a file that cannot be read', [() => join(folder, 'absent')]],
  ])('get planner statistics %s', async (_, others: readonly (() => string)[]) => {
    const countAnalyses = async (): Promise<number> => {
      const [row]: [{ analyze_count: number }] = await catalog.dataSource.query(
        `SELECT analyze_count::integer FROM pg_stat_user_tables WHERE relname = 'media_items'`,
      );
      return row.analyze_count;
    };
    const before = await countAnalyses();
    const records = [library(1), ...Array.from({ length: 5_000 }, (__, index) => movie(index + 1))];
    const many = file('many', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const importing = importFiles(catalog.imports(), [many, ...others.map((other) => other())], silent);
    await (others.length === 0 ? importing : expect(importing).rejects.toThrow('absent'));
    await eventually(async () => (await countAnalyses()) > before);
  });
});

describeRealCatalog('the real catalog', () => {
  it('contains only valid records', async () => {
    let records = 0;
    for (const path of REAL_CATALOG_FILES) {
      for await (const lines of splitLines(openSource(path, () => undefined))) {
        for (const line of lines) records += readRecord(line.text ?? '', line.number).line > 0 ? 1 : 0;
      }
    }
    expect(records).toBe(72_125);
  });
});
