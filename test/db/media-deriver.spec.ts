import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CompiledProgram } from '../support/compiled-program';
import type { DeriverReport } from '../support/deriver-program';

/** File descriptors that the process may have open: enough to work with, few enough to use up. */
const DESCRIPTORS = 512;

describe('rows derived on threads', () => {
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

  it('are those of the main thread, in the same order', () => {
    expect(report.threads).toBeGreaterThan(0);
    expect(report.onThreads).toHaveLength(1_000);
    expect(report.onThreads).toEqual(report.onMain);
  });

  it('fail with what derivation throws, and the next ones come', () => {
    expect(report.failure).toMatch(/^SyntaxError: .*JSON/);
    expect(report.afterwards).toBe(1_000);
  });

  it('come of the largest records within a thread’s memory', () => {
    expect([report.large, report.exhausted]).toEqual([250, 0]);
  });

  it('come whenever a thread ends', () => {
    expect(report.wholeDespiteEnds).toEqual(report.wholeDespiteEnds.map(() => true));
    expect(report.ended).toBeGreaterThanOrEqual(6);
  });

  it('come when no thread can start', () => {
    expect(report.wholeWithoutDescriptors).toBe(true);
  });

  it('keep no process from ending', () => {
    expect(code).toBe(0);
  });
});
