import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DeriverReport } from '../support/deriver-program';

const PROGRAM = join(__dirname, '../support/deriver-program.ts');
const HOOK = join(__dirname, '../support/typescript-hook.js');

describe('rows derived on threads', () => {
  let report: DeriverReport;
  let code: unknown;

  beforeAll(async () => {
    const child = fork(PROGRAM, { execArgv: ['-r', HOOK] });
    const ended = once(child, 'exit');
    [report] = (await Promise.race([once(child, 'message'), ended.then(() => [])])) as [DeriverReport];
    [code] = (await ended) as [unknown];
  });

  it('are those of the main thread, in the same order', () => {
    expect(report.threads).toBeGreaterThan(0);
    expect(report.onThreads).toHaveLength(1_000);
    expect(report.onThreads).toEqual(report.onMain);
  });

  it('fail with what derivation throws, and the next ones come', () => {
    expect(report.failure).toMatch(/^SyntaxError: .*JSON/);
    expect(report.afterwards).toBe(1_000);
  });

  it('keep no process from ending', () => {
    expect(code).toBe(0);
  });
});
