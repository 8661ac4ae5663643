import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { areReadsServed, READ_APPLICATION_NAME } from '../../../src/database/served-reads';
import { eventually } from '../../support/eventually';
import { LibraryLockHolder } from '../../support/databases/library-lock-holder';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { episode, library, libraryId, type Line, movie, season, series } from '../../support/catalog/catalog-records';

/** Milliseconds to wait. An import reads ten lines much faster. */
const WAIT_MS = 200;

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
});

afterAll(() => catalog.close());

beforeEach(() => catalog.clear());

/** Opens a session with the given application name that runs a statement until `end` is called. */
async function startReading(name: string): Promise<{ end(): Promise<void> }> {
  const client = new Client({ connectionString: catalog.database.url, application_name: name });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = expect(client.query('SELECT pg_sleep(600)')).rejects.toThrow('canceling statement');
  await eventually(
    async () => (await catalog.count(`pg_stat_activity WHERE pid = ${rows[0]?.pid} AND query ~ 'pg_sleep'`)) === 1,
  );
  return {
    end: async () => {
      await catalog.dataSource.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.end();
    },
  };
}

describe('imports', () => {
  it.each([
    ['two batches ahead of the database', 20, 'nobody'],
    ['one batch ahead of the database while requests are answered', 10, READ_APPLICATION_NAME],
  ])('read at most %s', async (_, ahead, applicationName) => {
    await catalog.importLines([library(1)]);
    const reading = await startReading(applicationName);
    const holder = await LibraryLockHolder.lock(catalog.database.url, libraryId(1));
    let linesRead = 0;
    async function* source(): AsyncGenerator<string> {
      for (let n = 1; n <= 500; n += 1) {
        linesRead = n;
        yield await Promise.resolve(`${JSON.stringify(movie(n))}\n`);
      }
    }
    const running = catalog.imports(10).importLines(source());
    await eventually(async () => (await holder.countWaiting()) === 1);
    await eventually(() => linesRead >= ahead);
    // No event shows that the import reads no further lines.
    await delay(WAIT_MS);
    expect(linesRead).toBe(ahead);
    await reading.end();
    await holder.release();
    expect(await running).toMatchObject({ accepted: 500 });
  });

  it('write smaller batches while requests are answered', async () => {
    const lines = [library(1), ...Array.from({ length: 449 }, (_, n) => movie(n + 1))];
    const importInBatches = async (): Promise<number[]> => {
      const accepted: number[] = [];
      await catalog.importLines(lines, { onProgress: (result) => void accepted.push(result.accepted) });
      return accepted;
    };
    await eventually(async () => !(await areReadsServed(catalog.dataSource.manager)));
    expect(await importInBatches()).toEqual([450]);
    await catalog.clear();
    const reading = await startReading(READ_APPLICATION_NAME);
    expect(await importInBatches()).toEqual([200, 400, 450]);
    await reading.end();
  });

  it('recognize whether requests are answered', async () => {
    await eventually(async () => !(await areReadsServed(catalog.dataSource.manager)));
    const reading = await startReading(READ_APPLICATION_NAME);
    expect(await areReadsServed(catalog.dataSource.manager)).toBe(true);
    await reading.end();
    await eventually(async () => !(await areReadsServed(catalog.dataSource.manager)));
  });

  it('of overlapping catalogs have the same result in parallel and one after the other', async () => {
    const catalogOf = (n: number): Line[] => [
      library(1),
      library(2),
      series(n, { library_id: libraryId(1 + (n % 2)) }),
      season(n, n),
      ...Array.from({ length: 30 }, (_, each) => episode(n * 100 + each, n, n)),
      ...Array.from({ length: 30 }, (_, each) => movie(each + 1, { library_id: libraryId(1 + (each % 2)) })),
    ];
    const all = [1, 2, 3, 4].map(catalogOf);
    for (const lines of all) await catalog.importLines(lines);
    const expected = await catalog.dump();
    await catalog.clear();
    const results = await Promise.all(all.map((lines, n) => catalog.importLines(lines, { batchSize: 5 + n })));
    expect(results.map(({ rejected }) => rejected)).toEqual([0, 0, 0, 0]);
    expect(await catalog.dump()).toEqual(expected);
  });
});
