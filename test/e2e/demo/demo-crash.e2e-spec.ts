import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import type { Client } from 'pg';
import { COMMAND_LOCK } from '../../../src/demo/demo.store';
import { DEMO_FAILPOINTS, type DemoFailpoint } from '../../../src/demo/running/demo-failpoint';
import type { DemoStatusResponse } from '../../../src/demo/demo.dto';
import { type DecoyTree, fillDecoyDatabase, hashDatabase, makeDecoyTree } from '../../support/demo/decoy';
import { expectAgreement } from '../../support/demo/demo-agreement';
import { type DemoFixture, createDemoFixture } from '../../support/demo/demo-app';
import { type DemoProcess, DemoProcesses } from '../../support/demo/demo-process';
import type { KillPoint } from '../../support/demo/demo-program';

/** Number of sequences of commands. A complete run has 500. All but the first are random and differ from run to run. */
const SEQUENCES = Number(process.env['DEMO_SEQUENCES'] ?? 4);
/** Time that each sequence adds to the time limit of a run. */
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

/** Tests kill the process at failpoints. A command reaches these ones only if a tree of media files already exists. */
const RESET_FAILPOINTS: readonly DemoFailpoint[] = ['clearing', 'cleared', 'removing', 'removed'];
/** Failpoints that only the start of a process reaches. */
const START_FAILPOINTS: readonly DemoFailpoint[] = ['root-marked', 'database-made', 'database-marked'];
const COMMAND_FAILPOINTS = DEMO_FAILPOINTS.filter((name) => !START_FAILPOINTS.includes(name));

interface Size {
  readonly movies: number;
  readonly series: number;
}

describe('a demo whose process is killed', () => {
  let fixture: DemoFixture;
  /** A folder that does not belong to the demo. The demo must not change it. */
  let decoy: DecoyTree;
  let before: { tree: string; database: string };
  let processes: DemoProcesses;

  beforeAll(async () => {
    fixture = await createDemoFixture();
    decoy = makeDecoyTree();
    await fillDecoyDatabase(fixture.main.url);
    before = { tree: decoy.hash(), database: await hashDatabase(fixture.main.url) };
    processes = await DemoProcesses.open(fixture.environment(ENV));
  });

  afterEach(async () => {
    expect(decoy.hash()).toBe(before.tree);
    expect(await hashDatabase(fixture.main.url)).toBe(before.database);
  });

  afterAll(async () => {
    await processes?.close();
    decoy?.remove();
    await fixture?.close();
  });

  async function removeDemo(): Promise<void> {
    await processes.killStarted();
    await fixture.dropDatabase();
    rmSync(fixture.root, { recursive: true, force: true });
  }

  /** Seeds the demo, or resets a seeded demo. Returns whether the process was killed at the failpoint. */
  async function runUntilKilled(at: DemoFailpoint, command: 'seed' | 'reset'): Promise<boolean> {
    const kill = { at, pass: 1 };
    const demo = await processes.start(command === 'seed' ? kill : null);
    if (demo === null) return true;
    const settled = await demo.settle();
    // At the failpoint `finished`, the state is already `ready`, so `settle` can return before the process is killed.
    const isKilled = settled === null || (command === 'seed' ? await demo.arm(null) : await demo.arm(kill)) === false;
    if (isKilled || command === 'seed') return isKilled;
    return (await demo.command('reset', 1, 1)) === null;
  }

  it.each(DEMO_FAILPOINTS)('at %s recovers at the next start', async (at) => {
    await removeDemo();
    expect([at, await runUntilKilled(at, RESET_FAILPOINTS.includes(at) ? 'reset' : 'seed')]).toEqual([at, true]);
    const demo = await startWithoutKill(processes);
    const client = await fixture.connect();
    try {
      await expectConsistentDemo(client, fixture.root, await demo.settle());
    } finally {
      await client.end();
    }
  });

  it('recovers if the database releases the lock of the process only after the next start', async () => {
    await removeDemo();
    expect(await runUntilKilled('written', 'seed')).toBe(true);
    const client = await fixture.connect();
    try {
      const { rows } = await client.query(`SELECT pg_advisory_lock($1)`, [COMMAND_LOCK]);
      expect(rows).toHaveLength(1);
      const demo = await startWithoutKill(processes);
      await client.query(`SELECT pg_advisory_unlock($1)`, [COMMAND_LOCK]);
      await expectConsistentDemo(client, fixture.root, await demo.settle());
    } finally {
      await client.end();
    }
  });

  it(
    `in ${SEQUENCES} sequences of commands stays consistent, and has the same tree whenever it has the same size`,
    async () => {
      const startedAt = performance.now();
      const run = new SequenceRun(processes, await startWithoutKill(processes), await fixture.connect(), fixture.root);
      try {
        await run.demo.settle();
        await fc.assert(
          fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 2 }), SIZE, async (steps, last) => {
            await run.sequence(steps, last);
            expect(decoy.hash()).toBe(before.tree);
          }),
          {
            numRuns: SEQUENCES,
            // In the first sequence, the command is always killed. A random command may end before its kill point.
            examples: [[[KILLED_STEP], { movies: 2, series: 1 }]],
            endOnFailure: true,
            interruptAfterTimeLimit: SEQUENCES * SEQUENCE_TIMEOUT_MS,
          },
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

/**
 * The pass of a failpoint at which the process is killed. A command passes most failpoints once, and some of them once
 * for each file.
 */
const PASS = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 8 }) },
);

interface Step {
  readonly kind: 'reset' | 'resize';
  readonly size: Size;
  /** Where the process is killed during the command. Null if it is not killed. */
  readonly kill: KillPoint | null;
  /** Where the next process is killed while it recovers the demo. Null if it is not killed. */
  readonly nextKill: KillPoint | null;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('reset', 'resize'),
  size: SIZE,
  kill: fc.option(fc.record({ at: fc.constantFrom(...COMMAND_FAILPOINTS), pass: PASS })),
  nextKill: fc.option(fc.record({ at: fc.constantFrom(...DEMO_FAILPOINTS), pass: PASS }), { freq: 2 }),
});

/** A command that is always killed, because each reset passes this failpoint. */
const KILLED_STEP: Step = {
  kind: 'reset',
  size: { movies: 3, series: 1 },
  kill: { at: 'written', pass: 1 },
  nextKill: null,
};

/** Runs sequences of commands on one demo, and replaces its process after each kill. */
class SequenceRun {
  /** Number of kills by failpoint. */
  readonly kills = new Map<DemoFailpoint, number>();
  sequences = 0;
  private commands = 0;
  /** The tree of each size, from the first sequence that ended with this size. */
  private readonly trees = new Map<string, unknown>();

  constructor(
    private readonly processes: DemoProcesses,
    public demo: DemoProcess,
    readonly client: Client,
    private readonly root: string,
  ) {}

  /**
   * Runs commands during which the process may be killed, then a resize without a kill. Expects the same tree as after
   * earlier sequences with the same final size.
   */
  async sequence(steps: readonly Step[], last: Size): Promise<void> {
    for (const step of steps) {
      this.commands += 1;
      await this.demo.arm(step.kill);
      const status = await this.demo.command(step.kind, step.size.movies, step.size.series);
      // The process can also be killed after it has sent the status. `arm` then returns false.
      if (status === null || !(await this.demo.arm(null))) await this.recover(step);
      await expectConsistentDemo(this.client, this.root, await this.demo.settle());
    }
    this.commands += 1;
    const status = await this.demo.command('resize', last.movies, last.series);
    const tree = await expectConsistentDemo(this.client, this.root, status);
    const key = JSON.stringify(last);
    if (!this.trees.has(key)) this.trees.set(key, tree);
    expect(tree).toEqual(this.trees.get(key));
    this.sequences += 1;
  }

  private async recover({ kill, nextKill }: Step): Promise<void> {
    this.count(kill);
    const next = await this.processes.start(nextKill);
    if (next !== null && (await next.settle()) !== null && (await next.arm(null))) {
      this.demo = next;
      return;
    }
    this.count(nextKill);
    this.demo = await startWithoutKill(this.processes);
  }

  private count(kill: KillPoint | null): void {
    if (kill === null) throw new Error('A process ended without a kill.');
    this.kills.set(kill.at, (this.kills.get(kill.at) ?? 0) + 1);
  }

  summary(): string {
    const total = [...this.kills.values()].reduce((sum, count) => sum + count, 0);
    const byFailpoint = [...this.kills].map(([at, count]) => `${at} ${count}`).join(', ');
    return `${this.commands} commands, ${total} kills (${byFailpoint})`;
  }
}

async function startWithoutKill(processes: DemoProcesses): Promise<DemoProcess> {
  const demo = await processes.start(null);
  if (demo === null) throw new Error('A process ended without a kill.');
  return demo;
}

/**
 * Expects that the demo is ready and consistent, and that its status has the number of files in the tree. Returns the
 * entries of the tree.
 */
async function expectConsistentDemo(client: Client, root: string, status: DemoStatusResponse | null): Promise<unknown> {
  expect(status).toMatchObject({ state: 'ready', job: null });
  const tree = await expectAgreement(client, root);
  const fileCount = status?.libraries.reduce((sum, library) => sum + library.file_count, 0);
  expect(fileCount).toBe(tree.filter(([, content]) => content.startsWith('file ')).length);
  return tree;
}
