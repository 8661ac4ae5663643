import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CompiledProgram } from '../../support/programs/compiled-program';
import type { DeriverReport } from '../../support/programs/deriver-program';

/** Limit of open file descriptors of the process: enough for its work, but few enough to use up. */
const DESCRIPTORS = 512;

describe('rows derived on worker threads', () => {
  let report: DeriverReport;
  let code: unknown;

  beforeAll(async () => {
    const program = await CompiledProgram.compile('deriver-program.ts');
    const limited = `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`;
    const child = spawn('sh', ['-c', limited, process.execPath, program.script], {
      env: program.environment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const ended = once(child, 'exit');
    [report] = (await Promise.race([once(child, 'message'), ended.then(() => [])])) as [DeriverReport];
    [code] = (await ended) as [unknown];
    program.remove();
  }, 120_000);

  it('equal the rows of the main thread, in the same order', () => {
    expect(report.threads).toBeGreaterThan(0);
    expect(report.onThreads).toHaveLength(1_000);
    expect(report.onThreads).toEqual(report.onMain);
  });

  it('fail with the error of the derivation, and do not affect later rows', () => {
    expect(report.failure).toMatch(/^SyntaxError: .*JSON/);
    expect(report.rowsAfterFailure).toBe(1_000);
  });

  it('fit into the memory of a thread if their records have a large cast', () => {
    expect([report.largeRows, report.failedThreads]).toEqual([250, 0]);
  });

  it('are complete if a thread is terminated at any moment', () => {
    expect(report.correctDespiteTermination).toEqual(report.correctDespiteTermination.map(() => true));
    expect(report.terminated).toBeGreaterThanOrEqual(6);
  });

  it('are complete if no thread can start', () => {
    expect(report.correctWithoutDescriptors).toBe(true);
  });

  it('do not prevent the process from exiting', () => {
    expect(code).toBe(0);
  });
});
