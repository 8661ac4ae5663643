import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiagnosticLog } from '../../../src/catalog/scanner/diagnostic-log';
import { LibraryScanService } from '../../../src/catalog/scanner/library-scan.service';
import type { ScanResult } from '../../../src/catalog/scanner/library-scan';
import { ScanStateStore } from '../../../src/catalog/scanner/scan-state.store';
import type * as NfoDocuments from '../../../src/catalog/scanner/nfo/nfo-document';
import { importFiles } from '../../../src/cli/catalog/import-files';
import { toLoggedError } from '../../../src/common/logging/log-error';
import { Transactions } from '../../../src/database/transactions';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import type * as SearchDocuments from '../../../src/read-model/media/search-document';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { RefreshRequests } from '../../../src/read-model/refresh/refresh-requests';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { episode, library, libraryId, movie, movieId, season, series } from '../../support/catalog/catalog-records';

/**
 * Processing a text with this word throws an error. Factories of `jest.mock` may use only variables whose names begin
 * with `mock`.
 */
const mockFailing = 'unprocessable';

jest.mock('../../../src/read-model/media/search-document', () => {
  const actual = jest.requireActual<typeof SearchDocuments>('../../../src/read-model/media/search-document');
  const toSearchDocument: typeof SearchDocuments.toSearchDocument = (source) => {
    if (source.title?.includes(mockFailing) === true) throw new RangeError('Maximum call stack size exceeded');
    return actual.toSearchDocument(source);
  };
  return { ...actual, toSearchDocument };
});

jest.mock('../../../src/catalog/scanner/nfo/nfo-document', () => {
  const actual = jest.requireActual<typeof NfoDocuments>('../../../src/catalog/scanner/nfo/nfo-document');
  const readNfo: typeof NfoDocuments.readNfo = (bytes, ...values) => {
    if (Buffer.from(bytes).includes(mockFailing)) throw new RangeError('Maximum call stack size exceeded');
    return actual.readNfo(bytes, ...values);
  };
  return { ...actual, readNfo };
});

const REFUSAL = {
  code: 'not-processed',
  message: 'The service failed to process the record. Its log contains the first failure of the import.',
};

let catalog: CatalogFixture;
const logged: unknown[] = [];

beforeAll(async () => {
  catalog = await openCatalog();
  const ignore = (): void => undefined;
  Logger.overrideLogger({ log: ignore, warn: ignore, error: (message: unknown) => logged.push(message) });
});
afterAll(async () => {
  Logger.overrideLogger(true);
  await catalog.close();
});
beforeEach(async () => {
  logged.length = 0;
  await catalog.clear();
});

/** Returns thirty films. Two of them cannot be processed. */
function films(): Record<string, unknown>[] {
  const failing = new Set([7, 23]);
  return Array.from({ length: 30 }, (_, index) =>
    movie(index + 1, { title: failing.has(index + 1) ? `${mockFailing} ${index}` : `Film ${index}` }),
  );
}

/** Returns the numbers of items, contexts and search documents. */
async function counts(): Promise<number[]> {
  const tables = ['media_items', 'intelligence_media_context', 'intelligence_search_documents'];
  return Promise.all(tables.map((table) => catalog.count(table)));
}

describe('a record that the service fails to process', () => {
  it('is rejected with its line number, and the other records of its batch are imported', async () => {
    expect(await catalog.importLines([library(1), ...films()])).toEqual({
      accepted: 29,
      unchanged: 0,
      rejected: 2,
      errors: [
        { line: 8, ...REFUSAL },
        { line: 24, ...REFUSAL },
      ],
    });
    expect(await counts()).toEqual([28, 28, 28]);
    // Only the first failure is logged.
    expect(logged).toEqual([expect.objectContaining({ message: 'Failed to process line 8 of an import.' })]);
  });

  it('is logged with its error, but without its own texts, if the database refuses it', async () => {
    await catalog.dataSource.query(`ALTER TABLE media_items ADD CONSTRAINT no_canary CHECK (title NOT LIKE 'canary%')`);
    try {
      const records = [library(1), movie(1), movie(2, { title: 'canary' }), movie(3, { title: 'canary too' })];
      const { errors } = await catalog.importLines(records);
      expect(errors.map(({ line, code }) => [line, code])).toEqual([
        [3, 'refused-by-database'],
        [4, 'refused-by-database'],
      ]);
      const lines = logged.map((error) => toLoggedError(error));
      expect(lines).toMatchObject([
        { message: 'Failed to process line 3 of an import.', cause: { code: '23514', constraint: 'no_canary' } },
      ]);
      expect(JSON.stringify(lines).replaceAll('no_canary', '')).not.toContain('canary');
    } finally {
      await catalog.dataSource.query('ALTER TABLE media_items DROP CONSTRAINT no_canary');
    }
  });

  it('is the only rejected record, even if the import does not contain its series and season', async () => {
    await catalog.importLines([library(1, { library_kind: 'series' }), series(1), season(1, 1)]);
    const lines = [1, 2, 3].map((number) => {
      return episode(number, 1, 1, { title: number === 2 ? mockFailing : 'Part', episode_number: number });
    });
    expect(await catalog.importLines(lines)).toMatchObject({ accepted: 2, errors: [{ line: 2, ...REFUSAL }] });
    expect(await counts()).toEqual([4, 4, 4]);
  });

  it('is rejected together with its children, and no other record is rejected', async () => {
    const shows = [1, 2].flatMap((number) => [
      series(number, { title: number === 1 ? mockFailing : 'Show' }),
      season(number, number),
    ]);
    const { accepted, errors } = await catalog.importLines([library(1, { library_kind: 'series' }), ...shows]);
    expect([accepted, errors.map(({ line, code }) => [line, code])]).toEqual([
      3,
      [
        [2, 'not-processed'],
        [3, 'missing-parent'],
      ],
    ]);
  });

  it('does not prevent the import of the other records of a file or a list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'failing-records-'));
    try {
      const file = join(folder, 'films.ndjson');
      writeFileSync(file, [library(1), ...films()].map((line) => `${JSON.stringify(line)}\n`).join(''));
      const progress = { addBytes: () => undefined, setLines: () => undefined, stop: () => undefined };
      const summary = await importFiles(catalog.imports(), [file], progress);
      expect(summary).toMatchObject({ accepted: 29, rejected: 2 });
      expect(summary.errors.map(({ line }) => line)).toEqual([8, 24]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    await catalog.clear();
    const result = await catalog.imports().importRecords([library(1), ...films()]);
    expect(result).toMatchObject({ accepted: 29, rejected: 2 });
  });

  it('does not prevent other rows from being refreshed and reconciled', async () => {
    const readable = films().map((film) => ({ ...film, title: 'Film' }));
    await catalog.importLines([library(1), ...readable]);
    await catalog.dataSource.query('UPDATE media_items SET title = $2 WHERE media_id = $1', [
      movieId(7).replace('movie:', ''),
      mockFailing,
    ]);
    await catalog.module.get(RefreshRequests).refreshLibraries(libraryId(1), null);
    const refresher = catalog.module.get(Refresher);
    expect(await refresher.drain()).toEqual({ refreshed: 29, failed: 1 });
    await catalog.dataSource.query('TRUNCATE intelligence_dirty_keys');
    await catalog.dataSource.query(`UPDATE intelligence_media_context SET source_hash = 'other'`);
    await catalog.module.get(Reconciler).reconcile();
    const ready = `intelligence_media_context WHERE status = 'ready' AND source_hash <> 'other'`;
    expect(await catalog.count(ready)).toBe(29);
  });
});

describe('a folder that the service fails to read', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'failing-folder-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  function put(folder: string, nfoTitle: string): void {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, `${folder}.mkv`), 'x');
    writeFileSync(join(root, folder, 'movie.nfo'), `<movie><title>${nfoTitle}</title></movie>`);
  }

  it('keeps its items, and the other folders are scanned', async () => {
    const transactions = catalog.module.get(Transactions);
    const scanner = new LibraryScanService(catalog.imports(), new ScanStateStore(catalog.dataSource, transactions));
    const scanned = { libraryId: randomUUID(), name: 'Films', libraryKind: 'movies' as const };
    const scan = async (): Promise<ScanResult & { log: DiagnosticLog }> => {
      const log = new DiagnosticLog();
      return { ...(await scanner.scan({ library: scanned, root }, log)), log };
    };
    const available = `media_items WHERE available AND library_id = '${scanned.libraryId}'`;
    put('Alien (1979)', 'Alien');
    put('Heat (1995)', 'Heat');
    await scan();
    put('Alien (1979)', `${mockFailing} and longer`);
    put('Dune (1984)', 'Dune');
    const failed = await scan();
    expect(failed).toMatchObject({ accepted: 1, rejected: 0 });
    expect(failed.log.findings).toContainEqual({ code: 'not-processed', path: 'Alien (1979)' });
    expect(logged).toEqual([expect.any(RangeError)]);
    expect(await catalog.count(available)).toBe(3);
    put('Alien (1979)', 'Alien, read again');
    expect(await scan()).toMatchObject({ accepted: 1, units: { changed: 1 } });
    expect(await catalog.count(`${available} AND title = 'Alien, read again'`)).toBe(1);
  });
});
