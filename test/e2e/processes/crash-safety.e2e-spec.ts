import type { DataSource } from 'typeorm';
import { FAILPOINTS, type Failpoint } from '../../../src/common/failpoint';
import type { Config } from '../../../src/common/config/config';
import { CONFIG } from '../../../src/common/config/config.token';
import { Reconciler } from '../../../src/read-model/refresh/reconciler';
import { Refresher } from '../../../src/read-model/refresh/refresher';
import { type CatalogFixture, openCatalog } from '../../support/catalog/catalog-fixture';
import {
  episode,
  episodeId,
  library,
  libraryId,
  movie,
  movieId,
  season,
  series,
  seriesId,
  uuid,
  watched,
} from '../../support/catalog/catalog-records';
import { type CatalogRecord, sendImport } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { CompiledService, type ServiceProcess } from '../../support/programs/service-process';

/*
 * Kills a process of the service with SIGKILL at each failpoint, a named place between two steps of a write or of
 * background work. The database must then contain the state before or after the operation. The next process must
 * complete the work.
 */

const ADMIN = { username: 'crash-admin', password: 'a long enough password' };
const ABOUT_MOVIE = uuid(7, 1);
const ABOUT_EPISODE = uuid(7, 2);

const SEED = [
  library(1),
  library(2, { library_kind: 'series' }),
  movie(1, { title: 'Before', genres: ['Drama'], overview: 'A man crosses a river.' }),
  movie(2, { genres: ['Drama', 'Comedy'] }),
  series(1, { library_id: libraryId(2), title: 'Series before', genres: ['Western'] }),
  season(1, 1),
  ...[1, 2, 3].map((number) => episode(number, 1, 1)),
  watched('alice', movieId(2)),
  watched('alice', episodeId(2)),
];

const IMPORT = [
  movie(1, { title: 'After', genres: ['Comedy'], overview: 'A woman reads a letter.' }),
  movie(3, { title: 'New', genres: ['Musical'] }),
  series(1, { library_id: libraryId(2), title: 'Series after', genres: ['Drama'] }),
  watched('alice', movieId(1)),
];

const WRITE_POINTS: readonly Failpoint[] = [
  'transaction.begun',
  'changes.begun',
  'media.derived',
  'media.contexts-written',
  'media.documents-written',
  'media.marked-stale',
  'changes.dependents-marked',
  'changes.rows-written',
  'changes.artifacts-marked',
  'changes.counted',
  'transaction.committing',
  'transaction.committed',
];

const REMOVE_POINTS: readonly Failpoint[] = [
  ...([
    'transaction.begun',
    'changes.begun',
    'media.removed',
    'changes.rows-written',
    'changes.artifacts-marked',
  ] as const),
  ...(['changes.counted', 'transaction.committing', 'transaction.committed'] as const),
];

const REFRESH_POINTS: readonly Failpoint[] = [
  ...(['transaction.begun', 'refresh.claimed', 'media.derived', 'media.contexts-written'] as const),
  ...(['media.documents-written', 'refresh.derived', 'transaction.committing', 'transaction.committed'] as const),
];

let catalog: CatalogFixture;
let dataSource: DataSource;
let reconciler: Reconciler;
let compiled: CompiledService;
let config: Config;
/** A running process for the next test. */
let spare: Promise<ServiceProcess>;
let token: string;

beforeAll(async () => {
  [catalog, compiled] = await Promise.all([openCatalog(), CompiledService.compile()]);
  ({ dataSource } = catalog);
  reconciler = catalog.module.get(Reconciler);
  config = catalog.module.get<Config>(CONFIG);
  spare = start();
  const { body } = await client(await spare).post<{ access_token: string }>('/auth/login', ADMIN, { expect: 200 });
  token = body.access_token;
});

afterAll(async () => {
  await (await spare).kill();
  await compiled.remove();
  await catalog.close();
});

function start(): Promise<ServiceProcess> {
  return compiled.start(config, { ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password });
}

/** Returns a process to be killed, and starts the next one in the background. */
async function takeVictim(): Promise<ServiceProcess> {
  const victim = await spare;
  spare = start();
  return victim;
}

/** Creates the initial catalog, with an artifact about a movie and one about an episode. */
async function seed(service: ServiceProcess): Promise<void> {
  await catalog.clear();
  await dataSource.query('TRUNCATE intelligence_artifacts, intelligence_artifact_counts CASCADE');
  await catalog.importLines(SEED);
  for (const [artifactId, mediaId] of [
    [ABOUT_MOVIE, movieId(1)],
    [ABOUT_EPISODE, episodeId(1)],
  ] as const) {
    await client(service)
      .as(token)
      .put(`/intelligence/artifacts/${artifactId}`, artifactAbout(mediaId), { expect: 201 });
  }
}

function artifactAbout(mediaId: string, title = 'About it'): Record<string, unknown> {
  return { kind: 'summary', scope: 'global', media_id: mediaId, title, content: {} };
}

async function dump(): Promise<Record<string, unknown>> {
  const artifacts: unknown = await dataSource.query(
    `SELECT a.artifact_id, a.status, a.title, c.content,
            (SELECT count(*)::integer FROM intelligence_artifact_sources s WHERE s.artifact_id = a.artifact_id) AS sources,
            (SELECT sum(active_count)::integer FROM intelligence_artifact_counts) AS active
       FROM intelligence_artifacts a LEFT JOIN intelligence_artifact_contents c USING (partition_id, owner_key, artifact_id)
      ORDER BY a.artifact_id`,
  );
  return { ...(await catalog.dump()), artifacts };
}

/**
 * Waits for the end of the killed process's transactions, requires a consistent read model, and returns the content.
 */
async function dumpConsistent(): Promise<Record<string, unknown>> {
  await eventually(async () => (await countOpenTransactions()) === 0);
  expect((await reconciler.compare()).total).toBe(0);
  return dump();
}

/** Returns the number of transactions of killed processes that the database server has not ended yet. */
async function countOpenTransactions(): Promise<number> {
  const [row] = await dataSource.query<{ busy: number }[]>(
    `SELECT count(*)::integer AS busy FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND (state LIKE 'idle in transaction%' OR (state = 'active' AND query NOT LIKE '%pg_stat_activity%'))`,
  );
  return row?.busy ?? 0;
}

async function importInto(service: ServiceProcess, records: readonly CatalogRecord[]): Promise<void> {
  await sendImport(client(service).as(token), records);
}

/** Sends a request to a process that kills itself at the failpoint. */
async function killDuring(victim: ServiceProcess, point: Failpoint, request: () => Promise<unknown>): Promise<void> {
  await victim.dieAt(point);
  await request().then(
    () => undefined,
    () => undefined,
  );
  await victim.gone;
}

interface Operation {
  readonly name: string;
  readonly points: readonly Failpoint[];
  /** Requests the operation from a process. */
  readonly send: (service: ServiceProcess) => Promise<unknown>;
}

const OPERATIONS: readonly Operation[] = [
  { name: 'an import', points: WRITE_POINTS, send: (service) => importInto(service, IMPORT) },
  {
    name: 'the removal of a movie',
    points: REMOVE_POINTS,
    send: (service) =>
      client(service)
        .as(token)
        .delete(`/admin/catalog/items/${movieId(1)}`),
  },
  {
    name: 'the writing of an artifact',
    points: ['transaction.committing', 'transaction.committed'],
    send: (service) =>
      client(service)
        .as(token)
        .put(`/intelligence/artifacts/${ABOUT_EPISODE}`, artifactAbout(episodeId(1), 'Anew')),
  },
  {
    name: 'the invalidation of an artifact',
    points: ['transaction.committing', 'transaction.committed'],
    send: (service) =>
      client(service).as(token).post(`/intelligence/artifacts/${ABOUT_MOVIE}:invalidate`, { reason: 'wrong' }),
  },
];

describe.each(OPERATIONS)('a process that is killed during $name', ({ send, points }) => {
  let before: Record<string, unknown>;
  let after: Record<string, unknown>;

  beforeAll(async () => {
    const service = await spare;
    await seed(service);
    before = await dump();
    await send(service);
    after = await dump();
    expect(after).not.toEqual(before);
  });

  it.each(points)('at %s leaves the old or new state, and a repeated request gives the new state', async (point) => {
    const victim = await takeVictim();
    await seed(victim);
    await killDuring(victim, point, () => send(victim));
    const state = await dumpConsistent();
    expect(state).toEqual(point === 'transaction.committed' ? after : before);
    await send(await spare);
    expect(await dump()).toEqual(after);
  });
});

describe('a process that is killed during a refresh', () => {
  // A spare process would do the work before the process to be killed.
  beforeAll(async () => (await spare).kill());
  afterAll(() => {
    spare = start();
  });

  it.each(REFRESH_POINTS)('at %s leaves rows that are derived, or stale until a later refresh', async (point) => {
    const victim = await start();
    await seed(victim);
    await victim.dieAt(point);
    await catalog.importLines([series(1, { library_id: libraryId(2), title: 'Series after' })]);
    await victim.gone;
    await eventually(async () => (await countOpenTransactions()) === 0);
    expect((await reconciler.compare()).total).toBe(0);
    const expected =
      point === 'transaction.committed'
        ? { status: 'ready', queued: false, series: 'Series after' }
        : { status: 'stale', queued: true, series: 'Series before' };
    expect(await readChildren()).toEqual([expected, expected, expected, expected]);
    await catalog.module.get(Refresher).drain();
    expect(await countStale()).toBe(0);
    expect((await reconciler.compare()).total).toBe(0);
  });

  it('leaves work that the next process finds without a request', async () => {
    const victim = await start();
    await seed(victim);
    await victim.dieAt('refresh.claimed');
    await catalog.importLines([series(1, { library_id: libraryId(2), title: 'Series after' })]);
    await victim.gone;
    const next = await start();
    await eventually(async () => (await countStale()) === 0);
    await next.kill();
  });
});

describe('a process that is killed during a reconciliation', () => {
  it('leaves the differences queued for the next process', async () => {
    await seed(await spare);
    await (await spare).kill();
    const before = await dump();
    spare = compiled.start(config, { RECONCILE_INTERVAL_MS: '1000' });
    const victim = await spare;
    await victim.dieAt('reconcile.queued');
    await dataSource.query(`UPDATE intelligence_media_context SET source_hash = 'other' WHERE media_kind = 'movie'`);
    await victim.gone;
    expect((await reconciler.compare()).total).toBe(0);
    expect(await countStale()).toBeGreaterThan(0);
    spare = start();
    await spare;
    await eventually(async () => (await countStale()) === 0);
    // Artifacts are not compared, because the changed hash made artifacts about movies stale.
    expect({ ...(await dump()), artifacts: null }).toEqual({ ...before, artifacts: null });
  });
});

function readChildren(): Promise<{ status: string; queued: boolean; series: string }[]> {
  return dataSource.query(
    `SELECT c.status, q.media_id IS NOT NULL AS queued, c.media->'series'->>'title' AS series
       FROM intelligence_media_context c LEFT JOIN intelligence_dirty_keys q USING (library_id, media_id)
      WHERE c.series_id = $1`,
    [seriesId(1).slice('series:'.length)],
  );
}

async function countStale(): Promise<number> {
  const [row] = await dataSource.query<{ stale: number }[]>(
    `SELECT count(*)::integer AS stale FROM intelligence_media_context WHERE status = 'stale'`,
  );
  return row?.stale ?? 0;
}

describe('failpoints', () => {
  it('are all used by these tests', () => {
    const passed = new Set([...OPERATIONS.flatMap(({ points }) => points), ...REFRESH_POINTS, 'reconcile.queued']);
    expect(FAILPOINTS.filter((point) => !passed.has(point))).toEqual([]);
  });
});
