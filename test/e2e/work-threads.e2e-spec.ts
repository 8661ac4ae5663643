import { once } from 'node:events';
import { CompiledProgram } from '../support/compiled-program';
import type { WorkReport } from '../support/work-threads-program';

describe('large bodies and payloads on threads', () => {
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

  const failing = (isRight: (report: WorkReport) => boolean): string[] =>
    reports.filter((report) => !isRight(report)).map(({ name }) => name);

  it('come out as on the main thread, refusals too', () => {
    expect(reports.length).toBeGreaterThan(8);
    expect(failing(({ isEqual }) => isEqual)).toEqual([]);
  });

  it('let the event loop turn meanwhile, which they hold without threads', () => {
    // A thread refuses so fast that the answer can arrive before the first turn.
    const mayTurn = ({ name, turnsOnThread }: WorkReport): boolean => turnsOnThread > 0 || name === 'refused body';
    expect(failing((report) => mayTurn(report) && report.turnsOnMain === 0)).toEqual([]);
  });

  it('come out whenever the thread ends', () => {
    expect(failing(({ survivesEnd }) => survivesEnd)).toEqual([]);
  });

  it('keep no process from ending', () => {
    expect(code).toBe(0);
  });
});
