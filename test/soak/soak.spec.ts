/**
 * Runs two servers under load for an hour, or for `SOAK_MINUTES` minutes. When a third of this time has passed, imports
 * a catalog. Fails if memory, handles or connections keep growing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { library, movie } from '../support/catalog/catalog';
import { eventually } from '../support/eventually';
import { TestedSystem } from '../faults/tested-system';
import { History } from '../faults/history';
import { makeRegisters, type Register, type Send } from '../faults/registers';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? '60');
const SAMPLES = 60;
const IMPORTED_FILMS = 20_000;
const IMPORT_MAX_MS = 600_000;
/** A client aborts a request after this time, in milliseconds. Under load, some requests take seconds. */
const PATIENCE_MS = 60_000;
/** Time limit for the start of the database and the servers, and for their first import. */
const START_MAX_MS = 600_000;
/**
 * Settings as in production. An empty value leaves a setting at its default. Without these settings, the tested system
 * would have shorter time budgets and no autovacuum, as in the fault suite.
 */
const SYSTEM_OPTIONS = {
  env: {
    REQUEST_BUDGET_MS: '',
    DATABASE_ACQUIRE_TIMEOUT_MS: '',
    DATABASE_WRITE_TIMEOUT_MS: '',
    WORK_THREADS: '',
    DERIVATION_THREADS: '',
    REFRESH_INTERVAL_MS: '',
  },
  databaseSettings: ['autovacuum=on', 'autovacuum_naptime=10s'],
  wantsSmallDisk: false,
};
/** Permitted ratio of the writes that were refused, or whose outcome is unknown, to the confirmed writes. */
const UNCONFIRMED_MAX = 0.01;
/** Permitted ratio of the memory at the end to the memory in the middle. V8 collects garbage late, so it is above 1. */
const MEMORY_MAX_GROWTH = 1.3;
/** Permitted growth of the number of handles, and of connections, from the first third to the end. */
const HANDLES_MAX_GROWTH = 10;

/** Resources at one time: memory and handles of the server that has more, and connections of both servers. */
interface Sample {
  readonly residentMb: number;
  readonly handles: number;
  readonly connections: number;
}

let system: TestedSystem;
const history = new History();
const samples: Sample[] = [];
/** Number of requests without a successful answer, by register, status and method. */
const refusals = new Map<string, number>();
let isOver = false;
let lastValue = 0;

beforeAll(async () => {
  system = await TestedSystem.create(SYSTEM_OPTIONS);
}, START_MAX_MS);
afterAll(() => system.close());

async function sample(): Promise<Sample> {
  const ids = system.servers.map(({ pid }) => pid);
  const [row] = await system.cluster.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE usename = 'service'`,
  );
  const resident = ids.map((id) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]));
  const handles = ids.map((id) => readdirSync(`/proc/${id}/fd`).length);
  return {
    residentMb: Math.max(...resident) / 1024,
    handles: Math.max(...handles),
    connections: row?.count ?? 0,
  };
}

/** Returns a function that sends requests of a register, and counts the requests without a successful answer. */
function countingSender(name: string, server: { readonly url: string }): Send {
  const send = system.sender(server, PATIENCE_MS);
  return async (...request) => {
    const answer = await send(...request);
    const key = `${name}: ${answer?.status ?? 'no answer'} to ${request[0]}`;
    if (answer === null || answer.status >= 300) refusals.set(key, (refusals.get(key) ?? 0) + 1);
    return answer;
  };
}

/** One client: writes a register, reads the register from the other server, and searches. */
async function use(register: Register, index: number): Promise<void> {
  for (let turn = index; !isOver; turn += 1) {
    const [server, other] = turn % 2 === 0 ? system.servers : [system.servers[1], system.servers[0]];
    const written = (lastValue += 1);
    const outcome = await register.write(countingSender(register.name, server), written);
    history.note(register.name, written, outcome);
    const read = await register.read(countingSender(register.name, other));
    if (read !== undefined)
      expect([register.name, history.judge(register.name, read)]).toEqual([register.name, 'fine']);
    const search = { query: `film ${turn % 500} of the batch` };
    await system.sender(other, PATIENCE_MS)('POST', '/intelligence/candidates:search', search);
    history.settle(register.name, read ?? null);
  }
}

/** Imports many films. As a client should, repeats an import that the service cannot take now. */
async function importFilms(): Promise<void> {
  const films = Array.from({ length: IMPORTED_FILMS }, (_, index) =>
    movie('Soak', `Film ${index}`, { overview: `The film of number ${index} and of nothing else.` }),
  );
  const lines = [library('Soak'), ...films].map((record) => JSON.stringify(record)).join('\n');
  const send = system.sender(system.servers[0], IMPORT_MAX_MS);
  const answer = await eventually(async () => {
    const attempt = await send('POST', '/admin/catalog/import', lines);
    return attempt?.status !== 429 && attempt?.status !== 503 && { body: attempt?.body };
  }, IMPORT_MAX_MS);
  expect(answer.body).toMatchObject({ accepted: IMPORTED_FILMS + 1, rejected: 0 });
}

/** Takes the samples at equal intervals, the last one after `MINUTES`. Stops early if the import fails. */
async function takeSamples(): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; index < SAMPLES && !isOver; index += 1) {
    const due = startedAt + ((index + 1) / SAMPLES) * MINUTES * 60_000;
    await eventually(() => isOver || performance.now() >= due, MINUTES * 60_000);
    if (!isOver) samples.push(await sample());
  }
}

const afterAThird = (): Promise<unknown> => eventually(() => isOver || samples.length > SAMPLES / 3, MINUTES * 60_000);

/** Median of a member from one part of the samples: 0.8 to 1 is the last fifth. */
function median(member: keyof Sample, from: number, to: number): number {
  const part = samples.slice(Math.floor(samples.length * from), Math.floor(samples.length * to));
  return part.map((each) => each[member]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
}

it(
  `memory, handles and connections do not keep growing in ${MINUTES} minutes of load`,
  async () => {
    const working = Promise.all(makeRegisters().map(use));
    // If a client fails, the test fails below.
    working.catch(() => undefined);
    try {
      await Promise.all([takeSamples(), afterAThird().then(importFilms)]);
    } finally {
      // Otherwise the clients would continue after a failure, and keep this process alive.
      isOver = true;
      await working;
    }
    const ratio = median('residentMb', 0.8, 1) / median('residentMb', 0.45, 0.65);
    const { confirmed, refused, unknown } = history.counts;
    process.stdout.write(
      `${JSON.stringify({ first: samples[0], middle: samples[SAMPLES / 2], last: samples.at(-1), ratio, confirmed, refused, unknown, refusals: Object.fromEntries(refusals) })}\n`,
    );
    expect(ratio).toBeLessThan(MEMORY_MAX_GROWTH);
    expect(median('handles', 0.8, 1) - median('handles', 0.1, 0.3)).toBeLessThan(HANDLES_MAX_GROWTH);
    expect(median('connections', 0.8, 1) - median('connections', 0.1, 0.3)).toBeLessThan(HANDLES_MAX_GROWTH);
    expect(refused + unknown).toBeLessThan(UNCONFIRMED_MAX * confirmed);
    expect(system.servers.map(({ starts }) => starts)).toEqual([1, 1]);
    expect(await system.countDrift()).toBe(0);
  },
  MINUTES * 60_000 + 600_000,
);
