import fc from 'fast-check';
import { anyCommand, readAll } from './commands';
import { Stage } from './stage';
import { World } from './world';

/**
 * Sequences of imports, edits, removals, visibility changes, watch events, refreshes and kills against two instances
 * on one database; after each acknowledged write every answer of either instance must be of the new state. How many:
 * FRESHNESS_RUNS, as `npm run test:long` sets it.
 */
const RUNS = Number(process.env['FRESHNESS_RUNS'] ?? 200);
const COMMANDS_MAX = 10;
/** A run of an hour says how far it is, and one that is ended early says how far it came. */
const TOLD_EVERY = 500;
/** Several times what the sequences of CI take: the test fails when it is cut short. */
const LONGEST_MS = process.env['FRESHNESS_RUNS'] === undefined ? 900_000 : 24 * 3_600_000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('freshness', () => {
  it(
    'holds on every route of two instances, whatever happens in whatever order',
    async () => {
      let sequences = 0;
      await fc.assert(
        fc.asyncProperty(fc.commands([anyCommand()], { maxCommands: COMMANDS_MAX, size: 'max' }), async (commands) => {
          const world = new World();
          await stage.reset();
          await fc.asyncModelRun(() => ({ model: world, real: stage }), commands);
          await requireWhole(world);
          sequences += 1;
          if (sequences % TOLD_EVERY === 0) process.stderr.write(`${sequences} of ${RUNS} sequences\n`);
        }),
        {
          numRuns: RUNS,
          interruptAfterTimeLimit: LONGEST_MS,
        },
      );
      process.stderr.write(`${sequences} sequences of changes and reads, no stale answer\n`);
    },
    60_000 + RUNS * 5_000,
  );
});

/** At the end of a sequence: exact answers, a rebuild gives the same rows, and nothing outlives the catalog. */
async function requireWhole(world: World): Promise<void> {
  await stage.drained();
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
