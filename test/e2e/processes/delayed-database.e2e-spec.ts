/**
 * Tests two instances with a slow network to their database, and with a table that is locked for seconds. A confirmed
 * write is stored, a refused write is not, and an aborted write does not replace a later confirmed write.
 */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createUser, type TestUser } from '../../support/accounts/accounts';
import { importCatalog, library, mediaIdOf, movie } from '../../support/catalog/catalog';
import { type ApiResponse, client } from '../../support/requests/client';
import { eventually } from '../../support/eventually';
import { CompiledService, type ServiceProcess } from '../../support/programs/service-process';
import { createTcpProxy, type TcpProxy } from '../../support/network/tcp-proxy';
import { createTestApp, type TestApp } from '../../support/app/test-app';

const FILMS = Array.from({ length: 4 }, (_, index) => `Film ${index}`);
/** Number of rounds of each test. */
const ROUNDS = Number(process.env['DELAYED_ROUNDS'] ?? '1');
const WRITES = 3;
const DELAY_MS = 200;
/** Time budget of a write in milliseconds, five times the budget of a read. */
const BUDGET_MS = 2_500;

let app: TestApp;
let user: TestUser;
let compiled: CompiledService;
let proxies: TcpProxy[];
let services: ServiceProcess[];
let locks: Client;

beforeAll(async () => {
  [app, compiled] = await Promise.all([createTestApp({ workers: false }), CompiledService.compile()]);
  const admin = await createUser(app, { role: 'admin' });
  user = await createUser(app);
  await importCatalog(app, admin, [library('Films'), ...FILMS.map((title) => movie('Films', title))]);
  proxies = await Promise.all([createTcpProxy(app.database.url), createTcpProxy(app.database.url)]);
  services = await Promise.all(proxies.map(({ url }) => compiled.start(app.config, { ...LIMITS, DATABASE_URL: url })));
  locks = new Client({ connectionString: app.database.url });
  await locks.connect();
});
afterAll(async () => {
  await compiled.remove();
  await Promise.all(proxies.map((proxy) => proxy.close()));
  await locks.end();
  await app.close();
});

/** Limits that are low enough to take effect. The time budget is shorter than the locks. */
const LIMITS = {
  REQUEST_BUDGET_MS: String(BUDGET_MS / 5),
  DATABASE_ACQUIRE_TIMEOUT_MS: '2000',
  DATABASE_WRITE_TIMEOUT_MS: '10000',
  CONCURRENCY_PER_USER: '7',
};

interface Write {
  /** Names the stored value: the title of a film for its watch position, or `run:` and a run id for its summary. */
  readonly register: string;
  readonly position: number;
  readonly sentAt: number;
  outcome: 'confirmed' | 'refused' | 'unknown';
}

/** Sends a write and records its outcome. Aborts the write after `patienceMs`; then the outcome is unknown. */
async function write(register: string, position: number, patienceMs: number | null): Promise<Write> {
  const service = services[position % services.length];
  const sentWrite: Write = { register, position, sentAt: performance.now(), outcome: 'unknown' };
  const isRun = register.startsWith('run:');
  const path = isRun ? `/intelligence/runs/${register.slice(4)}` : `/watch-states/${mediaIdOf('movie', register)}`;
  const body = isRun
    ? { purpose: 'other', input_summary: String(position) }
    : { position_seconds: position, duration_seconds: 1_000_000 };
  // If the abort cuts the body of the answer, the outcome is unknown as well.
  const answer = await fetch(`${service?.url ?? ''}/api/v1${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: patienceMs === null ? null : AbortSignal.timeout(patienceMs),
  })
    .then(async (response) => ({ ok: response.ok, body: (await response.json()) as { applied?: string } }))
    .catch(() => null);
  if (answer?.ok === true) sentWrite.outcome = 'confirmed';
  else if (answer !== null && answer.body.applied !== 'unknown') sentWrite.outcome = 'refused';
  return sentWrite;
}

/** Repeats a read until it is answered within its budget. */
function untilAnswered<Body>(send: () => Promise<ApiResponse<Body>>): Promise<ApiResponse<Body>> {
  return eventually(async () => {
    const response = await send();
    return response.status < 500 && response;
  });
}

/** Reads the value of a register from one of the instances; null if it has no value. */
async function read(service: ServiceProcess, register: string): Promise<number | null> {
  const api = client(service).as(user);
  if (register.startsWith('run:')) {
    const { status, body } = await untilAnswered(() =>
      api.post<{ run: { input_summary: { text: string } } }>(`/intelligence/runs/${register.slice(4)}/audit`, {}),
    );
    return status === 404 ? null : Number(body.run.input_summary.text);
  }
  const { body } = await untilAnswered(() =>
    api.post<{ item: { watch_state: { position_seconds: number } | null } }>(
      `/intelligence/items/${mediaIdOf('movie', register)}/context`,
      {},
    ),
  );
  return body.item.watch_state?.position_seconds ?? null;
}

/** Writes increasing positions to one register. Aborts every third write. */
async function writeAll(register: string, first: number): Promise<Write[]> {
  const history: Write[] = [];
  for (let index = 0; index < WRITES; index += 1) {
    const patienceMs = index % 3 === 1 ? Math.ceil((Math.random() * BUDGET_MS) / 5) : null;
    history.push(await write(register, first + index, patienceMs));
  }
  return history;
}

/**
 * Returns the values that a register may have: the last confirmed value, or `before` if no write was confirmed, and
 * later values of unknown outcome.
 */
function possibleValues(history: readonly Write[], before: readonly (number | null)[]): (number | null)[] {
  const last = history.findLastIndex(({ outcome }) => outcome === 'confirmed');
  const base = last < 0 ? before : [history[last]?.position ?? null];
  return [...base, ...history.slice(last + 1).flatMap((each) => (each.outcome === 'unknown' ? [each.position] : []))];
}

async function countRunningStatements(): Promise<number> {
  const { rows } = await locks.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'intelligence'
        AND state <> 'idle'`,
  );
  return rows[0]?.count ?? 0;
}

/** Locks a table, or delays the network. The returned function ends the lock; `check` ends the delay. */
type Disturbance = () => Promise<() => Promise<void>>;

/**
 * Writes to all registers while the database is disturbed. Then compares the values on both instances with the history.
 */
async function check(registers: readonly string[], first: number, disturb: Disturbance): Promise<Write[]> {
  const before = await Promise.all(registers.map((register) => read(services[0] as ServiceProcess, register)));
  const end = await disturb();
  const writing = Promise.all(registers.map((register) => writeAll(register, first)));
  await end();
  const histories = await writing;
  for (const proxy of proxies) proxy.delay(0);
  await eventually(async () => (await countRunningStatements()) === 0);
  for (const service of services) {
    for (const [index, history] of histories.entries()) {
      const value = await read(service, registers[index] ?? '');
      expect({
        history,
        value: possibleValues(history, [before[index] ?? null]).includes(value) ? 'possible' : value,
      }).toEqual({
        history,
        value: 'possible',
      });
    }
  }
  return histories.flat();
}

const countOutcomes = (writes: readonly Write[], outcome: Write['outcome']): number =>
  writes.filter((each) => each.outcome === outcome).length;

test('with a slow network, every confirmed write is stored', async () => {
  const delay: Disturbance = () => {
    for (const proxy of proxies) proxy.delay(DELAY_MS / 2);
    return Promise.resolve(() => Promise.resolve());
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const runs = Array.from({ length: 2 }, () => `run:${randomUUID()}`);
    const writes = await check([...FILMS, ...runs], 1 + round * WRITES, delay);
    expect(countOutcomes(writes, 'confirmed')).toBeGreaterThan(0);
  }
});

test('a write that is refused while it waits for a lock is not stored after the lock ends', async () => {
  const lock: Disturbance = async () => {
    await locks.query('BEGIN; LOCK TABLE watch_states IN ACCESS EXCLUSIVE MODE');
    const started = performance.now();
    return async () => {
      // The lock must last longer than the budget of a request.
      await eventually(() => performance.now() - started > 1.4 * BUDGET_MS);
      await locks.query('ROLLBACK');
    };
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const writes = await check(FILMS, 100_000 + round * WRITES, lock);
    expect(countOutcomes(writes, 'refused')).toBeGreaterThan(0);
    expect(countOutcomes(writes, 'unknown')).toBeGreaterThan(0);
  }
});
