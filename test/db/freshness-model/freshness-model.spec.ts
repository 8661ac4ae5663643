import fc from 'fast-check';
import { anyCommand, readAll } from './commands';
import { Stage } from './stage';
import { World } from './world';

/**
 * Number of sequences. A sequence contains imports, edits, removals, visibility changes, watch events, refreshes and kills
 * on two instances with one database. After each acknowledged write, every answer of both instances must show the new
 * state. `npm run test:long` sets FRESHNESS_RUNS.
 */
const RUNS = Number(process.env['FRESHNESS_RUNS'] ?? 140);
const COMMANDS_MAX = 10;
/** Number of sequences between two progress messages. */
const PROGRESS_EVERY = 500;
/** Time limit in milliseconds, several times as long as the sequences take in CI. The test fails when it is exceeded. */
const TIME_LIMIT_MS = process.env['FRESHNESS_RUNS'] === undefined ? 900_000 : 24 * 3_600_000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('freshness', () => {
  it(
    'holds on every route of two instances, after any sequence of commands',
    async () => {
      let sequences = 0;
      await fc.assert(
        fc.asyncProperty(fc.commands([anyCommand()], { maxCommands: COMMANDS_MAX, size: 'max' }), async (commands) => {
          const world = new World();
          await stage.reset();
          await fc.asyncModelRun(() => ({ model: world, real: stage }), commands);
          await requireConsistent(world);
          sequences += 1;
          if (sequences % PROGRESS_EVERY === 0) process.stderr.write(`${sequences} of ${RUNS} sequences\n`);
        }),
        {
          numRuns: RUNS,
          interruptAfterTimeLimit: TIME_LIMIT_MS,
        },
      );
      process.stderr.write(`${sequences} sequences of changes and reads, no stale answer\n`);
    },
    60_000 + RUNS * 5_000,
  );
});

/**
 * Checks the state after a sequence: answers are exact, a rebuild creates the same rows, and no rows remain when all
 * libraries are removed.
 */
async function requireConsistent(world: World): Promise<void> {
  await stage.waitUntilDrained();
  for (const item of world.items.values()) item.pending = false;
  await readAll(world, stage, stage.as('alice', 1), 'series1');
  await readAll(world, stage, stage.as('bob', 0), 'season1');
  const kept = await stage.dump();
  await stage.rebuild();
  expect(await stage.dump()).toEqual(kept);
  for (const library of world.libraryWords.keys()) {
    await stage.asAdmin(0).delete(`/admin/catalog/libraries/${world.libraryIds[library]}`, { expect: 204 });
  }
  expect(await stage.countRows()).toBe(0);
}
