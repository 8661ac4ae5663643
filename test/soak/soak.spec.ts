/** Two servers under load for an hour, or for `SOAK_MINUTES`, with an import in the middle. Nothing grows without end. */
import { readdirSync, readFileSync } from 'node:fs';
import { library, movie } from '../support/catalog';
import { eventually } from '../support/eventually';
import { FaultWorld } from '../faults/fault-world';
import { History } from '../faults/history';
import { makeRegisters, type Register } from '../faults/registers';

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? '60');
const SAMPLES = 60;
const IMPORTED_FILMS = 20_000;
/** What a server may have more at the end than after its first third: caches fill, and V8 collects late. */
const MEMORY_MAX_GROWTH = 1.3;
const HANDLES_MAX_GROWTH = 10;

/** Resources at a moment. */
interface Sample {
  readonly residentMb: number;
  readonly handles: number;
  readonly connections: number;
}

let world: FaultWorld;
const history = new History();
const samples: Sample[] = [];
let isOver = false;
let value = 0;

beforeAll(async () => {
  world = await FaultWorld.create();
});
afterAll(() => world.close());

async function sample(): Promise<Sample> {
  const ids = world.servers.map(({ pid }) => pid);
  const [row] = await world.cluster.query<{ count: number }>(
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

/** One client: writes, reads what it wrote, and searches. */
async function use(register: Register, place: number): Promise<void> {
  for (let turn = place; !isOver; turn += 1) {
    const [server, other] = turn % 2 === 0 ? world.servers : [world.servers[1], world.servers[0]];
    const written = (value += 1);
    const outcome = await register.write(world.sender(server), written);
    history.note(register.name, written, outcome);
    const read = await register.read(world.sender(other));
    if (read !== undefined)
      expect([register.name, history.judge(register.name, read)]).toEqual([register.name, 'fine']);
    await world.sender(other)('POST', '/intelligence/candidates:search', { query: `film ${turn % 500} of the batch` });
    history.settle(register.name, read ?? null);
  }
}

async function importFilms(): Promise<void> {
  const films = Array.from({ length: IMPORTED_FILMS }, (_, place) =>
    movie('Soak', `Film ${place}`, { overview: `The film of number ${place} and of nothing else.` }),
  );
  const lines = [library('Soak'), ...films].map((record) => JSON.stringify(record)).join('\n');
  const answer = await world.sender(world.servers[0], 600_000)('POST', '/admin/catalog/import', lines);
  expect(answer?.body).toMatchObject({ accepted: IMPORTED_FILMS + 1, rejected: 0 });
}

/** Median of a member over a part of the samples, as shares of all. */
function median(member: keyof Sample, from: number, to: number): number {
  const part = samples.slice(Math.floor(samples.length * from), Math.floor(samples.length * to));
  return part.map((each) => each[member]).sort((a, b) => a - b)[Math.floor(part.length / 2)] ?? 0;
}

it(
  `${MINUTES} minutes of load leave memory, handles and connections level`,
  async () => {
    const startedAt = performance.now();
    const working = Promise.all(makeRegisters().map(use));
    let importing: Promise<void> | null = null;
    for (let taken = 0; taken < SAMPLES; taken += 1) {
      const due = startedAt + ((taken + 1) / SAMPLES) * MINUTES * 60_000;
      // Time is the subject: the load lasts so long.
      await eventually(() => performance.now() >= due, MINUTES * 60_000);
      samples.push(await sample());
      if (taken === Math.floor(SAMPLES / 3)) importing = importFilms();
    }
    await importing;
    isOver = true;
    await working;
    const ratio = median('residentMb', 0.8, 1) / median('residentMb', 0.45, 0.65);
    const { confirmed, refused, unknown } = history.counts;
    process.stdout.write(
      `${JSON.stringify({ first: samples[0], middle: samples[SAMPLES / 2], last: samples.at(-1), ratio, confirmed, refused, unknown })}\n`,
    );
    expect(ratio).toBeLessThan(MEMORY_MAX_GROWTH);
    expect(median('handles', 0.8, 1) - median('handles', 0.1, 0.3)).toBeLessThan(HANDLES_MAX_GROWTH);
    expect(median('connections', 0.8, 1) - median('connections', 0.1, 0.3)).toBeLessThan(HANDLES_MAX_GROWTH);
    expect(confirmed).toBeGreaterThan(refused + unknown);
    expect(world.servers.map(({ starts }) => starts)).toEqual([1, 1]);
    expect(await world.countDrift()).toBe(0);
  },
  MINUTES * 60_000 + 600_000,
);
