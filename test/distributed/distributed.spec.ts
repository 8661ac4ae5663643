import { randomBytes } from 'node:crypto';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options';
import { distribute } from '../../src/database/distribution/distribute';
import { ShardRouter } from '../../src/database/distribution/nodes/shard-router';
import { TABLE_DISTRIBUTION } from '../../src/database/distribution/table-distribution';
import * as entities from '../../src/database/entities';
import { ReadPool } from '../../src/database/read-pool';
import { setUpRoles } from '../../src/database/roles/set-up-roles';
import { migrate } from '../../src/database/schema/migrate';
import { createServedViews } from '../../src/database/schema/served-views';
import { Reconciler } from '../../src/read-model/refresh/reconciler';
import { Refresher } from '../../src/read-model/refresh/refresher';
import {
  type Answer,
  ask,
  isRefused,
  type Question,
  readsOf,
  refusedWritesOf,
} from '../e2e/isolation/leak-worlds/questions';
import { type Caller, prepareShownWorld, SHOWN_MEDIA } from '../e2e/isolation/leak-worlds/shown-world';
import { createUser, type TestUser } from '../support/accounts/accounts';
import { type ImportAnswer, importCatalog, library, movie, sendImport, uuidOf } from '../support/catalog/catalog';
import { type CitusDatabase, createCitusDatabase } from '../support/citus/citus-database';
import { type ApiResponse, client } from '../support/requests/client';
import { makeRoleUrls } from '../support/databases/role-database';
import { refreshLexicon } from '../support/catalog/refresh-lexicon';
import { SAMPLE_RECORDS } from '../support/catalog/samples';
import { createTestApp, type TestApp } from '../support/app/test-app';
import { excerpt, normalize, withLargestAnswer } from './compared-answers';
import { FreshnessRun } from './freshness-run';

/**
 * URL of the coordinator of a Citus cluster. By default, `distributed-setup.ts` starts a cluster and sets the variable.
 */
const CITUS_URL = process.env['CITUS_URL'] ?? '';
const onCitus = CITUS_URL === '' ? describe.skip : describe;

/** Number of writes that another server reads immediately. */
const FRESH_WRITES = Number(process.env['DISTRIBUTED_WRITES'] ?? 30);

/**
 * Number of concurrent writers: the maximum number of concurrent imports. Each writer has its own library, so that the
 * expected answers are known.
 */
const WRITERS = 3;

/** Only every fifth question is sent again through the coordinator and after changes. */
const SAMPLE_STEP = 5;

/** Only every n-th question is sent, where n is this number. */
const STEP = Number(process.env['DISTRIBUTED_STEP'] ?? 1);

const TEST_MAX_MS = 600_000 + FRESH_WRITES * 1000;

const ENVIRONMENT = { JWT_SECRET: randomBytes(48).toString('base64'), JWT_ACCESS_TTL_SECONDS: '86400' };

/** The users of one of the two databases. Both databases have the same data. */
interface World {
  readonly admin: TestUser;
  readonly callers: readonly Caller[];
}

describe('the distribution of tables', () => {
  it('contains every table', () => {
    const tables = getMetadataArgsStorage().tables.filter(
      ({ target, type }) => type === 'regular' && Object.values(entities).some((entity) => entity === target),
    );
    const others = ['media_directory', 'schema_migrations'];
    expect(Object.keys(TABLE_DISTRIBUTION).sort()).toEqual([...tables.map(({ name }) => name ?? ''), ...others].sort());
  });
});

onCitus('the service on the Citus cluster in CITUS_URL', () => {
  jest.setTimeout(TEST_MAX_MS);
  let database: CitusDatabase;
  let plain: TestApp;
  let distributed: TestApp;
  let plainWorld: World;
  let world: World;

  const open = (): Promise<TestApp> =>
    createTestApp({ workers: false, env: ENVIRONMENT, databaseUrl: () => database.url });

  beforeAll(async () => {
    database = await createCitusDatabase(CITUS_URL);
    await migrate(database.url);
    plain = await createTestApp({ workers: false, env: ENVIRONMENT });
    plainWorld = await prepare(plain);
    const loaded = await open();
    world = await prepare(loaded);
    await loaded.close();
  });
  afterAll(async () => {
    await distributed?.close();
    await plain?.close();
    await database?.drop();
  });

  it('distributes nothing if it is interrupted', async () => {
    const interrupt = (line: string): void => {
      if (line.includes('media_items')) throw new Error('interrupted');
    };
    await expect(distribute(database.url, interrupt)).rejects.toThrow('interrupted');
    expect(await listDistributed(database)).toEqual([]);
  });

  it('distributes nothing if the database has an unknown table', async () => {
    await database.query('CREATE TABLE stray (id integer)');
    await expect(distribute(database.url, () => undefined)).rejects.toThrow(/does not know: stray/);
    expect(await listDistributed(database)).toEqual([]);
    await database.query('DROP TABLE stray');
  });

  it('distributes a database with data, and changes nothing in a second call', async () => {
    const lines: string[] = [];
    const placed = await distribute(database.url, (line) => lines.push(line));
    expect(placed).toEqual(Object.keys(TABLE_DISTRIBUTION).filter((name) => TABLE_DISTRIBUTION[name] !== 'local'));
    expect(lines).toContain('Distributing media_items.');
    expect(await listDistributed(database)).toEqual([...placed].sort());
    expect(await distribute(database.url, () => undefined)).toEqual([]);
    distributed = await open();
  });

  it('does not repeat migrations on a distributed database, and can change its tables and views', async () => {
    expect(await migrate(database.url)).toEqual([]);
    const dataSource = new DataSource(dataSourceOptions({ url: database.url }));
    await dataSource.initialize();
    try {
      const runner = dataSource.createQueryRunner();
      const add = ['ALTER TABLE intelligence_media_context ADD COLUMN probe integer'];
      await createServedViews(runner, add);
      expect(await runner.query('SELECT probe FROM served_media_context LIMIT 1')).toEqual([{ probe: null }]);
      await createServedViews(runner, ['ALTER TABLE intelligence_media_context DROP COLUMN probe']);
      await runner.release();
    } finally {
      await dataSource.destroy();
    }
  });

  it('refuses separate roles, and says what to do', async () => {
    await expect(setUpRoles(makeRoleUrls(database.url), () => undefined)).rejects.toThrow(
      'only on a single PostgreSQL server: name the owner of the tables in DATABASE_URL, and unset DATABASE_READ_URL.',
    );
  });

  it('answers every read as one PostgreSQL server does', async () => {
    const { statistics } = distributed.app.get(ReadPool);
    const before = statistics.nodeReads;
    const answers = await compare(readsOf);
    expect(answers).toBeGreaterThan(200 / STEP);
    expect(statistics.nodeReads - before).toBeGreaterThan(answers / 2);
  });

  it('gives the same answers through the coordinator', async () => {
    const current = jest.spyOn(ShardRouter.prototype, 'current').mockReturnValue(null);
    try {
      expect(await compare(readsOf, SAMPLE_STEP)).toBeGreaterThan(40 / STEP);
      expect(current).toHaveBeenCalled();
    } finally {
      current.mockRestore();
    }
  });

  it('refuses the same writes as one PostgreSQL server does', async () => {
    // The caller `root` sees all libraries, and may create the absent ones.
    const ofRestricted = (caller: Caller): Question[] => (caller.name === 'root' ? [] : refusedWritesOf(caller));
    const accepted: string[] = [];
    const answers = await compare(ofRestricted, 1, (answer) => {
      if (!isRefused(answer)) accepted.push(answer.text);
    });
    expect(answers).toBeGreaterThan(0);
    expect(accepted).toEqual([]);
  });

  it('gives the same answers as one PostgreSQL server after imports, updates and removals', async () => {
    const records = [
      library('Added films'),
      ...Array.from({ length: 40 }, (_, index) =>
        movie('Added films', `Harbour lantern ${index}`, { year: 1950 + index }),
      ),
      movie('Shown films', 'The river winter', { genres: ['Drama'], overview: 'A captain waits for a lantern.' }),
    ];
    const answers = await Promise.all([
      importCatalog(plain, plainWorld.admin, records),
      importCatalog(distributed, world.admin, records),
    ]);
    expect(answers[1]).toEqual(answers[0]);
    await Promise.all([settle(plain), settle(distributed)]);
    await compare(readsOf, SAMPLE_STEP);
    for (const [app, { admin }] of [
      [plain, plainWorld],
      [distributed, world],
    ] as const) {
      const api = client(app).as(admin);
      await api.send('DELETE', `/admin/catalog/items/${SHOWN_MEDIA[0]}`, undefined, { expect: 204 });
      await api.send('DELETE', `/admin/catalog/libraries/${uuidOf('Added films')}`, undefined, { expect: 204 });
      await settle(app);
    }
    await compare(readsOf, SAMPLE_STEP);
    const [counted] = await database.query<{ items: string; listed: string }>(
      `WITH i AS (SELECT count(*) AS items FROM media_items), d AS (SELECT count(*) AS listed FROM media_directory)
       SELECT items, listed FROM i, d`,
    );
    expect(counted?.listed).toBe(counted?.items);
  });

  it('stores an item in only one library if two imports create it at the same time', async () => {
    const { admin } = world;
    await importCatalog(distributed, admin, [library('Left'), library('Right')]);
    const put = (name: string): Promise<ApiResponse<ImportAnswer>> =>
      sendImport(client(distributed).as(admin), [movie(name, 'One of two')], { expect: 200 });
    const answers = await Promise.all([put('Left'), put('Right')]);
    expect(answers.map(({ body }) => [body.accepted, body.rejected]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it('shows acknowledged writes in the next read of another server', async () => {
    const other = await createTestApp({ workers: false, peerOf: distributed, databaseUrl: () => database.url });
    try {
      const run = new FreshnessRun(distributed, other, world.admin);
      const { writes, stale, concurrent, torn } = await run.write(FRESH_WRITES, WRITERS);
      process.stdout.write(`${writes} writes, ${stale} stale reads; ${concurrent} concurrent reads, ${torn} torn\n`);
      expect({ stale, torn }).toEqual({ stale: 0, torn: 0 });
      expect(writes).toBeGreaterThanOrEqual(FRESH_WRITES);
    } finally {
      await other.close();
    }
  });

  it('has no drift after all writes', async () => {
    const report = await distributed.app.get(Reconciler).compare();
    expect(report.total).toBe(0);
  });

  /**
   * Sends every n-th question of each caller to both databases; n is `step` times `STEP`. Requires equal answers,
   * passes those of one PostgreSQL server to `check`, and returns their number.
   */
  async function compare(
    questionsOf: (caller: Caller) => Question[],
    step = 1,
    check: (answer: Answer) => void = () => undefined,
  ): Promise<number> {
    let answers = 0;
    const differences: string[] = [];
    for (const [index, caller] of plainWorld.callers.entries()) {
      const other = world.callers[index];
      if (other === undefined) throw new Error('The two worlds have different callers.');
      const questions = questionsOf(other);
      for (const [place, question] of questionsOf(caller).entries()) {
        if (place % (step * STEP) !== 0) continue;
        const answer = await ask(plain, withLargestAnswer(question));
        check(answer);
        const expected = normalize(answer.text, plainWorld.callers);
        const actual = normalize(
          (await ask(distributed, withLargestAnswer(questions[place] ?? question))).text,
          world.callers,
        );
        if (actual !== expected) differences.push(excerpt(expected, actual));
        answers += 1;
      }
    }
    expect(differences).toEqual([]);
    return answers;
  }
});

async function prepare(app: TestApp): Promise<World> {
  const admin = await createUser(app, { username: 'root', role: 'admin' });
  const callers = await prepareShownWorld(app, admin);
  await importCatalog(app, admin, SAMPLE_RECORDS);
  await settle(app);
  return { admin, callers: [...callers, { name: 'root', user: admin }] };
}

/** Does the work of the background loops of a server. */
async function settle(app: TestApp): Promise<void> {
  await app.app.get(Refresher).drain();
  await refreshLexicon(app);
}

async function listDistributed(database: CitusDatabase): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    `SELECT logicalrelid::regclass::text AS name FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'`,
  );
  return rows.map(({ name }) => name).sort();
}
