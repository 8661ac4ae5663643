import { fork, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { CatalogImportService } from '../../src/catalog/catalog-import.service';
import { LibraryScanService } from '../../src/catalog/scanner/library-scan.service';
import { armDemoBreakPoints, DEMO_BREAK_POINTS, type DemoBreakPoint } from '../../src/demo/demo-break-point';
import { DemoPlanner } from '../../src/demo/demo-planner';
import { DemoRunner } from '../../src/demo/demo-runner';
import { DEMO_SETTINGS, type DemoSettings } from '../../src/demo/demo-settings';
import { DemoRepository } from '../../src/demo/demo.repository';
import { DemoService } from '../../src/demo/demo.service';
import { DemoStore } from '../../src/demo/demo.store';
import { ProviderClient } from '../../src/demo/provider/provider-client';
import { type DecoyTree, fillDecoyDatabase, hashDatabase, makeDecoyTree } from '../support/decoy';
import { expectAgreement } from '../support/demo-agreement';
import { type DemoPlace, makeDemoPlace, type RunningDemo } from '../support/demo-app';

/** `DEMO_SEQUENCES=500` for the whole proof; the sequences of a run are others each time. */
const SEQUENCES = Number(process.env['DEMO_SEQUENCES'] ?? 60);
const OPTIONS = JSON.stringify({
  quirks: ['multi_episode', 'duplicates', 'nfo', 'unicode'],
  libraries: [
    { library_kind: 'movies', name: 'Films' },
    { library_kind: 'movies', name: 'More films', movie_count: 5 },
    { library_kind: 'series', name: 'Series', seasons_per_series: [1, 1], episodes_per_season: [1, 2] },
  ],
});
const ENV = { SERVICE_DEMO_OPTIONS: OPTIONS, SERVICE_DEMO_MOVIE_COUNT: '4', SERVICE_DEMO_SERIES_COUNT: '1' };

/** Places that only a command on a tree that stands already passes. */
const OF_RESETS: readonly DemoBreakPoint[] = ['clearing', 'cleared', 'removing', 'removed'];

describe('a demo that dies', () => {
  let place: DemoPlace;
  let decoy: DecoyTree;
  let before: { tree: string; database: string };

  beforeAll(async () => {
    place = await makeDemoPlace();
    decoy = makeDecoyTree();
    await fillDecoyDatabase(place.main.url);
    before = { tree: decoy.hash(), database: await hashDatabase(place.main.url) };
  });

  afterAll(async () => {
    expect(decoy.hash()).toBe(before.tree);
    expect(await hashDatabase(place.main.url)).toBe(before.database);
    decoy.remove();
    await place.close();
  });

  afterEach(() => armDemoBreakPoints(null));

  /** Starts a process that dies at the break point; settles when it is gone, or ready without having died. */
  async function runUntilDeath(failAt: DemoBreakPoint, command: 'seed' | 'reset'): Promise<boolean> {
    const child = startProcess(place, failAt);
    const gone = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
    const url = new Promise<string>((resolve) =>
      child.once('message', (message: { url: string }) => resolve(message.url)),
    );
    try {
      const address = await Promise.race([gone, url]);
      if (address === true || command === 'seed') return await Promise.race([gone, settled(place, child)]);
      await settled(place, child);
      await post(String(address), '/admin/demo/reset', { movie_count: 1 });
      return await Promise.race([gone, settled(place, child)]);
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
  }

  it.each(DEMO_BREAK_POINTS)('by kill -9 at %s recovers at the next start', async (failAt) => {
    await removeDemo(place);
    const command = OF_RESETS.includes(failAt) ? 'reset' : 'seed';
    const died = await runUntilDeath(failAt, command);
    expect([failAt, died]).toEqual([failAt, true]);
    const demo = await place.start(ENV);
    try {
      expect(await demo.settle()).toMatchObject({ state: 'ready', job: null });
      const client = await place.connect();
      await expectAgreement(client, place.root);
      await client.end();
    } finally {
      await demo.close();
    }
  });

  it(`${SEQUENCES} times in random commands ends in agreement, and grows by steps to what it is at once`, async () => {
    const demo = await place.start(ENV);
    const client = await place.connect();
    const trees = new Map<string, unknown>();
    try {
      await demo.settle();
      const size = fc.record({ movies: fc.integer({ min: 1, max: 6 }), series: fc.integer({ min: 1, max: 2 }) });
      const step = fc.record({
        kind: fc.constantFrom('reset' as const, 'resize' as const),
        size,
        crash: fc.option(
          fc.record({ at: fc.constantFrom(...DEMO_BREAK_POINTS), pass: fc.integer({ min: 1, max: 8 }) }),
        ),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 2 }), size, async (steps, last) => {
          for (const { kind, size: wanted, crash } of steps) {
            await runInstance(demo, kind, wanted, crash);
            await expectAgreement(client, place.root);
          }
          await runInstance(demo, 'resize', last, null);
          const tree = await expectAgreement(client, place.root);
          const key = JSON.stringify(last);
          if (!trees.has(key)) trees.set(key, tree);
          expect(tree).toEqual(trees.get(key));
        }),
        { numRuns: SEQUENCES, endOnFailure: true },
      );
    } finally {
      await client.end();
      await demo.close();
    }
  }, 900_000);
});

/**
 * Runs a command on an instance of its own that stops for good at a break point, as if its process had died: nothing of
 * it writes any more. Then another instance starts. Dead processes themselves are the tests' above.
 */
async function runInstance(
  demo: RunningDemo,
  kind: 'reset' | 'resize',
  { movies, series }: { movies: number; series: number },
  crash: { at: DemoBreakPoint; pass: number } | null,
): Promise<void> {
  const first = new Instance(demo);
  let passes = 0;
  armDemoBreakPoints((name) => {
    if (name !== crash?.at) return;
    passes += 1;
    if (passes === crash.pass) first.die();
  });
  await first.run(kind, movies, series);
  armDemoBreakPoints(null);
  const second = new Instance(demo);
  await second.recover();
}

class Instance {
  private readonly service: DemoService;
  private readonly stopping: AbortController;

  constructor(demo: RunningDemo) {
    const get = <T>(type: abstract new (...args: never[]) => T): T => demo.app.get<T>(type, { strict: false });
    const settings = demo.app.get<DemoSettings>(DEMO_SETTINGS, { strict: false });
    const [store, repository, provider] = [get(DemoStore), get(DemoRepository), get(ProviderClient)];
    const runner = new DemoRunner(
      settings,
      store,
      repository,
      get(DemoPlanner),
      get(LibraryScanService),
      get(CatalogImportService),
    );
    this.service = new DemoService(settings, store, repository, runner, provider);
    // What a dying process does not do any more is said to nobody, so the test has to reach for it.
    this.stopping = (this.service as unknown as { stopping: AbortController }).stopping;
  }

  die(): never {
    const death = new Error('dead');
    this.stopping.abort(death);
    throw death;
  }

  async run(kind: 'reset' | 'resize', movies: number, series: number): Promise<void> {
    const { status } = await this.service[kind]({ movie_count: movies, series_count: series }, { waitMs: 60_000 });
    if (!this.stopping.signal.aborted) expect(status).toMatchObject({ state: 'ready', job: null });
  }

  async recover(): Promise<void> {
    await this.service.onApplicationBootstrap();
    await (this.service as unknown as { running: Promise<void> }).running;
    const { status } = await this.service.getStatus();
    expect(status).toMatchObject({ state: 'ready', job: null });
  }
}

function startProcess(place: DemoPlace, failAt: DemoBreakPoint): ChildProcess {
  return fork(join(__dirname, '../support/demo-program.ts'), {
    execArgv: ['-r', join(__dirname, '../support/typescript-hook.js')],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], ...place.environment(ENV), FAIL_AT: failAt },
  });
}

/** False once the demo's state is at rest; the process may die before. */
async function settled(place: DemoPlace, child: ChildProcess): Promise<boolean> {
  const client = await place.connect();
  try {
    while (child.exitCode === null && child.signalCode === null) {
      const { rows } = await client.query(`SELECT state FROM demo.state`);
      if (rows[0]?.state === 'ready' || rows[0]?.state === 'failed') return await diesWithin(child, 1000);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return true;
  } finally {
    await client.end();
  }
}

/** Whether the process is gone by then: the last break point is passed when the state is at rest already. */
function diesWithin(child: ChildProcess, milliseconds: number): Promise<boolean> {
  if (child.signalCode !== null) return Promise.resolve(true);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), milliseconds);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

async function post(url: string, path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const credentials = JSON.stringify({ username: 'demo', password: 'demodemo' });
  const login = await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body: credentials });
  const { access_token: token } = (await login.json()) as { access_token: string };
  await fetch(`${url}/api/v1${path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function removeDemo(place: DemoPlace): Promise<void> {
  await place.dropDatabase();
  rmSync(place.root, { recursive: true, force: true });
}
