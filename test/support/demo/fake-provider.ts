import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { answer, type FakeCatalogSettings } from './fake-provider-answers';
import { FakeProblem } from './fake-provider-problem';
import { listenOnLoopback } from '../network/loopback-server';
import { simulateFailure, type FailureKind } from './fake-provider-failures';

interface ReceivedRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  /** Time at which the request was handled, after the latency, in milliseconds since 1970. */
  readonly at: number;
}

/** A failure that the fake provider simulates for the next requests with a matching path. */
interface SimulatedFailure {
  readonly kind: FailureKind;
  /** Pattern of the path. By default, every path matches. */
  readonly path?: RegExp;
  /** Number of requests that still fail. By default, all matching requests fail. */
  times?: number;
}

/** A fake metadata provider on a loopback port, with lists, titles, error responses and simulated failures. */
export interface FakeProvider {
  /** Base URL without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly requests: ReceivedRequest[];
  /** Returns the number of requests whose connection is open and whose response has not ended. */
  readonly inFlight: () => number;
  /** Returns the maximum number of requests that were processed at the same time. */
  readonly maxInFlight: () => number;
  /** Failures to simulate. The first failure that matches a request applies. Tests can change the list at any time. */
  failures: SimulatedFailure[];
  /** Changes the bodies of successful responses. By default, they stay unchanged. */
  rewrite: (body: unknown, path: string) => unknown;
  close(): Promise<void>;
}

/** Starts a fake provider. The caller must `close` it. Delays each response by `latencyMs` milliseconds; default 0. */
export async function startFakeProvider(
  settings: Partial<FakeCatalogSettings> & { latencyMs?: number } = {},
): Promise<FakeProvider> {
  const { latencyMs = 0 } = settings;
  const catalog = { key: '0123456789abcdef0123456789abcdef', perYear: 40, ...settings };
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let inFlight = 0;
  let maxInFlight = 0;
  const provider = { failures: [] as SimulatedFailure[], rewrite: (body: unknown, _path: string): unknown => body };
  const server: Server = createServer((request, response) => {
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    response.on('close', () => (inFlight -= 1));
    // Simulates the latency of a real provider.
    if (latencyMs > 0) setTimeout(() => handle(request, response), latencyMs);
    else handle(request, response);
  });

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://fake');
    const path = url.pathname.replace(/^\/3/, '');
    const parameters = Object.fromEntries(url.searchParams);
    requests.push({ path, parameters, authorization: request.headers.authorization, at: Date.now() });
    const failure = provider.failures.find((candidate) => candidate.path?.test(path) !== false);
    if (failure !== undefined) {
      if (failure.times !== undefined) {
        failure.times -= 1;
        if (failure.times <= 0) provider.failures.splice(provider.failures.indexOf(failure), 1);
      }
      simulateFailure(failure.kind, response);
      return;
    }
    try {
      send(response, 200, provider.rewrite(answer(path, parameters, request.headers.authorization, catalog), path));
    } catch (error) {
      if (!(error instanceof FakeProblem)) throw error;
      send(response, error.status, error.body);
    }
  }

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listenOnLoopback(server);
  return Object.assign(provider, {
    url: `http://127.0.0.1:${port}/3`,
    key: catalog.key,
    requests,
    inFlight: () => inFlight,
    maxInFlight: () => maxInFlight,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=utf-8' });
  response.end(JSON.stringify(body));
}
