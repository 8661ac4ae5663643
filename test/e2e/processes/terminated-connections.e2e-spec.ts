/** If the database ends connections at any moment, requests may fail with 503 or 504, and the process continues. */
import { Client } from 'pg';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie, sendImport } from '../../support/catalog/catalog';
import { client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { CompiledService, type ServiceProcess } from '../../support/programs/service-process';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const ROUNDS = 40;
const CLIENTS = 6;
const FILMS = Array.from({ length: CLIENTS }, (_, index) => `Film ${index}`);
/** The film of the requests that check the recovery. The clients under load do not write to it. */
const CHECKED_FILM = 'Film of the check';

/** Creates the data and the accounts. The tests send requests to other processes. */
let app: TestApp;
let admin: TestUser;
let compiled: CompiledService;
let database: Client;

beforeAll(async () => {
  [app, compiled] = await Promise.all([createTestApp({ workers: false }), CompiledService.compile()]);
  admin = await createUser(app, { role: 'admin' });
  await importCatalog(app, admin, [
    library('Films'),
    ...[...FILMS, CHECKED_FILM].map((title) => movie('Films', title)),
  ]);
  database = new Client({ connectionString: app.database.url });
  await database.connect();
});
afterAll(async () => {
  await compiled.remove();
  await database.end();
  await app.close();
});

/** Number of `REQUESTS` that are sent under load: all except the slow login. */
const UNDER_LOAD = 4;
const ENVIRONMENT = { CONCURRENCY_PER_USER: '100', WAITING_PER_USER: '1000', REFRESH_INTERVAL_MS: '100' };

/** Requests that use each kind of connection (look-ups of accounts, the read pool, the write pool), and COPY. */
const REQUESTS: readonly ((
  service: ServiceProcess,
  film: string,
  round: number,
) => Promise<{ status: number; body: object }>)[] = [
  (service, film) =>
    client(service)
      .as(admin)
      .post(`/intelligence/items/${mediaIdOf('movie', film)}/context`, {}),
  (service, film, round) =>
    client(service)
      .as(admin)
      .put(`/watch-states/${mediaIdOf('movie', film)}`, watched(round)),
  (service) => client(service).as(admin).post('/intelligence/candidates:search', { query: 'film' }),
  (service, film, round) =>
    sendImport(client(service).as(admin), [movie('Films', film, { year: 1900 + (round % 100) })]),
  (service) => client(service).post('/auth/login', { username: admin.username, password: admin.password }),
];

function watched(position_seconds: number): object {
  return { position_seconds, duration_seconds: 1_000_000 };
}

const readStatuses = (service: ServiceProcess): Promise<number[]> =>
  Promise.all(REQUESTS.map(async (request, index) => (await request(service, CHECKED_FILM, index)).status));

describe('connections that the database ends in the same packet as ReadyForQuery', () => {
  let proxy: TcpProxy;
  let service: ServiceProcess;

  beforeAll(async () => {
    proxy = await createTcpProxy(app.database.url);
    service = await compiled.start(app.config, { ...ENVIRONMENT, DATABASE_URL: proxy.url });
  });
  afterAll(async () => {
    await service.kill();
    await proxy.close();
  });

  it('make requests fail with 503, but do not end the process', async () => {
    expect(await readStatuses(service)).toEqual([200, 200, 200, 200, 200]);
    for (let round = 0; round < 5; round += 1) {
      proxy.endWhenReady(true);
      proxy.cut();
      const before = proxy.accepted;
      expect(new Set(await readStatuses(service))).toEqual(new Set([503]));
      expect(proxy.accepted).toBeGreaterThan(before);
      proxy.endWhenReady(false);
      await eventually(async () => (await readStatuses(service)).every((status) => status === 200), 60_000);
    }
    expect(service.isGone()).toBe(false);
  });
});

describe(`${ROUNDS} rounds that end some or all connections under load`, () => {
  let service: ServiceProcess;
  let answered = 0;
  let isOver = false;
  const statusCounts = new Map<number, number>();
  /** The last confirmed position of each film. */
  const confirmed = new Map<string, number>();
  /** The later positions of each film whose outcome is unknown. */
  const unknown = new Map<string, Set<number>>();
  /** Confirmed positions that a later read did not find. */
  const lost: object[] = [];

  beforeEach(async () => {
    answered = 0;
    isOver = false;
    lost.length = 0;
    for (const record of [statusCounts, confirmed, unknown]) record.clear();
    service = await compiled.start(app.config, ENVIRONMENT);
  });
  afterEach(async () => {
    isOver = true;
    await service.kill();
  });

  /** Sends requests about a film, each kind in turn. */
  async function ask(film: string): Promise<void> {
    for (let round = 1; !isOver; round += 1) {
      const kind = round % UNDER_LOAD;
      const { status, body } = (await REQUESTS[kind]?.(service, film, round)) ?? { status: 0, body: {} };
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
      if (kind === 0 && status === 200) checkPosition(film, body);
      if (kind === 1) recordWrite(film, round, status);
      if (status === 504) expect(body).toMatchObject({ applied: 'unknown' });
      answered += 1;
    }
  }

  /** A 504 says that the outcome is unknown. After any other error, the write was not stored. */
  function recordWrite(film: string, position: number, status: number): void {
    if (status === 200) {
      confirmed.set(film, position);
      unknown.delete(film);
    } else if (status === 504) unknown.set(film, (unknown.get(film) ?? new Set()).add(position));
  }

  /** Checks that a film has its last confirmed position, or a later one whose outcome is unknown. */
  function checkPosition(film: string, context: object): void {
    const position = confirmed.get(film);
    if (position === undefined) return;
    const { item } = context as { item: { watch_state: { position_seconds: number } | null } };
    const stored = item.watch_state?.position_seconds ?? 0;
    if (stored !== position && unknown.get(film)?.has(stored) !== true) lost.push({ film, position, stored });
  }

  /** Ends each connection of the service with this probability. */
  async function terminate(probability: number): Promise<void> {
    await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'intelligence%'
          AND random() < $1`,
      [probability],
    );
  }

  it('leave the process running, and lose no confirmed write', async () => {
    const clients = Promise.all(FILMS.map(ask));
    for (let round = 0; round < ROUNDS; round += 1) {
      const next = answered + Math.ceil(Math.random() * 8);
      await eventually(() => answered >= next || service.isGone());
      await terminate(round % 2 === 0 ? 1 : 0.4);
    }
    isOver = true;
    await clients;
    await eventually(async () => (await readStatuses(service)).every((status) => status === 200), 60_000);
    expect(service.isGone()).toBe(false);
    expect([...statusCounts.keys()].filter((status) => ![200, 503, 504].includes(status))).toEqual([]);
    expect(statusCounts.get(503)).toBeGreaterThan(0);
    expect(confirmed.size).toBeGreaterThan(0);
    for (const film of confirmed.keys()) {
      const path = `/intelligence/items/${mediaIdOf('movie', film)}/context`;
      checkPosition(film, (await client(service).as(admin).post(path, {}, { expect: 200 })).body);
    }
    expect(lost).toEqual([]);
  });
});
