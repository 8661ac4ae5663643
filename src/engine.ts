/** All flags of V8. Each program imports this file before anything else. */
import { setFlagsFromString } from 'node:v8';

/** Flags that V8 reads while a process runs. They hold for its worker threads, too. */
const RUNTIME_FLAGS = [
  // V8 learns which allocation sites make objects that live long, and allocates later ones of these sites in the old
  // generation. One large answer early on teaches it that of the rows of every query: they then outlive their request
  // until the next full collection, and a scavenge takes 15 ms instead of 1.
  '--no-allocation-site-pretenuring',
  // A scavenge on several threads takes the cores that PostgreSQL needs on the same machine.
  '--no-parallel-scavenge',
];

/**
 * Flags that V8 reads only when a process begins, by program. `bin/engine-flags.js` hands them to the scripts of
 * `package.json`; the benchmark starts its processes with them.
 */
export const START_FLAGS = {
  // Rows of requests under way fit into the young generation and are not copied into the old one.
  start: ['--max-semi-space-size=32'],
  // An import stays below 350 MB of resident memory, as `npm run bench` checks, whatever the machine has.
  cli: ['--max-semi-space-size=32', '--max-old-space-size=192'],
} as const satisfies Record<string, readonly string[]>;

for (const flag of RUNTIME_FLAGS) setFlagsFromString(flag);
