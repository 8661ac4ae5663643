import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import * as reconcile from '../../../src/cli/database/reconcile.command';
import { dataSourceOptions } from '../../../src/database/data-source-options';
import type { RoleUrls } from '../../../src/database/roles/role-logins';
import { setUpRoles } from '../../../src/database/roles/set-up-roles';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { refreshLexicon } from '../../support/catalog/refresh-lexicon';
import { createRoleDatabase, type RoleDatabase } from '../../support/databases/role-database';
import { createEmptyDatabase, type TestDatabase } from '../../support/databases/test-database';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { withDatabase } from '../../support/databases/test-server';

/** The folder of pg_dump and psql, which the embedded database lacks. `npm run test:postgres15` sets the variable. */
const binFolder = process.env['TEST_POSTGRES_BIN'];
if (binFolder === undefined) process.stderr.write('Skipped: pg_dump runs with npm run test:postgres15.\n');

interface Page {
  readonly candidates: readonly { readonly media: { readonly title: string } }[];
  readonly page: { readonly next_cursor: string | null };
}

interface Search {
  readonly cursor: string | null;
  readonly titles: readonly string[];
}

(binFolder === undefined ? describe.skip : describe)('a backup that is restored', () => {
  const environment = process.env;
  let before: TestApp;
  let after: TestApp;
  let restored: TestDatabase;
  let user: TestUser;
  /** The state of the search after its first page, which was read before the backup. */
  let firstPage: Search;

  async function readNext(app: TestApp, { cursor, titles }: Search): Promise<Search> {
    const request = { query: 'harbour', pagination: { limit: 1, ...(cursor && { cursor }) } };
    const { body } = await client(app).as(user).post<Page>('/intelligence/candidates:search', request, { expect: 200 });
    return { cursor: body.page.next_cursor, titles: [...titles, ...body.candidates.map(({ media }) => media.title)] };
  }

  beforeAll(async () => {
    before = await createTestApp();
    user = await createUser(before, { role: 'admin' });
    const films = ['One', 'Two', 'Three'].map((title) =>
      movie('Films', title, { overview: `The harbour of ${title}.` }),
    );
    await importCatalog(before, user, [library('Films'), ...films]);
    // Related items depend on the counts of words.
    await refreshLexicon(before);
    firstPage = await readNext(before, { cursor: null, titles: [] });
    restored = await createEmptyDatabase();
    const dump = execFileSync(join(binFolder ?? '', 'pg_dump'), ['--no-owner', before.database.url]);
    const options = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--dbname', restored.url];
    execFileSync(join(binFolder ?? '', 'psql'), options, { input: dump, stdio: ['pipe', 'ignore', 'inherit'] });
    after = await createTestApp({ peerOf: before, databaseUrl: () => restored.url });
  });
  afterAll(async () => {
    process.env = environment;
    await after.close();
    await restored.drop();
    await before.close();
  });

  it('keeps tokens and cursors valid, and gives the same context of an item', async () => {
    const { titles, cursor } = await readNext(after, await readNext(after, firstPage));
    expect({ titles: titles.toSorted(), cursor }).toEqual({ titles: ['One', 'Three', 'Two'], cursor: null });
    const path = `/intelligence/items/${mediaIdOf('movie', 'One')}/context`;
    const [oldAnswer, newAnswer] = [before, after].map((app) => client(app).as(user).post(path, {}, { expect: 200 }));
    expect((await newAnswer)?.body).toEqual((await oldAnswer)?.body);
  });

  it('has no drift between the catalog and the read model', async () => {
    const { jwtSecret } = after.config.auth;
    process.env = { ...environment, DATABASE_URL: restored.url, JWT_SECRET: jwtSecret, LOG_LEVEL: 'silent' };
    expect(JSON.parse(await runCommand([reconcile], ['reconcile', '--check']))).toMatchObject({ total: 0 });
  });

  it('finds items that are imported after the restore', async () => {
    await importCatalog(after, user, [movie('Films', 'Four', { overview: 'The harbour of Four.' })]);
    let all = await readNext(after, { cursor: null, titles: [] });
    while (all.cursor !== null) all = await readNext(after, all);
    expect(all.titles.toSorted()).toEqual(['Four', 'One', 'Three', 'Two']);
  });
});

(binFolder === undefined ? describe.skip : describe)('a backup of a database with separate roles', () => {
  let database: RoleDatabase;
  let restored: TestDatabase;

  const dump = (...options: string[]): Buffer =>
    execFileSync(join(binFolder ?? '', 'pg_dump'), [...options, '--no-owner', '--no-privileges', database.url], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });

  beforeAll(async () => {
    database = await createRoleDatabase();
    restored = await createEmptyDatabase();
  });
  afterAll(async () => {
    await restored.drop();
    await database.drop();
  });

  it('needs --enable-row-security, contains the rows of users, and gets roles after the restore', async () => {
    const app = await createTestApp({ databaseUrl: () => database.url, env: database.env });
    const user = await createUser(app);
    const run = { purpose: 'other', status: 'queued' };
    await client(app).as(user).put(`/intelligence/runs/${randomUUID()}`, run, { expect: 201 });
    await app.close();
    expect(() => dump()).toThrow(/Command failed/);
    const input = dump('--enable-row-security');
    const options = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--dbname', restored.url];
    execFileSync(join(binFolder ?? '', 'psql'), options, { input, stdio: ['pipe', 'ignore', 'inherit'] });
    const source = await new DataSource(dataSourceOptions({ url: restored.url })).initialize();
    expect(await source.query('SELECT count(*)::integer AS runs FROM intelligence_runs')).toEqual([{ runs: 1 }]);
    await source.destroy();
    await setUpRoles(onDatabase(database.urls, restored.name), () => undefined);
  });
});

function onDatabase({ migration, writer, reader }: RoleDatabase['urls'], name: string): RoleUrls {
  return {
    migration: withDatabase(migration, name),
    writer: withDatabase(writer, name),
    reader: withDatabase(reader, name),
  };
}
