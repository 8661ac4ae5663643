import { Logger } from '@nestjs/common';
import { type BackgroundLoop, BackgroundLoops, type LoopWork, NOTHING_TO_DO } from './background-loops';
import { ServiceLogger } from '../logging/service-logger';

interface Line {
  level: string;
  context: string;
  msg: string;
  err?: { message: string };
}

let lines: Line[];
let loops: BackgroundLoops;

beforeEach(() => {
  jest.useFakeTimers();
  lines = [];
  loops = new BackgroundLoops();
  Logger.overrideLogger(new ServiceLogger('info', { write: (line: string) => lines.push(JSON.parse(line) as Line) }));
});
afterEach(async () => {
  await loops.beforeApplicationShutdown();
  jest.useRealTimers();
});

function startLoop(work: LoopWork): BackgroundLoop {
  const loop = loops.add('counting', work);
  loop.start(1000);
  return loop;
}

const seconds = (count: number): Promise<void> => jest.advanceTimersByTimeAsync(count * 1000);

/** A promise that the test settles. */
function gate(): { readonly opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((settle) => (open = settle));
  return { opened, open };
}

describe('failures', () => {
  it('are counted consecutively and in total', async () => {
    let isBroken = true;
    const loop = startLoop(() => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve()));
    expect([loop.consecutiveFailures, loop.totalFailures]).toEqual([0, 0]);
    await seconds(5);
    expect([loop.consecutiveFailures, loop.totalFailures]).toEqual([5, 5]);
    isBroken = false;
    await seconds(1);
    expect([loop.consecutiveFailures, loop.totalFailures]).toEqual([0, 5]);
    isBroken = true;
    await seconds(2);
    expect([loop.consecutiveFailures, loop.totalFailures]).toEqual([2, 7]);
  });

  it('mark a loop as failing from the second consecutive failure on', async () => {
    let isBroken = true;
    const loop = startLoop(() => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve()));
    await seconds(1);
    expect(loop.failing).toBeNull();
    await seconds(1);
    expect(loop.failing).toEqual({ loop: 'counting', failures: 2, seconds: 1 });
    await seconds(30);
    expect(loop.failing).toEqual({ loop: 'counting', failures: 32, seconds: 31 });
    isBroken = false;
    await seconds(1);
    expect(loop.failing).toBeNull();
  });

  it('are also counted if the work throws synchronously', async () => {
    const loop = startLoop(() => {
      throw new Error('at once');
    });
    await seconds(2);
    expect(loop.totalFailures).toBe(2);
  });

  it('are still consecutive if the runs between them had nothing to do', async () => {
    let runs = 0;
    const loop = startLoop(() =>
      runs++ % 2 === 0 ? Promise.reject(new Error('away')) : Promise.resolve(NOTHING_TO_DO),
    );
    await seconds(10);
    expect([loop.consecutiveFailures, loop.totalFailures]).toEqual([5, 5]);
  });
});

describe('the log', () => {
  it('has one line a minute while a loop fails each second, and one line when it recovers', async () => {
    let isBroken = true;
    startLoop(() => (isBroken ? Promise.reject(new Error('away')) : Promise.resolve()));
    await seconds(150);
    isBroken = false;
    await seconds(30);
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
      ['error', 'The loop "counting" failed and will be retried. Consecutive failures: 1.'],
      ['error', 'The loop "counting" failed and will be retried. Consecutive failures: 61.'],
      ['error', 'The loop "counting" failed and will be retried. Consecutive failures: 121.'],
      ['info', 'The loop "counting" recovered. Consecutive failures before: 150.'],
    ]);
    expect(lines[0]).toMatchObject({ context: 'BackgroundLoop', err: { message: 'away' } });
  });

  it('has at most two lines a minute for a loop that fails every other second', async () => {
    let runs = 0;
    startLoop(() => (runs++ % 2 === 0 ? Promise.reject(new Error('away')) : Promise.resolve()));
    await seconds(180);
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(3);
  });

  it('has a line for each loop that fails', async () => {
    for (const name of ['one', 'other']) loops.add(name, () => Promise.reject(new Error('away'))).start(1000);
    await seconds(10);
    expect(lines.map(({ msg }) => /"(\w+)"/.exec(msg)?.[1])).toEqual(['one', 'other']);
  });

  it('does not contain values that a database error quotes', async () => {
    startLoop(() => Promise.reject(new Error('invalid input syntax for type uuid: "canary"')));
    await seconds(1);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('canary');
  });
});

describe('runs', () => {
  it('never overlap, even if a run takes longer than the interval', async () => {
    const first = gate();
    let runs = 0;
    startLoop(() => (++runs === 1 ? first.opened : Promise.resolve()));
    await seconds(5);
    expect(runs).toBe(1);
    first.open();
    await seconds(1);
    expect(runs).toBe(2);
  });

  it('are shared by concurrent calls of `run`, and repeated once after several calls of `wake`', async () => {
    const gates = [gate(), gate(), gate()];
    let runs = 0;
    const loop = loops.add('counting', () => gates[runs++]!.opened);
    const run = loop.run();
    expect(loop.run()).toBe(run);
    await seconds(0);
    expect(runs).toBe(1);
    loop.wake();
    loop.wake();
    gates[0]!.open();
    await seconds(0);
    expect(runs).toBe(2);
    gates[1]!.open();
    await run;
    expect(runs).toBe(2);
  });

  it('that fail are not repeated at once after a call of `wake`, but at the next interval', async () => {
    let runs = 0;
    const loop: BackgroundLoop = startLoop(() => {
      runs += 1;
      loop.wake();
      return Promise.reject(new Error('away'));
    });
    await seconds(3);
    expect(runs).toBe(3);
  });

  it('end before the application stops, get true from `isStopping`, and do not start afterwards', async () => {
    const first = gate();
    let runs = 0;
    let sawStop = false;
    const loop = startLoop(async (isStopping) => {
      runs += 1;
      await first.opened;
      sawStop = isStopping();
    });
    await seconds(1);
    let isStopped = false;
    const stop = loops.beforeApplicationShutdown().then(() => (isStopped = true));
    loop.wake();
    await seconds(3);
    expect(isStopped).toBe(false);
    first.open();
    await stop;
    await loop.run();
    loop.wake();
    await seconds(3);
    expect([runs, sawStop]).toEqual([1, true]);
  });
});
