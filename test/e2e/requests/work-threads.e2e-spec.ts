import { once } from 'node:events';
import { CompiledProgram } from '../../support/programs/compiled-program';
import type { WorkReport } from '../../support/programs/work-threads-program';

describe('large bodies and payloads on worker threads', () => {
  let reports: readonly WorkReport[];
  let code: unknown;

  beforeAll(async () => {
    const program = await CompiledProgram.compile('work-threads-program.ts');
    const child = program.start({});
    const ended = once(child, 'exit');
    [reports = []] = (await Promise.race([once(child, 'message'), ended.then(() => [])])) as [WorkReport[]?];
    [code] = (await ended) as [unknown];
    program.remove();
  });

  const namesOfFailed = (isRight: (report: WorkReport) => boolean): string[] =>
    reports.filter((report) => !isRight(report)).map(({ name }) => name);

  it('have the same results as on the main thread, even if they are refused', () => {
    expect(reports.length).toBeGreaterThan(8);
    expect(namesOfFailed(({ isEqual }) => isEqual)).toEqual([]);
  });

  it('do not block the event loop, although the same work on the main thread blocks it', () => {
    // A refusal can arrive before the first turn of the event loop.
    const freesLoop = ({ name, turnsOnThread }: WorkReport): boolean => turnsOnThread > 0 || name === 'refused body';
    expect(namesOfFailed((report) => freesLoop(report) && report.turnsOnMain === 0)).toEqual([]);
  });

  it('have the same results if the thread is terminated while it starts or works', () => {
    expect(namesOfFailed(({ survivesEnd }) => survivesEnd)).toEqual([]);
  });

  it('do not prevent the process from exiting', () => {
    expect(code).toBe(0);
  });
});
