/**
 * Script that sends requests of one user as fast as the service admits them, or aborts each request a fixed time after
 * it was sent. `fairness.ts` starts the script as a process.
 */
import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiRequest } from '../api-client';

/** The requests that the process repeats until it is killed. */
export interface FairnessLoad {
  readonly url: string;
  readonly token: string;
  readonly connections: number;
  readonly requests: readonly ApiRequest[];
  /**
   * A placeholder in paths and in the shared body. The process replaces it with the number of the request, in as many
   * hexadecimal digits as the placeholder has characters. So no write is a repetition, which would be less work.
   */
  readonly mark: string;
  /** Milliseconds between two reports. */
  readonly reportIntervalMs: number;
  /** Body and media type of all requests. By default, each request has its own body, which is JSON. */
  readonly shared?: { readonly body: string; readonly type: string };
  /** The error status that the requests should get, such as 401 for wrong logins. By default, they should succeed. */
  readonly expectedStatus?: number;
  /**
   * The client aborts each request after `afterMs`, and sends the next one after `pauseMs`. Without this option, it
   * waits for the response.
   */
  readonly abort?: { readonly afterMs: number; readonly pauseMs: number };
}

/** Numbers of requests so far. The process sends them to its parent process at intervals. */
export interface FairnessReport {
  /** Requests that succeeded or got `expectedStatus`, and requests that the client aborted. */
  readonly admitted: number;
  /** Requests that got the status 429 or 503, or no response although the client did not abort them. */
  readonly refused: number;
  /** Requests with any other status, which are not the intended load. */
  readonly failed: number;
}

/** Seconds to wait after a refusal without `Retry-After`. */
const DEFAULT_RETRY_S = 1;

/** Sends a request. `status` is 0 if there was no response. */
function send(
  load: FairnessLoad,
  apiRequest: ApiRequest,
  sharedBody: Buffer | null,
  agent: Agent,
): Promise<{ status: number; retryS: number; isAborted: boolean }> {
  const body = sharedBody ?? (apiRequest.body === undefined ? undefined : JSON.stringify(apiRequest.body));
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${load.token}`,
      'content-type': load.shared?.type ?? 'application/json',
      'content-length': Buffer.byteLength(body ?? ''),
    };
    const outgoing = request(load.url + apiRequest.path, { method: apiRequest.method, agent, headers }, (response) => {
      response.resume();
      const retryS = Number(response.headers['retry-after'] ?? DEFAULT_RETRY_S);
      response.on('close', () => resolve({ status: response.statusCode ?? 0, retryS, isAborted }));
    });
    outgoing.on('socket', ignoreErrors);
    let isAborted = false;
    outgoing.on('error', () => resolve({ status: 0, retryS: DEFAULT_RETRY_S, isAborted }));
    const abort = (): void => {
      isAborted = true;
      outgoing.destroy();
    };
    if (load.abort !== undefined) setTimeout(abort, load.abort.afterMs);
    outgoing.end(body);
  });
}

/**
 * The server may refuse a request before it has received the body. The socket then emits an error that nothing else
 * handles.
 */
function ignoreErrors(socket: Socket): void {
  if (!socket.listeners('error').includes(ignoreError)) socket.on('error', ignoreError);
}

function ignoreError(): void {
  // The request reports the failure.
}

/** Returns a function that makes a request's body from the shared body. Copies the shared body only if it has marks. */
function fillMarks(shared: Buffer, mark: string): (digits: string) => Buffer {
  const marks: number[] = [];
  for (let at = shared.indexOf(mark); at !== -1; at = shared.indexOf(mark, at + 1)) marks.push(at);
  if (marks.length === 0) return () => shared;
  return (digits) => {
    const body = Buffer.from(shared);
    for (const at of marks) body.write(digits, at, 'latin1');
    return body;
  };
}

/**
 * Keeps all connections busy. With `abort`, a connection pauses between its requests. After a refusal, a connection
 * waits as long as `Retry-After` says.
 */
async function run(load: FairnessLoad): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const report = { admitted: 0, refused: 0, failed: 0 };
  // Encodes the shared body once, so that encoding takes little processor time from the measured server.
  const toSharedBody = load.shared === undefined ? () => null : fillMarks(Buffer.from(load.shared.body), load.mark);
  setInterval(() => process.send?.(report), load.reportIntervalMs);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const apiRequest = load.requests[next++ % load.requests.length];
      if (apiRequest === undefined) return;
      const digits = next.toString(16).padStart(load.mark.length, '0');
      const path = apiRequest.path.replace(load.mark, digits);
      const { status, retryS, isAborted } = await send(load, { ...apiRequest, path }, toSharedBody(digits), agent);
      const isRefused = status === 429 || status === 503 || (status === 0 && !isAborted);
      if (isRefused) {
        report.refused += 1;
        await delay(retryS * 1000);
      } else if (status >= 300 && status !== load.expectedStatus) {
        report.failed += 1;
      } else {
        report.admitted += 1;
        if (load.abort !== undefined) await delay(load.abort.pauseMs);
      }
    }
  };
  await Promise.all(Array.from({ length: load.connections }, worker));
}

process.once('message', (load) => void run(load as FairnessLoad));
