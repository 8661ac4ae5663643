import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import type { Client } from 'pg';
import { COMMAND_LOCK } from '../../src/demo/demo.store';
import { DEMO_FAILPOINTS, type DemoFailpoint } from '../../src/demo/running/demo-failpoint';
import type { DemoStatusResponse } from '../../src/demo/demo.dto';
import { type DecoyTree, fillDecoyDatabase, hashDatabase, makeDecoyTree } from '../support/decoy';
import { expectAgreement } from '../support/demo-agreement';
import { type DemoPlace, makeDemoPlace } from '../support/demo-app';
import { type DemoProcess, DemoProcesses } from '../support/demo-process';
import type { Death } from '../support/demo-program';

/** `DEMO_SEQUENCES=500` for the whole proof; the sequences of a run are others each time. */
const SEQUENCES = Number(process.env['DEMO_SEQUENCES'] ?? 12);
/** Generous: a sequence takes seconds on an idle machine, and a run that is cut short fails. */
const SEQUENCE_TIMEOUT_MS = 40_000;
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
const OF_RESETS: readonly DemoFailpoint[] = ['clearing', 'cleared', 'removing', 'removed'];
/** Places that a start passes. */
const OF_STARTS: readonly DemoFailpoint[] = ['root-marked', 'database-made', 'database-marked'];
const OF_COMMANDS = DEMO_FAILPOINTS.filter((name) => !OF_STARTS.includes(name));

interface Size {
  readonly movies: number;
  readonly series: number;
}

describe('a demo that dies', () => {
  let place: DemoPlace;
  let decoy: DecoyTree;
  let before: { tree: string; database: string };
  let processes: DemoProcesses;

  beforeAll(async () => {
    place = await makeDemoPlace();
    decoy = makeDecoyTree();
    await fillDecoyDatabase(place.main.url);
    before = { tree: decoy.hash(), database: await hashDatabase(place.main.url) };
    processes = await DemoProcesses.open(place.environment(ENV));
  });

  afterEach(async () => {
    expect(decoy.hash()).toBe(before.tree);
    expect(await hashDatabase(place.main.url)).toBe(before.database);
  });

  afterAll(async () => {
    await processes?.close();
    decoy?.remove();
    await place?.close();
  });

  async function removeDemo(): Promise<void> {
    await processes.killStarted();
    await place.dropDatabase();
    rmSync(place.root, { recursive: true, force: true });
  }

  /** Whether a demo that is to die at a place does so while it is seeded, or while it is reset. */
  async function runUntilDeath(at: DemoFailpoint, command: 'seed' | 'reset'): Promise<boolean> {
    const death = { at, pass: 1 };
    const demo = await processes.start(command === 'seed' ? death : null);
    if (demo === null) return true;
    const settled = await demo.settle();
    // The last place is passed when the state is at rest already: then this is what the process dies over.
    const died = settled === null || (command === 'seed' ? await demo.arm(null) : await demo.arm(death)) === false;
    if (died || command === 'seed') return died;
    return (await demo.command('reset', 1, 1)) === null;
  }

  it.each(DEMO_FAILPOINTS)('by kill -9 at %s recovers at the next start', async (at) => {
    await removeDemo();
    expect([at, await runUntilDeath(at, OF_RESETS.includes(at) ? 'reset' : 'seed')]).toEqual([at, true]);
    const demo = await startForGood(processes);
    const client = await place.connect();
    try {
      await expectTruth(client, place.root, await demo.settle());
    } finally {
      await client.end();
    }
  });

  it('goes on when the right of a dead instance ends after the next has started', async () => {
    await removeDemo();
    expect(await runUntilDeath('written', 'seed')).toBe(true);
    const client = await place.connect();
    try {
      const { rows } = await client.query(`SELECT pg_advisory_lock($1)`, [COMMAND_LOCK]);
      expect(rows).toHaveLength(1);
      const demo = await startForGood(processes);
      await client.query(`SELECT pg_advisory_unlock($1)`, [COMMAND_LOCK]);
      await expectTruth(client, place.root, await demo.settle());
    } finally {
      await client.end();
    }
  });

  it(
    `${SEQUENCES} times in random commands ends in agreement, and grows by steps to what it is at once`,
    async () => {
      const startedAt = performance.now();
      const run = new SequenceRun(processes, await startForGood(processes), await place.connect(), place.root);
      try {
        await run.demo.settle();
        await fc.assert(
          fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 2 }), SIZE, async (steps, last) => {
            await run.sequence(steps, last);
            expect(decoy.hash()).toBe(before.tree);
          }),
          { numRuns: SEQUENCES, endOnFailure: true, interruptAfterTimeLimit: SEQUENCES * SEQUENCE_TIMEOUT_MS },
        );
      } finally {
        await run.client.end();
        const seconds = Math.round((performance.now() - startedAt) / 1000);
        process.stderr.write(`${run.sequences} sequences in ${seconds} s: ${run.summary()}\n`);
      }
      expect(run.sequences).toBe(SEQUENCES);
      expect(run.kills.size).toBeGreaterThan(0);
    },
    60_000 + SEQUENCES * SEQUENCE_TIMEOUT_MS,
  );
});

const SIZE: fc.Arbitrary<Size> = fc.record({
  movies: fc.integer({ min: 1, max: 6 }),
  series: fc.integer({ min: 1, max: 2 }),
});

/** Most places are passed once by a command, some for each file. */
const PASS = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 8 }) },
);

interface Step {
  readonly kind: 'reset' | 'resize';
  readonly size: Size;
  readonly death: Death | null;
  /** Where the process that goes on dies again. */
  readonly nextDeath: Death | null;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('reset', 'resize'),
  size: SIZE,
  death: fc.option(fc.record({ at: fc.constantFrom(...OF_COMMANDS), pass: PASS })),
  nextDeath: fc.option(fc.record({ at: fc.constantFrom(...DEMO_FAILPOINTS), pass: PASS }), { freq: 2 }),
});

/** Sequences of commands on one demo, whose processes die and are replaced. */
class SequenceRun {
  /** Kills by their places. */
  readonly kills = new Map<DemoFailpoint, number>();
  sequences = 0;
  private commands = 0;
  /** The tree of each size that was seen. */
  private readonly trees = new Map<string, unknown>();

  constructor(
    private readonly processes: DemoProcesses,
    public demo: DemoProcess,
    readonly client: Client,
    private readonly root: string,
  ) {}

  /** Commands that may die, then a resize that does not: its tree is the one that its size always has. */
  async sequence(steps: readonly Step[], last: Size): Promise<void> {
    for (const step of steps) {
      this.commands += 1;
      await this.demo.arm(step.death);
      const status = await this.demo.command(step.kind, step.size.movies, step.size.series);
      if (status === null || !(await this.demo.arm(null))) await this.recover(step);
      await expectTruth(this.client, this.root, await this.demo.settle());
    }
    this.commands += 1;
    const status = await this.demo.command('resize', last.movies, last.series);
    const tree = await expectTruth(this.client, this.root, status);
    const key = JSON.stringify(last);
    if (!this.trees.has(key)) this.trees.set(key, tree);
    expect(tree).toEqual(this.trees.get(key));
    this.sequences += 1;
  }

  private async recover({ death, nextDeath }: Step): Promise<void> {
    this.count(death);
    const next = await this.processes.start(nextDeath);
    if (next !== null && (await next.settle()) !== null && (await next.arm(null))) {
      this.demo = next;
      return;
    }
    this.count(nextDeath);
    this.demo = await startForGood(this.processes);
  }

  private count(death: Death | null): void {
    if (death === null) throw new Error('A process died that was not to die.');
    this.kills.set(death.at, (this.kills.get(death.at) ?? 0) + 1);
  }

  summary(): string {
    const total = [...this.kills.values()].reduce((sum, count) => sum + count, 0);
    const places = [...this.kills].map(([at, count]) => `${at} ${count}`).join(', ');
    return `${this.commands} commands, ${total} kills (${places})`;
  }
}

async function startForGood(processes: DemoProcesses): Promise<DemoProcess> {
  const demo = await processes.start(null);
  if (demo === null) throw new Error('A process died that was not to die.');
  return demo;
}

/** The status says that all is well, and how many files there are; the rest says the same. Gives the tree's files. */
async function expectTruth(client: Client, root: string, status: DemoStatusResponse | null): Promise<unknown> {
  expect(status).toMatchObject({ state: 'ready', job: null });
  const tree = await expectAgreement(client, root);
  const counted = status?.libraries.reduce((sum, library) => sum + library.file_count, 0);
  expect(counted).toBe(tree.filter(([, content]) => content.startsWith('file ')).length);
  return tree;
}
