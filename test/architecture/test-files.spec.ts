import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles, specFiles } from './source-files';
import { ROOT } from '../support/root';

/** Defines `eventually`, which polls a condition until it holds. */
const EVENTUALLY = 'test/support/eventually.ts';

/** Test files that wait for a fixed time, with the reason. */
const TIMED: Readonly<Record<string, string>> = {
  'test/db/import/concurrent-imports.spec.ts':
    'a waiting import must not read further lines, and no event shows that it does not',
  'test/db/connections/write-connections.spec.ts':
    'a cancel request must arrive while no statement runs, and no event shows its arrival',
  'test/db/read-model/media-freshness.spec.ts': 'concurrent reads with different remaining time budgets',
  'test/support/programs/deriver-program.ts': 'threads that are terminated at certain moments of their work',
  'test/support/demo/fake-provider.ts': 'the latency of a provider',
  'test/support/requests/raw-http.ts': 'the timeout for a response on a TCP connection',
  'test/support/network/tcp-proxy.ts': 'the delay of a network',
  'test/support/programs/work-threads-program.ts': 'threads that are terminated at certain moments of their work',
};

const PAUSE = /timers\/promises|(?<![.\w])setTimeout\(/;
/** Matches a loop that polls a condition, such as `while (!(await isReady()))`. */
const POLLING_LOOP = /while \(!?\(?await\b|while \(!\w+\) \w+ = await\b/;

const files = [...sourceFiles('test').map(({ path }) => path), ...specFiles()].filter(
  (path) => path !== EVENTUALLY && path !== 'test/architecture/test-files.spec.ts',
);
const filesMatching = (pattern: RegExp): string[] =>
  files.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8'))).sort();

describe('test files', () => {
  it('are found below test and src', () => {
    expect(files).toEqual(
      expect.arrayContaining(['test/support/requests/raw-http.ts', 'test/db/read-model/refresher.spec.ts']),
    );
    expect(files.filter((path) => path.startsWith('src/'))).not.toEqual([]);
  });

  it('wait for a fixed time only if they are listed with a reason', () => {
    expect(filesMatching(PAUSE)).toEqual(Object.keys(TIMED).sort());
  });

  it('let a fast-check property fail if it exceeds its time limit', () => {
    expect(filesMatching(/markInterruptAsFailure: false/)).toEqual([]);
  });

  it('wait for conditions only with `eventually`', () => {
    expect(filesMatching(POLLING_LOOP)).toEqual([]);
  });
});
