import { Pool } from 'pg';
import { StatementCanceller } from './statement-canceller';

jest.mock('node:timers/promises', () => ({ setTimeout: () => Promise.resolve() }));

afterEach(() => jest.restoreAllMocks());

it.each<[string, number, () => Promise<unknown>]>([
  ['once if the server has no such connection', 1, () => Promise.resolve({ rows: [{ exists: false }] })],
  ['600 times at most', 600, () => Promise.resolve({ rows: [{ exists: true }] })],
  ['600 times at most if this fails', 600, () => Promise.reject(new Error('refused'))],
])('cancels the statements of a connection %s', async (_, count, answer) => {
  let calls = 0;
  jest.spyOn(Pool.prototype, 'query').mockImplementation((): never => {
    calls += 1;
    // The watch ends if there are too many cancellations, so that the test fails and does not hang.
    if (calls > 1_000) void unwatch();
    return answer() as never;
  });
  const canceller = new StatementCanceller('postgres://localhost/none', 1_000);
  const unwatch = canceller.watch({ processID: 1 }, AbortSignal.abort());
  // All cancellations run before the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  await unwatch();
  expect(calls).toBe(count);
  await canceller.close();
});
