/** The process of one user who loads the service as hard as it admits. Started by `section-fairness.ts`. */
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadRequest } from './load';

/** What the load sends, over and over, until its process is ended. */
export interface FairnessLoad {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly requests: readonly LoadRequest[];
  /** Body of all requests, and its media type; by default, each request has its own. */
  readonly shared?: { readonly body: string; readonly type: string };
  /** Milliseconds after which a request is given up. */
  readonly giveUpMs?: number;
}

/** What the load came to, sent to the parent process once a second. */
export interface FairnessReport {
  readonly admitted: number;
  readonly refused: number;
}

const RETRY_FALLBACK_S = 1;

function send(load: FairnessLoad, one: LoadRequest, agent: Agent): Promise<{ status: number; retryS: number }> {
  const body = load.shared?.body ?? (one.body === undefined ? undefined : JSON.stringify(one.body));
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${load.token}`,
      'content-type': load.shared?.type ?? 'application/json',
      'content-length': Buffer.byteLength(body ?? ''),
    };
    const outgoing = request(load.url + one.path, { method: one.method, agent, headers }, (response) => {
      response.resume();
      const retryS = Number(response.headers['retry-after'] ?? RETRY_FALLBACK_S);
      response.on('close', () => resolve({ status: response.statusCode ?? 0, retryS }));
    });
    outgoing.on('socket', ignoreErrors);
    outgoing.on('error', () => resolve({ status: 0, retryS: 0 }));
    if (load.giveUpMs !== undefined) setTimeout(() => outgoing.destroy(), load.giveUpMs);
    outgoing.end(body);
  });
}

/** The server may refuse a request before it has its whole body. Then no other listener hears the error of the socket. */
function ignoreErrors(socket: Socket): void {
  if (!socket.listeners('error').includes(ignoreError)) socket.on('error', ignoreError);
}

function ignoreError(): void {
  // The result of the request tells what happened.
}

/** Keeps all connections busy. After a refusal, a connection waits as long as it is told. */
async function run(load: FairnessLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const report = { admitted: 0, refused: 0 };
  setInterval(() => process.send?.(report), 1000);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const one = load.requests[next++ % load.requests.length];
      if (one === undefined) return;
      const { status, retryS } = await send(load, one, agent);
      const isRefused = status === 429 || status === 503;
      if (isRefused) {
        report.refused += 1;
        await delay(retryS * 1000);
      } else report.admitted += 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, worker));
}

process.once('message', (load) => void run(load as FairnessLoad));
