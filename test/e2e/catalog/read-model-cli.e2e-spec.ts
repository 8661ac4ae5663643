import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as importCommand from '../../../src/cli/catalog/import.command';
import * as reconcile from '../../../src/cli/database/reconcile.command';
import * as refresh from '../../../src/cli/database/refresh.command';
import { createUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, uuidOf } from '../../support/catalog/catalog';
import { runCommand } from '../../support/app/command';
import { GENEROUS_TIMEOUTS } from '../../support/app/test-environment';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const environment = process.env;
let app: TestApp;
let dataSource: DataSource;

beforeAll(async () => {
  app = await createTestApp({ workers: false });
  dataSource = app.app.get(DataSource);
  process.env = {
    ...environment,
    ...GENEROUS_TIMEOUTS,
    DATABASE_URL: app.database.url,
    JWT_SECRET: app.config.auth.jwtSecret,
    LOG_LEVEL: 'silent',
  };
  const admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    movie('Films', 'One'),
    movie('Films', 'Two'),
    movie('Films', 'Three'),
  ]);
});
afterAll(async () => {
  process.env = environment;
  await app.close();
});

/** Runs a command and parses its output. */
const run = async (...args: string[]): Promise<unknown> =>
  JSON.parse(await runCommand([importCommand, reconcile, refresh], args)) as unknown;

test('refresh derives the rows of all libraries, one library or one item', async () => {
  expect(await run('refresh')).toMatchObject({ queued: 3, waiting: 0, quarantined: 0 });
  expect(await run('refresh', '--library', uuidOf('Films').toUpperCase())).toMatchObject({ queued: 3, waiting: 0 });
  expect(await run('refresh', '--library', 'Films')).toMatchObject({ queued: 3, waiting: 0 });
  expect(await run('refresh', '--media', mediaIdOf('movie', 'One'))).toMatchObject({ queued: 1, waiting: 0 });
  expect(await run('reconcile')).toMatchObject({ total: 0 });
});

test('reconcile works with the smallest pool that is allowed: one connection for its lock, one for its statements', async () => {
  process.env['DATABASE_POOL_SIZE'] = '2';
  expect(await run('reconcile')).toMatchObject({ total: 0 });
  process.env['DATABASE_POOL_SIZE'] = '1';
  await expect(run('reconcile')).rejects.toThrow('DATABASE_POOL_SIZE is not valid');
  delete process.env['DATABASE_POOL_SIZE'];
});

test('refresh fails with the reason if the library does not exist or an option is invalid', async () => {
  await expect(run('refresh', '--library', uuidOf('Nowhere'))).rejects.toThrow(`no library "${uuidOf('Nowhere')}"`);
  await expect(run('refresh', '--library', 'films')).rejects.toThrow('no library "films"');
  await expect(run('refresh', '--media', 'album:1')).rejects.toThrow('must be a media id');
  await expect(run('refresh', '--media', mediaIdOf('movie', 'One'), '--library', uuidOf('Films'))).rejects.toThrow(
    'together',
  );
});

test('reconcile --check reports differences, and reconcile repairs them', async () => {
  await dataSource.query('DELETE FROM intelligence_search_documents WHERE media_id = $1', [uuidOf('movie/One')]);
  expect(await run('reconcile', '--check')).toMatchObject({ total: 1, missing: 1 });
  expect(process.exitCode).toBe(2);
  process.exitCode = 0;
  expect(await run('reconcile')).toMatchObject({ total: 1, missing: 1 });
  expect(await run('reconcile', '--check')).toMatchObject({ total: 0 });
  expect(process.exitCode).toBe(0);
});

test('an import of many documents counts their words', async () => {
  const countedDocuments = async (): Promise<number> => {
    const [row]: { documents: string | null }[] = await dataSource.query(
      'SELECT sum(documents) AS documents FROM intelligence_lexicon_state',
    );
    return Number(row?.documents);
  };
  const directory = mkdtempSync(join(tmpdir(), 'import-command-'));
  const file = join(directory, 'catalog.ndjson');
  const name = `Counted ${randomUUID()}`;
  const movies = Array.from({ length: 100 }, (_, index) => movie(name, `Reel ${index} of ${name}`));
  writeFileSync(file, [library(name), ...movies].map((record) => `${JSON.stringify(record)}\n`).join(''));
  try {
    const before = await countedDocuments();
    expect(await run('import', file)).toMatchObject({ accepted: 101, rejected: 0 });
    expect((await countedDocuments()) - before).toBeGreaterThanOrEqual(100);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
