import { access } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { Session } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { readBody } from './bounded-body';
import { DeadlineError, withDeadline } from './deadline';

const inspector = new Session();
const collectGarbage = (): void => inspector.post('HeapProfiler.collectGarbage');

/** Long enough for a busy machine to load the client of `fetch` and to send the request. */
const DEADLINE_MS = 2_000;

/** A server that sends the start of a response and then nothing more. */
let server: Server;
let url: string;
let closed: Promise<void>;

beforeAll(async () => {
  inspector.connect();
  let close: () => void = () => undefined;
  closed = new Promise((settle) => (close = settle));
  server = createServer((_, response) => {
    response.once('close', close);
    response.writeHead(200).write('start');
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  inspector.disconnect();
  server.closeAllConnections();
  await new Promise((settle) => server.close(settle));
});

// The doc comment of `withDeadline` explains how garbage collection can remove a timeout. The test uses real time,
// because fake timers do not advance a real connection.
test('a deadline aborts a response that stalls in its body, even after a garbage collection', async () => {
  const collecting = setInterval(collectGarbage, 20);
  try {
    const reading = withDeadline(DEADLINE_MS, async (signal) => readBody(await fetch(url, { signal }), 1000, signal));
    await expect(reading).rejects.toBeInstanceOf(DeadlineError);
    await closed;
  } finally {
    clearInterval(collecting);
  }
});

test('withDeadline returns a result that arrives while the process pauses until after the deadline', async () => {
  const timeoutMs = 20;
  const result = withDeadline(timeoutMs, () => access(__filename).then(() => 'arrived'));
  const pause = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(pause, 0, 0, 10 * timeoutMs);
  await expect(result).resolves.toBe('arrived');
});

test('withDeadline rejects with the reason of an outer signal that aborts before or during the work', async () => {
  const outer = new AbortController();
  const waiting = withDeadline(60_000, () => new Promise<never>(() => undefined), outer.signal);
  outer.abort(new Error('left'));
  await expect(waiting).rejects.toThrow('left');
  await expect(withDeadline(60_000, () => Promise.resolve(1), outer.signal)).rejects.toThrow('left');
});

test('withDeadline returns the result, or throws the error, of work that ends in time', async () => {
  expect(await withDeadline(60_000, () => Promise.resolve(7))).toBe(7);
  await expect(withDeadline(60_000, () => Promise.reject(new Error('mine')))).rejects.toThrow('mine');
});
