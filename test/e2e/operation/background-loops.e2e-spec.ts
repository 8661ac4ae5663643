import { Client } from 'pg';
import * as users from '../../../src/cli/accounts/users.command';
import { BackgroundLoop } from '../../../src/common/processes/background-loops';
import { findFreePort } from '../../support/network/free-port';
import { createUser } from '../../support/accounts/accounts';
import { type ApiClient, client } from '../../support/requests/client';
import { runCommand } from '../../support/app/command';
import { eventually } from '../../support/eventually';
import { createTestApp, type TestApp } from '../../support/app/test-app';
import { watchedLogger } from '../../support/app/watched-logger';

/** A fault that makes the work of a loop fail. It does not affect the other checks of readiness. */
interface Fault {
  /** Statements that cause the fault. */
  readonly make: string;
  /** A statement that ends the fault, and does nothing if there is no fault. */
  readonly mend: string;
}

const LIBRARY = '8f14e45f-ceea-467f-a9c4-5f1d5c6f1b2a';

/** A library whose words are not counted yet. */
const UNCOUNTED = '6f1ed002-ab59-4d3c-8a77-3d8f4b0c1c5e';

const FAULTS: Readonly<Record<string, Fault>> = {
  lexicon: withoutTable('intelligence_lexicon_state'),
  reconcile: withoutTable('intelligence_artifact_counts'),
  'request-counts': withoutTable('rate_limit_counters'),
  // No refresh can remove this item from the queue.
  refresh: {
    make: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
             $$BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = 'serialization_failure'; END$$;
           CREATE TRIGGER refuse_tg BEFORE DELETE ON intelligence_dirty_keys FOR EACH ROW EXECUTE FUNCTION refuse();
           INSERT INTO libraries (library_id, name, library_kind) VALUES ('${LIBRARY}', 'Films', 'movies');
           INSERT INTO intelligence_dirty_keys (library_id, media_id, reason)
           VALUES ('${LIBRARY}', gen_random_uuid(), 'test')`,
    mend: 'DROP FUNCTION IF EXISTS refuse CASCADE',
  },
};
const LOOPS = Object.keys(FAULTS);
/** The fault of the loop `lexicon-count`. Not in `FAULTS`: this loop does not run while the loop `lexicon` fails. */
const LEXICON_COUNT_FAULT = withoutTable('intelligence_lexicon');

interface Line {
  level: string;
  context?: string;
  msg: string;
  err?: { code?: string };
}

interface Readiness {
  checks: { background_loops: { status: string; failing: { loop: string; failures: number; seconds: number }[] } };
}

let app: TestApp;
let api: ApiClient;
let database: Client;
let metricsPort: number;
const lines: Line[] = [];

beforeAll(async () => {
  metricsPort = await findFreePort();
  app = await createTestApp({
    env: {
      METRICS_PORT: String(metricsPort),
      RATE_LIMIT_PER_MINUTE: '1000',
      REFRESH_INTERVAL_MS: '200',
      RECONCILE_INTERVAL_MS: '1000',
    },
    logger: watchedLogger((line) => lines.push(JSON.parse(line) as Line)),
  });
  api = client(app).as(await createUser(app));
  database = new Client({ connectionString: app.database.url });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await app.close();
});
beforeEach(() => lines.splice(0));
// A test that fails leaves no fault to the next test.
afterEach(async () => {
  for (const { mend } of Object.values(FAULTS)) await database.query(mend);
  await database.query(LEXICON_COUNT_FAULT.mend);
  await database.query(`ALTER DATABASE ${app.database.name} CONNECTION LIMIT -1`);
});

/** Returns the failing loops in the answer of readiness, with their numbers of consecutive failures. */
async function readFailures(): Promise<Map<string, number>> {
  const { body } = await client(app).get('/health/ready');
  const { status, failing: loops } = (body as unknown as Readiness).checks.background_loops;
  expect(status).toBe(loops.length === 0 ? 'up' : 'down');
  return new Map(loops.map(({ loop, failures }) => [loop, failures]));
}

async function metric(name: string, loop: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name}{loop="${loop}"}`));
  return Number(line?.split(' ').at(-1));
}

const linesOf = (loop: string, level: string): Line[] =>
  lines.filter((line) => line.level === level && line.msg.startsWith(`The loop "${loop}" `));

/**
 * Sends enough requests of one caller that the loop `request-counts` has work, and so can fail or succeed. Each minute
 * begins without counts, so tests repeat these requests.
 */
async function makeRequests(): Promise<void> {
  for (let request = 0; request < 10; request += 1) await api.get('/auth/me');
}

async function allRecovered(): Promise<boolean> {
  const failures = await readFailures();
  if (failures.has('request-counts')) await makeRequests();
  return failures.size === 0;
}

test('readiness, metrics and one line of the log show each loop that fails repeatedly', async () => {
  for (const { make } of Object.values(FAULTS)) await database.query(make);
  await eventually(async () => {
    const failures = await readFailures();
    const isFailing = (loop: string): boolean => (failures.get(loop) ?? 0) >= 3;
    if (!isFailing('request-counts')) await makeRequests();
    return LOOPS.every(isFailing);
  }, 60_000);
  // Failing loops do not make the instance unready.
  await eventually(async () => (await client(app).get('/health/ready')).status === 200);
  for (const loop of LOOPS) {
    expect([loop, (await metric('intelligence_background_loop_consecutive_failures', loop)) >= 3]).toEqual([
      loop,
      true,
    ]);
    const logged = linesOf(loop, 'error').map(({ context, err }) => [context, err?.code]);
    expect([loop, logged]).toEqual([loop, [['BackgroundLoop', expect.stringMatching(/^(42P01|40001)$/)]]]);
  }
  const others = lines.filter(({ level, msg }) => ['error', 'warn'].includes(level) && !msg.startsWith('The loop "'));
  expect(others).toEqual([]);

  for (const { mend } of Object.values(FAULTS)) await database.query(mend);
  await eventually(allRecovered, 60_000);
  for (const loop of LOOPS) {
    expect([loop, linesOf(loop, 'error').length, linesOf(loop, 'info').length]).toEqual([loop, 1, 1]);
    expect([loop, await metric('intelligence_background_loop_consecutive_failures', loop)]).toEqual([loop, 0]);
    expect([loop, (await metric('intelligence_background_loop_failures_total', loop)) >= 3]).toEqual([loop, true]);
  }
});

test('readiness shows that words cannot be counted, and that the refresh listener has no connection', async () => {
  await database.query(LEXICON_COUNT_FAULT.make);
  await database.query(
    `INSERT INTO libraries (library_id, name, library_kind, revision) VALUES ('${UNCOUNTED}', 'Films', 'movies', 1)`,
  );
  await database.query(`ALTER DATABASE ${app.database.name} CONNECTION LIMIT 0`);
  await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'intelligence-refresh'`,
  );
  await eventually(async () => (await readFailures()).has('refresh-listener'), 60_000);
  await database.query(`ALTER DATABASE ${app.database.name} CONNECTION LIMIT -1`);
  await eventually(async () => !(await readFailures()).has('refresh-listener'), 60_000);
  await eventually(async () => (await readFailures()).has('lexicon-count'), 60_000);
  await database.query(LEXICON_COUNT_FAULT.mend);
  await eventually(allRecovered, 60_000);
});

describe('the loops are started', () => {
  let start: jest.SpyInstance;
  beforeEach(() => (start = jest.spyOn(BackgroundLoop.prototype, 'start')));
  afterEach(() => start.mockRestore());

  const startedLoops = (): string[] => start.mock.contexts.map((loop) => (loop as BackgroundLoop).name).sort();

  test('by a server', async () => {
    const second = await createTestApp({ peerOf: app, env: { RATE_LIMIT_PER_MINUTE: '1000' } });
    expect(startedLoops()).toEqual([
      'expired-keys',
      'key-uses',
      'lexicon',
      'reconcile',
      'rederive',
      'refresh',
      'refresh-listener',
      'request-counts',
    ]);
    await second.close();
  });

  test('not by a server without workers', async () => {
    const withoutWorkers = await createTestApp({ peerOf: app, workers: false, env: { RATE_LIMIT_PER_MINUTE: '1000' } });
    await client(withoutWorkers).get('/health/ready', { expect: 200 });
    expect(startedLoops()).toEqual([]);
    await withoutWorkers.close();
  });

  test('not by a command', async () => {
    const environment = process.env;
    process.env = { ...environment, DATABASE_URL: app.database.url, DERIVATION_THREADS: '0' };
    try {
      await runCommand([users], ['users', 'list']);
    } finally {
      process.env = environment;
    }
    expect(startedLoops()).toEqual([]);
  });
});

function withoutTable(name: string): Fault {
  const hidden = `hidden_${name}`;
  const rename = (from: string, to: string): string => `ALTER TABLE IF EXISTS ${from} RENAME TO ${to}`;
  return { make: rename(name, hidden), mend: rename(hidden, name) };
}
