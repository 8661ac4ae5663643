import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, sourceFiles, specFiles } from './source-files';

/** Where tests wait: `eventually` asks for a condition until it holds. */
const WAITS = 'test/support/eventually.ts';

/** Files of tests that let time pass without a condition, and what in them is about time. */
const TIMED: Readonly<Record<string, string>> = {
  'test/db/imports-beside.spec.ts': 'an import that must not read on: nothing tells that it does not',
  'test/db/media-freshness.spec.ts': 'reads that join each other with different rests of their time budgets',
  'test/support/deriver-program.ts': 'threads that end at a moment of their work',
  'test/support/fake-provider.ts': 'the latency of a provider',
  'test/support/raw-http.ts': 'the longest wait for an answer on a bare connection',
  'test/support/work-threads-program.ts': 'threads that end at a moment of their work',
};

const PAUSE = /timers\/promises|(?<![.\w])setTimeout\(/;
/** A loop that asks a condition by itself, such as `while (!(await isReady()))`. */
const OWN_WAIT = /while \(!?\(?await\b|while \(!\w+\) \w+ = await\b/;

const files = [...new Set([...sourceFiles('test').map(({ path }) => path), ...specFiles()])].filter(
  (path) => path !== WAITS && path !== 'test/architecture/test-files.spec.ts',
);
const holding = (pattern: RegExp): string[] =>
  files.filter((path) => pattern.test(readFileSync(join(ROOT, path), 'utf8'))).sort();

describe('files of tests', () => {
  it('are found', () => {
    expect(files).toEqual(expect.arrayContaining(['test/support/raw-http.ts', 'test/db/refresher.spec.ts']));
    expect(files.filter((path) => path.startsWith('src/'))).not.toEqual([]);
  });

  it('pause only where time is the subject', () => {
    expect(holding(PAUSE)).toEqual(Object.keys(TIMED).sort());
  });

  it('do not let a property pass that ran out of time', () => {
    expect(holding(/markInterruptAsFailure: false/)).toEqual([]);
  });

  it('wait for conditions with one helper', () => {
    expect(holding(OWN_WAIT)).toEqual([]);
  });
});
