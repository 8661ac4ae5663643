import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { Foreground } from '../../common/processes/foreground';
import { Problem } from '../../common/problems/problem';
import { ClientGoneError } from '../../common/request-context';
import type { CostClass } from './cost-classes';
import { FairShares, type Share } from './fair-shares';

/** The part of a response that `FairShares` uses. */
class Answer extends EventEmitter {
  closed = false;

  end(): void {
    this.closed = true;
    this.emit('close');
  }
}

const LIMITS = { shares: 4, waitingMax: 3, waitMs: 60_000 };

/** A request in progress or waiting; `state` says which. */
interface Asked {
  readonly answer: Answer;
  state: 'waiting' | 'in progress' | Error;
  share?: Share;
}

function ask(shares: FairShares, cost: CostClass = 'read', caller = 'one'): Asked {
  const asked: Asked = { answer: new Answer(), state: 'waiting' };
  shares.enter(caller, cost, asked.answer as unknown as Response).then(
    (share) => Object.assign(asked, { share, state: 'in progress' }),
    (error: Error) => Object.assign(asked, { state: error }),
  );
  return asked;
}

/** Waits until settled promises have called their handlers. */
const settled = (): Promise<void> => new Promise((settle) => setImmediate(settle));
const states = (asked: readonly Asked[]): unknown[] => asked.map(({ state }) => state);

test('requests have places by their cost; others of the caller wait in order; other callers do not', async () => {
  const shares = new FairShares(LIMITS, new Foreground());
  const first = [ask(shares), ask(shares, 'write')];
  const [heavy, light] = [ask(shares, 'write'), ask(shares)];
  const other = ask(shares, 'import', 'other');
  await settled();
  expect(states([...first, heavy, light, other])).toEqual([
    ...['in progress', 'in progress', 'waiting', 'waiting', 'in progress'],
  ]);
  first[0]!.answer.end();
  await settled();
  expect(states([heavy, light])).toEqual(['in progress', 'waiting']);
  first[1]!.answer.end();
  await settled();
  expect(states([light])).toEqual(['in progress']);
});

test('too many that wait are refused at once, with Retry-After', async () => {
  const shares = new FairShares(LIMITS, new Foreground());
  const all = Array.from({ length: 8 }, () => ask(shares));
  await settled();
  expect(states(all.slice(0, 7))).toEqual([
    ...Array<string>(4).fill('in progress'),
    ...Array<string>(3).fill('waiting'),
  ]);
  expect(all[7]!.state).toBeInstanceOf(Problem);
  expect(all[7]!.state).toMatchObject({ status: 429, headers: { 'Retry-After': '1' } });
});

test('who waits too long is refused, and makes room for lighter requests behind it', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const shares = new FairShares(LIMITS, new Foreground());
    const first = [ask(shares, 'import')];
    const heavy = ask(shares, 'write');
    jest.advanceTimersByTime(30_000);
    const light = ask(shares);
    await settled();
    expect(states([...first, heavy, light])).toEqual(['in progress', 'waiting', 'waiting']);
    jest.advanceTimersByTime(30_000);
    await settled();
    expect(heavy.state).toBeInstanceOf(Problem);
    expect(light.state).toBe('in progress');
  } finally {
    jest.useRealTimers();
  }
});

test('a client that leaves while it waits makes room', async () => {
  const shares = new FairShares(LIMITS, new Foreground());
  const first = ask(shares, 'import');
  const [heavy, light] = [ask(shares, 'write'), ask(shares)];
  await settled();
  heavy.answer.end();
  await settled();
  expect(heavy.state).toBeInstanceOf(ClientGoneError);
  expect(light.state).toBe('in progress');
  for (const { answer } of [first, light]) answer.end();
  const next = ask(shares, 'login');
  await settled();
  expect(next.state).toBe('in progress');
});

test('a place stays taken until its work is done, also if the client leaves before', async () => {
  const shares = new FairShares(LIMITS, new Foreground());
  const left = ask(shares, 'login');
  await settled();
  const release = left.share!.hold();
  left.answer.end();
  const next = ask(shares);
  await settled();
  expect(next.state).toBe('waiting');
  release();
  release();
  await settled();
  expect(next.state).toBe('in progress');
});

test('a request that costs more than there is takes all there is', async () => {
  const shares = new FairShares({ ...LIMITS, shares: 1 }, new Foreground());
  const [one, two] = [ask(shares, 'import'), ask(shares)];
  await settled();
  expect(states([one, two])).toEqual(['in progress', 'waiting']);
});

test('imports let other requests go first, also those that still work for a client who has left', async () => {
  const foreground = new Foreground(600_000);
  const shares = new FairShares(LIMITS, foreground);
  ask(shares, 'import');
  await settled();
  await foreground.goFirst();
  const read = ask(shares);
  await settled();
  const release = read.share!.hold();
  read.answer.end();
  let hasGone = false;
  const waits = foreground.goFirst().then(() => (hasGone = true));
  await settled();
  await settled();
  expect(hasGone).toBe(false);
  release();
  await waits;
});

test('a response that has ended already takes no place', async () => {
  const shares = new FairShares({ ...LIMITS, shares: 1 }, new Foreground());
  const answer = new Answer();
  answer.end();
  await expect(shares.enter('one', 'read', answer as unknown as Response)).rejects.toBeInstanceOf(ClientGoneError);
  const next = ask(shares);
  await settled();
  expect(next.state).toBe('in progress');
});
