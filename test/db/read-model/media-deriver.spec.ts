import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CompiledProgram } from '../../support/programs/compiled-program';
import type { DeriverReport } from '../../support/programs/deriver-program';

/** Limit of open file descriptors of the process. It is enough for its work, and few enough for a test to use up. */
const DESCRIPTORS = 512;

describe('MediaDeriver', () => {
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

  it('derives the same rows on threads as on the main thread, in the same order', () => {
    expect(report.threads).toBeGreaterThan(0);
    expect(report.onThreads).toHaveLength(1_000);
    expect(report.onThreads).toEqual(report.onMain);
  });

  it('throws the error of the derivation, and derives later rows', () => {
    expect(report.failure).toMatch(/^SyntaxError: .*JSON/);
    expect(report.rowsAfterFailure).toBe(1_000);
  });

  it('derives records with a large cast within the memory of a thread', () => {
    expect([report.largeRows, report.failedThreads]).toEqual([250, 0]);
  });

  it('derives all rows if a thread is terminated at any moment', () => {
    expect(report.correctDespiteTermination).toEqual(report.correctDespiteTermination.map(() => true));
    expect(report.terminated).toBeGreaterThanOrEqual(6);
  });

  it('derives all rows if no thread can start', () => {
    expect(report.correctWithoutDescriptors).toBe(true);
  });

  it('does not keep the process alive after its shutdown', () => {
    expect(code).toBe(0);
  });
});
