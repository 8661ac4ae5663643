import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import fc from 'fast-check';
import { ForegroundRequests } from '../../common/processes/foreground';
import { Problem } from '../../common/problems/problem';
import { ClientGoneError } from '../../common/request-context';
import type { CostClass } from './cost-classes';
import { FairShares } from './fair-shares';
import { holdWhile, type RequestShares } from './request-shares';

/** The part of a response that `FairShares` uses. */
class FakeResponse extends EventEmitter {
  closed = false;
  writableFinished = false;

  end(): void {
    this.writableFinished = true;
    this.disconnect();
  }

  /** Closes the connection. Without a previous `end`, the client has disconnected before the end of the response. */
  disconnect(): void {
    this.closed = true;
    this.emit('close');
  }
}

let responses: FakeResponse[] = [];

// A waiting request has a timer that would keep the process running.
afterEach(() => {
  for (const response of responses) response.disconnect();
  responses = [];
});

const LIMITS = { shares: 4, waitingMax: 3, waitMs: 60_000 };

function makeShares(limits: Partial<typeof LIMITS> = {}): FairShares {
  return new FairShares({ ...LIMITS, ...limits }, new ForegroundRequests());
}

interface TestRequest {
  readonly response: FakeResponse;
  state: 'waiting' | 'in progress' | Error;
  share?: RequestShares;
}

function send(shares: FairShares, cost: CostClass = 'read', caller = 'one'): TestRequest {
  const request: TestRequest = { response: new FakeResponse(), state: 'waiting' };
  responses.push(request.response);
  shares.acquire(caller, cost, request.response as unknown as Response).then(
    (share) => Object.assign(request, { share, state: 'in progress' }),
    (error: Error) => Object.assign(request, { state: error }),
  );
  return request;
}

/** Waits until settled promises have called their handlers. */
const settled = (): Promise<void> => new Promise((settle) => setImmediate(settle));
const states = (requests: readonly TestRequest[]): unknown[] => requests.map(({ state }) => state);

test('requests hold shares by their cost, and only further requests of the same caller wait, in order', async () => {
  const shares = makeShares();
  const first = [send(shares), send(shares, 'write')];
  const [heavy, light] = [send(shares, 'write'), send(shares)];
  const other = send(shares, 'import', 'other');
  await settled();
  expect(states([...first, heavy, light, other])).toEqual([
    'in progress',
    'in progress',
    'waiting',
    'waiting',
    'in progress',
  ]);
  first[0]!.response.end();
  await settled();
  expect(states([heavy, light])).toEqual(['in progress', 'waiting']);
  first[1]!.response.end();
  await settled();
  expect(states([light])).toEqual(['in progress']);
});

test('each turn of the event loop admits one waiting request of a caller', async () => {
  const shares = makeShares();
  const first = send(shares, 'login');
  const admittedInTurn: number[] = [];
  let turn = 0;
  const waiting = Array.from({ length: 3 }, async () => {
    await shares.acquire('one', 'read', new FakeResponse() as unknown as Response);
    admittedInTurn.push(turn);
  });
  await settled();
  const countTurns = (): void => {
    turn += 1;
    if (admittedInTurn.length < waiting.length) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  first.response.end();
  await Promise.all(waiting);
  expect(admittedInTurn).toEqual([0, 1, 2]);
});

test('a request is refused at once, with Retry-After, if too many requests already wait', async () => {
  const shares = makeShares();
  const sent = Array.from({ length: 8 }, () => send(shares));
  await settled();
  expect(states(sent.slice(0, 7))).toEqual([
    ...Array<string>(4).fill('in progress'),
    ...Array<string>(3).fill('waiting'),
  ]);
  expect(sent[7]!.state).toBeInstanceOf(Problem);
  expect(sent[7]!.state).toMatchObject({ status: 429, headers: { 'Retry-After': expect.stringMatching(/^[1-4]$/) } });
});

test('a request that waits too long is refused, and cheaper requests behind it are admitted', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const shares = makeShares();
    const first = [send(shares, 'import')];
    const heavy = send(shares, 'write');
    jest.advanceTimersByTime(30_000);
    const light = send(shares);
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
  const shares = makeShares();
  const first = send(shares, 'import');
  const [heavy, light] = [send(shares, 'write'), send(shares)];
  await settled();
  heavy.response.disconnect();
  await settled();
  expect(heavy.state).toBeInstanceOf(ClientGoneError);
  expect(light.state).toBe('in progress');
  for (const { response } of [first, light]) response.end();
  const next = send(shares, 'login');
  await settled();
  expect(next.state).toBe('in progress');
});

test('a waiting request keeps its place for one second after its client has disconnected', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const shares = makeShares();
    const first = send(shares, 'login');
    const aborted = Array.from({ length: 3 }, () => send(shares));
    await settled();
    for (const { response } of aborted) response.disconnect();
    const refused = send(shares);
    const other = send(shares, 'read', 'other');
    await settled();
    expect(refused.state).toBeInstanceOf(Problem);
    expect(other.state).toBe('in progress');
    jest.advanceTimersByTime(1_000);
    const next = send(shares);
    await settled();
    expect(next.state).toBe('waiting');
    first.response.end();
    await settled();
    expect(next.state).toBe('in progress');
  } finally {
    jest.useRealTimers();
  }
});

test('a caller who aborts many requests in progress is refused for a second; another caller is not', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  try {
    const shares = makeShares();
    for (let n = 0; n < 100; n += 1) {
      const { response } = send(shares);
      await settled();
      response.end();
    }
    const abort = async (): Promise<unknown> => {
      const request = send(shares);
      await settled();
      const { state } = request;
      request.response.disconnect();
      return state;
    };
    for (let n = 0; n < 16; n += 1) expect(await abort()).toBe('in progress');
    expect(await abort()).toBeInstanceOf(Problem);
    const other = send(shares, 'read', 'other');
    await settled();
    expect(other.state).toBe('in progress');
    jest.advanceTimersByTime(1_000);
    expect(await abort()).toBe('in progress');
  } finally {
    jest.useRealTimers();
  }
});

test('a request whose client disconnects right after its admission releases its shares', async () => {
  const shares = makeShares();
  const first = send(shares, 'login');
  const second = send(shares, 'login');
  await settled();
  first.response.end();
  second.response.disconnect();
  await settled();
  expect(second.state).toBeInstanceOf(ClientGoneError);
  const next = send(shares, 'login');
  await settled();
  expect(next.state).toBe('in progress');
});

test('a request holds its shares until its work is done, even if the client disconnects first', async () => {
  const shares = makeShares();
  const abandoned = send(shares, 'login');
  await settled();
  const release = abandoned.share!.hold();
  abandoned.response.disconnect();
  const next = send(shares);
  await settled();
  expect(next.state).toBe('waiting');
  release();
  release();
  await settled();
  expect(next.state).toBe('in progress');
});

test('if the client disconnects before the work begins, the request does no work and keeps no shares', async () => {
  const shares = makeShares();
  const abandoned = send(shares, 'login');
  await settled();
  abandoned.response.disconnect();
  expect(() => abandoned.share!.hold()).toThrow(ClientGoneError);
  const work = jest.fn(() => Promise.resolve());
  await expect(holdWhile(abandoned.share, work)).rejects.toBeInstanceOf(ClientGoneError);
  expect(work).not.toHaveBeenCalled();
  const next = Array.from({ length: 5 }, () => send(shares));
  await settled();
  expect(states(next)).toEqual([...Array<string>(4).fill('in progress'), 'waiting']);
});

test('a caller never holds more shares than the limit, in whatever order requests begin, end and disconnect', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('send', 'hold', 'release', 'end', 'disconnect'), fc.nat(2)), {
    minLength: 10,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const shares = makeShares({ waitingMax: 100 });
      const requests: (TestRequest & { releases: (() => void)[] })[] = [];
      for (const [step, index] of sequence) {
        const request = requests[index];
        if (step === 'send') requests.push(Object.assign(send(shares), { releases: [] }));
        else if (step === 'release') request?.releases.pop()?.();
        else if (step === 'end' || step === 'disconnect') request?.response[step]();
        else if (request?.share !== undefined) {
          try {
            request.releases.push(request.share.hold());
          } catch (error) {
            expect(error).toBeInstanceOf(ClientGoneError);
            expect([request.response.closed, request.releases.length]).toEqual([true, 0]);
          }
        }
        await settled();
        const working = requests.filter(
          ({ share, response, releases }) => share !== undefined && (!response.closed || releases.length > 0),
        );
        expect(working.length).toBeLessThanOrEqual(LIMITS.shares);
      }
      for (const { response, releases } of requests) {
        response.end();
        for (const release of releases) release();
      }
      await settled();
      const next = Array.from({ length: 5 }, () => send(shares));
      await settled();
      expect(states(next)).toEqual([...Array<string>(4).fill('in progress'), 'waiting']);
      for (const { response } of next) response.end();
    }),
    { numRuns: 100 },
  );
});

test('a request that costs more than all shares of a caller holds all of them', async () => {
  const shares = makeShares({ shares: 1 });
  const [one, two] = [send(shares, 'import'), send(shares)];
  await settled();
  expect(states([one, two])).toEqual(['in progress', 'waiting']);
});

test('imports wait for the work of other requests, even if their clients have disconnected', async () => {
  const foreground = new ForegroundRequests(600_000);
  const shares = new FairShares(LIMITS, foreground);
  send(shares, 'import');
  await settled();
  await foreground.yieldToRequests();
  const read = send(shares);
  await settled();
  const release = read.share!.hold();
  read.response.disconnect();
  let hasContinued = false;
  const wait = foreground.yieldToRequests().then(() => (hasContinued = true));
  await settled();
  await settled();
  expect(hasContinued).toBe(false);
  release();
  await wait;
});

test('a request whose response has already ended holds no share', async () => {
  const shares = makeShares({ shares: 1 });
  const response = new FakeResponse();
  response.end();
  await expect(shares.acquire('one', 'read', response as unknown as Response)).rejects.toBeInstanceOf(ClientGoneError);
  const next = send(shares);
  await settled();
  expect(next.state).toBe('in progress');
});

test('the values of Retry-After are spread over 1 to 4 seconds, even for requests refused at the same time', async () => {
  const shares = new FairShares({ ...LIMITS, waitingMax: 0 }, new ForegroundRequests());
  const sent = Array.from({ length: 100 }, () => send(shares));
  await settled();
  const refused = sent.flatMap(({ state }) => (state instanceof Problem ? [state.headers?.['Retry-After']] : []));
  expect(new Set(refused)).toEqual(new Set(['1', '2', '3', '4']));
});
