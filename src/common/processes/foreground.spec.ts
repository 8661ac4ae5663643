import { ForegroundRequests, WorkSlices } from './foreground';

/** A maximum wait that is longer than any test. */
const FOREVER_MS = 600_000;
const waitForTurns = (): Promise<void> => new Promise((settle) => setImmediate(() => setImmediate(settle)));

/** Whether a promise has settled after some turns of the event loop. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let isSettled = false;
  void promise.then(() => (isSettled = true));
  await waitForTurns();
  return isSettled;
}

test('long work continues when the last request in progress ends', async () => {
  const foreground = new ForegroundRequests(FOREVER_MS);
  expect(await isDone(foreground.yieldToRequests())).toBe(true);
  const [first, second] = [foreground.enter(), foreground.enter()];
  const wait = foreground.yieldToRequests();
  expect(await isDone(wait)).toBe(false);
  // The repeated call must not count as the end of the second request.
  first();
  first();
  expect(await isDone(wait)).toBe(false);
  second();
  await wait;
  expect(await isDone(foreground.yieldToRequests())).toBe(true);
});

test('long work continues after the maximum wait, even if requests are in progress', async () => {
  const foreground = new ForegroundRequests();
  foreground.enter();
  // The request never ends, so this returns only because the wait has a maximum.
  await foreground.yieldToRequests();
});

test('long work yields to requests after each slice', async () => {
  const foreground = new ForegroundRequests(FOREVER_MS);
  const end = foreground.enter();
  const slices = new WorkSlices(foreground);
  // A slice takes two milliseconds.
  for (const startedAt = performance.now(); performance.now() - startedAt < 3;);
  const wait = slices.yieldIfDue();
  expect(await isDone(wait)).toBe(false);
  end();
  await wait;
});
