/** All V8 flags. The server and the command line import this file first. */
import { setFlagsFromString } from 'node:v8';

/** Flags that can be set while the process runs. They also apply to its worker threads. */
const RUNTIME_FLAGS = [
  // With pretenuring, one large response soon after the start makes V8 allocate the rows of all later queries in the
  // old generation. The rows then stay in memory until the next full collection, and a scavenge takes 15 ms instead of
  // 1 ms.
  '--no-allocation-site-pretenuring',
  // A scavenge on several threads would use cores that PostgreSQL needs on the same machine.
  '--no-parallel-scavenge',
];

/**
 * Flags that must be set when a process starts: `start` for the server, `cli` for commands. `bin/engine-flags.js`
 * prints them for the scripts of `package.json`.
 */
export const START_FLAGS = {
  // Large enough for the rows of all requests in flight, so that they are not promoted to the old generation.
  start: ['--max-semi-space-size=32'],
  // Keeps the resident memory of an import below 350 MB on every machine. `npm run bench` measures this memory.
  cli: ['--max-semi-space-size=32', '--max-old-space-size=192'],
} as const satisfies Record<string, readonly string[]>;

for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);
