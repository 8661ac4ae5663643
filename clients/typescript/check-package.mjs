// Checks the built package: both module formats load and have types.
import { deepEqual } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const NAMES = ['ProblemError', 'createClient'];
deepEqual(Object.keys(await import('intelligence-client')).sort(), NAMES);
deepEqual(Object.keys(require('intelligence-client')).sort(), NAMES);

const project = join(import.meta.dirname, 'package-test');
const { status } = spawnSync(process.execPath, [require.resolve('typescript/bin/tsc'), '-p', project], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
