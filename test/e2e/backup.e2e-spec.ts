import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as reconcile from '../../src/cli/database/reconcile.command';
import { createUser, type TestUser } from '../support/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../support/catalog';
import { client } from '../support/client';
import { runCommand } from '../support/command';
import { createEmptyDatabase, type TestDatabase } from '../support/test-database';
import { createTestApp, type TestApp } from '../support/test-app';

/** The programs of the server under test, which the embedded database lacks; `npm run test:postgres15` has them. */
const programs = process.env['TEST_POSTGRES_BIN'];
if (programs === undefined) process.stderr.write('Skipped: pg_dump runs with npm run test:postgres15.\n');

interface Page {
  readonly candidates: readonly { readonly media: { readonly title: string } }[];
  readonly page: { readonly next_cursor: string | null };
}

interface Search {
  readonly cursor: string | null;
  readonly titles: readonly string[];
}

(programs === undefined ? describe.skip : describe)('a backup that is restored', () => {
  const environment = process.env;
  let before: TestApp;
  let after: TestApp;
  let restored: TestDatabase;
  let user: TestUser;
  /** The cursor and the titles of a search, one candidate after the other. */
  let begun: Search;

  async function next(app: TestApp, { cursor, titles }: Search): Promise<Search> {
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
    begun = await next(before, { cursor: null, titles: [] });
    restored = await createEmptyDatabase();
    const dump = execFileSync(join(programs ?? '', 'pg_dump'), ['--no-owner', before.database.url]);
    const options = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--dbname', restored.url];
    execFileSync(join(programs ?? '', 'psql'), options, { input: dump, stdio: ['pipe', 'ignore', 'inherit'] });
    after = await createTestApp({ beside: before, databaseUrl: () => restored.url });
  });
  afterAll(async () => {
    process.env = environment;
    await after.close();
    await restored.drop();
    await before.close();
  });

  it('keeps tokens and cursors valid, and answers the same', async () => {
    const { titles, cursor } = await next(after, await next(after, begun));
    expect({ titles: titles.toSorted(), cursor }).toEqual({ titles: ['One', 'Three', 'Two'], cursor: null });
    const path = `/intelligence/items/${mediaIdOf('movie', 'One')}/context`;
    const [old, present] = [before, after].map((app) => client(app).as(user).post(path, {}, { expect: 200 }));
    expect((await present)?.body).toEqual((await old)?.body);
  });

  it('has no drift between the catalog and the read model', async () => {
    const { jwtSecret } = after.config.auth;
    process.env = { ...environment, DATABASE_URL: restored.url, JWT_SECRET: jwtSecret, LOG_LEVEL: 'silent' };
    expect(JSON.parse(await runCommand([reconcile], ['reconcile', '--check']))).toMatchObject({ total: 0 });
  });

  it('takes changes', async () => {
    await importCatalog(after, user, [movie('Films', 'Four', { overview: 'The harbour of Four.' })]);
    let all = await next(after, { cursor: null, titles: [] });
    while (all.cursor !== null) all = await next(after, all);
    expect(all.titles.toSorted()).toEqual(['Four', 'One', 'Three', 'Two']);
  });
});
