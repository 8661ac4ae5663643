import { Client, escapeIdentifier } from 'pg';
import { Transactions } from '../../../src/database/transactions';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import { library, movie } from '../../support/catalog/catalog-records';

/** Settings that an administrator may have given the database for other programs. */
const DEFAULTS = [
  "DateStyle = 'SQL, DMY'",
  "default_transaction_isolation = 'serializable'",
  "TimeZone = 'Asia/Kolkata'",
];

let catalog: CatalogFixture;

beforeAll(async () => {
  catalog = await openCatalog();
  const database = escapeIdentifier(catalog.database.name);
  for (const setting of DEFAULTS) await catalog.dataSource.query(`ALTER DATABASE ${database} SET ${setting}`);
  // Connections that are open already keep their settings.
  await catalog.dataSource.destroy();
  await catalog.dataSource.initialize();
});
afterAll(() => catalog.close());

describe('a database whose default session settings are unusual', () => {
  it('gives other programs these settings', async () => {
    const client = new Client({ connectionString: catalog.database.url });
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('DateStyle') AS dates,
      current_setting('transaction_isolation') AS isolation`);
    await client.end();
    expect(rows).toEqual([{ dates: 'SQL, DMY', isolation: 'serializable' }]);
  });

  it('gives the service unchanged times, and transactions at the isolation level read committed', async () => {
    const time = new Date('2026-11-03T10:20:30.456Z');
    const rows = await new Transactions(catalog.dataSource).run((manager) =>
      manager.query<unknown[]>(
        `SELECT $1::timestamptz AS time, current_setting('transaction_isolation') AS isolation`,
        [time],
      ),
    );
    expect(rows).toEqual([{ time, isolation: 'read committed' }]);
  });

  it('accepts parallel imports of the same items', async () => {
    await catalog.importLines([library(1)]);
    const imports = [1, 2, 3, 4].map((n) =>
      catalog.importLines(
        Array.from({ length: 60 }, (_, each) => movie(((each + n * 15) % 60) + 1, { overview: `Version ${n}.` })),
        { batchSize: 20 },
      ),
    );
    for (const result of await Promise.all(imports)) expect(result).toMatchObject({ accepted: 60, rejected: 0 });
  });
});
