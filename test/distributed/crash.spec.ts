import { randomUUID } from 'node:crypto';
import { GLOBAL_OWNER } from '../../src/common/principal';
import { Reconciler } from '../../src/read-model/refresh/reconciler';
import { createUser, type TestUser } from '../support/accounts/accounts';
import {
  type ImportAnswer,
  importCatalog,
  library,
  mediaIdOf,
  movie,
  sendImport,
  uuidOf,
} from '../support/catalog/catalog';
import { type CitusCluster, startCitusCluster } from '../support/citus/citus-cluster';
import { type CitusDatabase, createDistributedDatabase } from '../support/citus/citus-database';
import type { CitusServer } from '../support/citus/citus-server';
import { type ApiResponse, client } from '../support/requests/client';
import { eventually } from '../support/eventually';
import { createTestApp, type TestApp } from '../support/app/test-app';

/** This test takes minutes and needs its own cluster. */
const onCluster = process.env['DISTRIBUTED_CRASH'] === '1' ? describe : describe.skip;
const TEST_MAX_MS = 300_000;

/** Number of writes before the crash, and the least number of writes after the recovery. */
const WRITES = 10;

interface Checks {
  readonly checks: { readonly database_nodes: { readonly status: string; readonly nodes: { status: string }[] } };
}

onCluster('the service on a cluster whose worker crashes during writes and reads', () => {
  jest.setTimeout(TEST_MAX_MS);
  let cluster: CitusCluster;
  let database: CitusDatabase;
  let app: TestApp;
  let admin: TestUser;
  /** Names of a library on the worker that crashes, and of a library on the worker that keeps running. */
  let lostFilms: string;
  let keptFilms: string;
  let crashed: CitusServer;
  /** A user whose library and own artifacts are on the worker that keeps running. */
  let reader: TestUser;

  beforeAll(async () => {
    cluster = await startCitusCluster();
    database = await createDistributedDatabase(cluster.url);
    app = await createTestApp({ databaseUrl: () => database.url });
    admin = await createUser(app, { role: 'admin' });
    [lostFilms, keptFilms] = await nameLibraries();
    crashed = await workerOf(uuidOf(lostFilms));
    await importCatalog(app, admin, [library(lostFilms), library(keptFilms), film(lostFilms, 0), film(keptFilms, 0)]);
    for (let isKept = false; !isKept; isKept = (await workerOf(reader.userId)) !== crashed) {
      reader = await createUser(app, { libraryIds: [uuidOf(keptFilms)] });
    }
  });
  afterAll(async () => {
    await app?.close();
    await cluster?.stop();
  });

  it('loses no acknowledged write, gives no outdated answer, and recovers without a restart', async () => {
    const progress = { sent: 0, lastAcknowledged: 0, stopped: false, answers: 0, refused: 0 };
    const write = async (): Promise<boolean> => {
      progress.sent += 1;
      const number = progress.sent;
      const answer = await importFilm(lostFilms, number);
      if (answer.status === 200 && answer.body.accepted === 1) progress.lastAcknowledged = number;
      else expect([200, 503]).toContain(answer.status);
      return progress.lastAcknowledged === number;
    };
    const readTitles = async (): Promise<void> => {
      while (!progress.stopped) {
        const least = progress.lastAcknowledged;
        const answer = await client(app)
          .as(admin)
          .post(`/intelligence/items/${mediaIdOf('movie', lostFilms)}/context`);
        if (answer.status === 200) {
          const shown = writeOf(answer);
          expect(shown).toBeGreaterThanOrEqual(least);
          expect(shown).toBeLessThanOrEqual(progress.sent);
          progress.answers += 1;
        } else {
          expect(answer.status).toBe(503);
          progress.refused += 1;
        }
      }
    };
    const readers = Promise.all([readTitles(), readTitles()]);
    try {
      while (progress.lastAcknowledged < WRITES) await write();
      const crash = crashed.stop();
      await write();
      await crash;
      expect(await write()).toBe(false);
      await requireAnswersOfOtherWorker();
      await eventually(() => progress.refused > 0);
      await crashed.start();
      await eventually(write, TEST_MAX_MS);
      const target = progress.sent + WRITES;
      while (progress.lastAcknowledged < target) await eventually(write);
    } finally {
      progress.stopped = true;
      await readers;
    }
    expect(progress.answers).toBeGreaterThan(WRITES);
    const last = await client(app)
      .as(admin)
      .post(`/intelligence/items/${mediaIdOf('movie', lostFilms)}/context`);
    expect(writeOf(last)).toBe(progress.lastAcknowledged);
    await eventually(async () => (await readReadiness()).checks.database_nodes.status === 'up');
    expect((await app.app.get(Reconciler).compare()).total).toBe(0);
  });

  /**
   * Checks the answers while one worker is down. Every read of the reader, except of one artifact by its id, needs only
   * the other worker and succeeds. The administrator sees all libraries and gets 503, or 200 for an item on the other
   * worker.
   */
  async function requireAnswersOfOtherWorker(): Promise<void> {
    const item = mediaIdOf('movie', keptFilms);
    const reads: [path: string, body?: object][] = [
      ['/intelligence/libraries/overview'],
      ['/intelligence/facets'],
      ['/intelligence/candidates:search', { query: 'lantern' }],
      ['/intelligence/items:browse', {}],
      ['/intelligence/items:next-up', {}],
      ['/intelligence/artifacts', {}],
      [`/intelligence/items/${item}/context`],
      [`/intelligence/items/${item}/related`],
    ];
    const statuses: [path: string, ofReader: number, ofAdmin: number][] = [];
    for (const [path, body = {}] of reads) {
      const ofReader = await client(app).as(reader).post(path, body);
      const ofAdmin = await client(app).as(admin).post(path, body);
      statuses.push([path, ofReader.status, ofAdmin.status]);
    }
    const isExpected = ([path, ofReader, ofAdmin]: [string, number, number]): boolean =>
      ofReader === 200 && (ofAdmin === 503 || (ofAdmin === 200 && path.includes(item)));
    expect(statuses.filter((each) => !isExpected(each))).toEqual([]);
    // The owner of an artifact is looked up on all workers.
    await client(app).as(reader).get(`/intelligence/artifacts/${randomUUID()}`, { expect: 503 });
    const state = await eventually(async () => {
      const { checks } = await readReadiness();
      return checks.database_nodes.status === 'down' && checks;
    });
    expect(state.database_nodes.nodes.filter(({ status }) => status === 'down')).toHaveLength(1);
  }

  async function readReadiness(): Promise<Checks> {
    return (await client(app).get<Checks & Record<string, unknown>>('/health/ready', { expect: 200 })).body;
  }

  function importFilm(name: string, write: number): Promise<ApiResponse<ImportAnswer>> {
    return sendImport(client(app).as(admin), [film(name, write)]);
  }

  /**
   * Returns the names of two libraries. Only the second is on the worker that stores the global artifacts without a
   * library. Every list of artifacts reads these artifacts.
   */
  async function nameLibraries(): Promise<[string, string]> {
    const kept = await workerOf(GLOBAL_OWNER);
    return [await nameLibrary((worker) => worker !== kept), await nameLibrary((worker) => worker === kept)];
  }

  async function nameLibrary(isWanted: (worker: CitusServer) => boolean): Promise<string> {
    for (let number = 0; ; number += 1) {
      const name = `Library ${number}`;
      if (isWanted(await workerOf(uuidOf(name)))) return name;
    }
  }

  /** Returns the worker with the rows of a library or of an owner. */
  async function workerOf(id: string): Promise<CitusServer> {
    const [row] = await database.query<{ port: number }>(
      `SELECT nodeport AS port FROM pg_dist_shard_placement
        WHERE shardid = get_shard_id_for_distribution_column('libraries', $1::uuid)`,
      [id],
    );
    const worker = cluster.workers.find(({ port }) => port === row?.port);
    if (worker === undefined) throw new Error('The shard is on no worker.');
    return worker;
  }
});

/** Returns the only film of a library. Its title contains the number of the write. */
function film(name: string, write: number): ReturnType<typeof movie> {
  return movie(name, name, { title: `Lantern ${write}`, overview: 'A captain waits.' });
}

function writeOf({ body }: ApiResponse): number {
  return Number((body as { item: { media: { title: string } } }).item.media.title.slice('Lantern '.length));
}
