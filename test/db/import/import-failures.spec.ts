import { Client } from 'pg';
import { armFailpoints, type Failpoint } from '../../../src/common/failpoint';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, movie, season, series } from '../../support/catalog/catalog-records';

/** Failpoints within and around the transaction of a batch. */
const IMPORT_FAILPOINTS: Failpoint[] = [
  ...(['transaction.begun', 'transaction.committing', 'transaction.committed'] as const),
  ...(['changes.begun', 'changes.rows-written', 'changes.artifacts-marked'] as const),
  ...(['changes.counted', 'media.derived', 'media.contexts-written', 'media.documents-written'] as const),
];

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

beforeEach(() => catalog.clear());

describe('a failing import', () => {
  const lines = [library(1), ...Array.from({ length: 40 }, (_, n) => movie(n + 1)), series(1), season(1, 1)];

  async function* linesThenError(lineCount: number): AsyncGenerator<string> {
    for (const line of lines.slice(0, lineCount)) yield await Promise.resolve(`${JSON.stringify(line)}\n`);
    throw new Error('the client went away');
  }

  it('stores only complete batches, and a second import completes the catalog', async () => {
    await catalog.importLines(lines);
    const complete = await catalog.dump();
    for (const lineCount of [0, 7, 8, 9, 30]) {
      await catalog.clear();
      await expect(catalog.imports(8).importLines(linesThenError(lineCount))).rejects.toThrow('the client went away');
      const stored = await catalog.count('media_items');
      // The first line is the library.
      expect(stored).toBe(Math.max(0, Math.floor(lineCount / 8) * 8 - 1));
      expect(await catalog.count('intelligence_media_context')).toBe(stored);
      expect(await catalog.importLines(lines)).toMatchObject({ rejected: 0 });
      expect(await catalog.dump()).toEqual(complete);
    }
  });

  it.each(IMPORT_FAILPOINTS)('at %s leaves the catalog and the read model consistent', async (point) => {
    await catalog.importLines([library(1), series(1, { title: 'Old' }), season(1, 1)]);
    // Fails in the second batch, after the import has committed the first one.
    let passes = 0;
    armFailpoints((name) => {
      if (name === point && (passes += 1) === 2) throw new Error('killed');
    });
    try {
      await expect(catalog.importLines(lines, { batchSize: 8 })).rejects.toThrow('killed');
    } finally {
      armFailpoints(() => undefined);
    }
    expect(await catalog.count('intelligence_media_context')).toBe(await catalog.count('media_items'));
    expect(await catalog.count('intelligence_search_documents')).toBe(await catalog.count('media_items'));
    await catalog.importLines(lines);
    const completed = await catalog.dump();
    await catalog.clear();
    await catalog.importLines(lines);
    expect(completed).toEqual(await catalog.dump());
  });

  it('reports an error and stores only complete batches when its connections are terminated', async () => {
    const long = [library(1), ...Array.from({ length: 3000 }, (_, n) => movie(n + 1))];
    const admin = new Client({ connectionString: catalog.database.url });
    await admin.connect();
    let hasEnded = false;
    let terminating: Promise<void> | undefined;
    const terminateConnections = async (): Promise<void> => {
      while (!hasEnded) {
        await admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
        );
      }
    };
    const onProgress = (): void => void (terminating ??= terminateConnections());
    const running = catalog.importLines(long, { batchSize: 100, onProgress });
    await expect(running).rejects.toThrow();
    hasEnded = true;
    await terminating;
    await admin.end();
    const stored = await catalog.count('media_items');
    expect(stored).toBeLessThan(3000);
    // The first batch contains the library and 99 movies.
    expect(stored % 100).toBe(99);
    expect(await catalog.importLines(long)).toEqual({
      accepted: 3001 - stored - 1,
      unchanged: stored + 1,
      rejected: 0,
      errors: [],
    });
  });
});
