import fc from 'fast-check';
import { anyCommand } from './commands';
import { runSequence } from './sequence';
import { Stage } from './stage';

/**
 * Number of sequences. A sequence consists of random commands for two instances with one database: imports, removals,
 * changes of what Bob sees, watch states, artifacts, refreshes, reads, and kills of further processes. After each
 * acknowledged write, every answer of both instances must show the new state. `npm run test:long` sets FRESHNESS_RUNS.
 */
const RUNS = Number(process.env['FRESHNESS_RUNS'] ?? 56);
const COMMANDS_MAX = 10;
/** Number of sequences between two progress messages. */
const PROGRESS_EVERY = 500;
/** Time limit in milliseconds, after which the test fails: several times as long as the sequences take in CI. */
const TIME_LIMIT_MS = process.env['FRESHNESS_RUNS'] === undefined ? 900_000 : 24 * 3_600_000;

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
});
afterAll(() => stage.close());

describe('freshness', () => {
  it(
    'holds in all answers that random commands read from two instances',
    async () => {
      let sequences = 0;
      await fc.assert(
        fc.asyncProperty(fc.commands([anyCommand()], { maxCommands: COMMANDS_MAX, size: 'max' }), async (commands) => {
          await runSequence(stage, commands);
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
    // fast-check must report the time limit before jest ends the test.
    TIME_LIMIT_MS + 60_000,
  );
});
