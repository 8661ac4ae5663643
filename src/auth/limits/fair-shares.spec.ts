import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { ForegroundRequests } from '../../common/processes/foreground';
import { Problem } from '../../common/problems/problem';
import { ClientGoneError } from '../../common/request-context';
import { type CostClass, costOfRequest } from './cost-classes';
import { FairShares } from './fair-shares';
import type { Share } from './share';

/** The part of a response that `FairShares` uses. */
class Answer extends EventEmitter {
  closed = false;

  end(): void {
    this.closed = true;
    this.emit('close');
  }
}

const LIMITS = { shares: 4, waitingMax: 3, waitMs: 60_000 };

/** A request and its state. */
interface Asked {
  readonly answer: Answer;
  state: 'waiting' | 'in progress' | Error;
  share?: Share;
}

function ask(shares: FairShares, cost: CostClass = 'read', caller = 'one'): Asked {
  const asked: Asked = { answer: new Answer(), state: 'waiting' };
  shares.acquire(caller, cost, asked.answer as unknown as Response).then(
    (share) => Object.assign(asked, { share, state: 'in progress' }),
    (error: Error) => Object.assign(asked, { state: error }),
  );
  return asked;
}

/** Waits until settled promises have called their handlers. */
const settled = (): Promise<void> => new Promise((settle) => setImmediate(settle));
const states = (asked: readonly Asked[]): unknown[] => asked.map(({ state }) => state);

test('requests hold shares by their cost; further requests of the caller wait in order; other callers do not wait', async () => {
  const shares = new FairShares(LIMITS, new ForegroundRequests());
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

test('a request is refused at once, with Retry-After, if too many requests already wait', async () => {
  const shares = new FairShares(LIMITS, new ForegroundRequests());
  const all = Array.from({ length: 8 }, () => ask(shares));
  await settled();
  expect(states(all.slice(0, 7))).toEqual([
    ...Array<string>(4).fill('in progress'),
    ...Array<string>(3).fill('waiting'),
  ]);
  expect(all[7]!.state).toBeInstanceOf(Problem);
  expect(all[7]!.state).toMatchObject({ status: 429, headers: { 'Retry-After': expect.stringMatching(/^[1-4]$/) } });
});

test('a request that waits too long is refused, and cheaper requests behind it are admitted', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const shares = new FairShares(LIMITS, new ForegroundRequests());
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

test('when a waiting client disconnects, the requests behind it are admitted', async () => {
  const shares = new FairShares(LIMITS, new ForegroundRequests());
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

test('a request holds its shares until its work is done, even if the client disconnects first', async () => {
  const shares = new FairShares(LIMITS, new ForegroundRequests());
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

test('a request that costs more than all shares of a caller holds all of them', async () => {
  const shares = new FairShares({ ...LIMITS, shares: 1 }, new ForegroundRequests());
  const [one, two] = [ask(shares, 'import'), ask(shares)];
  await settled();
  expect(states([one, two])).toEqual(['in progress', 'waiting']);
});

test('imports let other requests go first, even if the client of a request has left before its work is done', async () => {
  const foreground = new ForegroundRequests(600_000);
  const shares = new FairShares(LIMITS, foreground);
  ask(shares, 'import');
  await settled();
  await foreground.yieldToRequests();
  const read = ask(shares);
  await settled();
  const release = read.share!.hold();
  read.answer.end();
  let hasGone = false;
  const waits = foreground.yieldToRequests().then(() => (hasGone = true));
  await settled();
  await settled();
  expect(hasGone).toBe(false);
  release();
  await waits;
});

test('a request whose response has already ended holds no share', async () => {
  const shares = new FairShares({ ...LIMITS, shares: 1 }, new ForegroundRequests());
  const answer = new Answer();
  answer.end();
  await expect(shares.acquire('one', 'read', answer as unknown as Response)).rejects.toBeInstanceOf(ClientGoneError);
  const next = ask(shares);
  await settled();
  expect(next.state).toBe('in progress');
});

test('requests that are refused at the same time return at different times', async () => {
  const shares = new FairShares({ ...LIMITS, waitingMax: 0 }, new ForegroundRequests());
  const all = Array.from({ length: 100 }, () => ask(shares));
  await settled();
  const refused = all.flatMap(({ state }) => (state instanceof Problem ? [state.headers?.['Retry-After']] : []));
  expect(new Set(refused)).toEqual(new Set(['1', '2', '3', '4']));
});

test.each([
  ['write', { 'content-length': '262144' }, 'write'],
  ['write', { 'content-length': '262145' }, 'large-write'],
  ['write', { 'transfer-encoding': 'chunked' }, 'large-write'],
  ['write', {}, 'write'],
  ['import', { 'transfer-encoding': 'chunked' }, 'import'],
  ['read', { 'content-length': '300000' }, 'read'],
] as const)('a %s with the headers %j has the class %s', (cost, headers, expected) => {
  expect(costOfRequest(cost, { headers })).toBe(expected);
});
