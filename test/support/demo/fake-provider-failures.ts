/** Failures that the fake provider can simulate. */
import type { ServerResponse } from 'node:http';

/** The kinds of simulated failures. */
export type FailureKind =
  | '429'
  | '429-retry-after-1'
  | '429-retry-after-date'
  | '429-retry-after-hour'
  | '429-retry-after-fraction'
  | '429-retry-after-negative'
  | '429-retry-after-month-and-day'
  | '500'
  | '503'
  | 'silent'
  | 'slow-drip'
  | 'cut-body'
  | 'cut-json'
  | 'html'
  | 'html-error'
  | 'huge-body'
  | 'redirect'
  | 'reset'
  | 'wrong-types'
  | 'deep-json'
  | 'page-refused'
  | 'empty';

const JSON_TYPE = { 'content-type': 'application/json;charset=utf-8' };
const DRIP_MS = 50;
const HUGE_BYTES = 1024 ** 3;

/** Sends the response of a simulated failure, or no response. */
export function simulateFailure(kind: FailureKind, response: ServerResponse): void {
  FAILURES[kind](response);
}

const FAILURES: Record<FailureKind, (response: ServerResponse) => void> = {
  '429': (response) => limit(response, {}),
  '429-retry-after-1': (response) => limit(response, { 'retry-after': '1' }),
  '429-retry-after-date': (response) => limit(response, { 'retry-after': new Date(Date.now() + 1000).toUTCString() }),
  '429-retry-after-hour': (response) => limit(response, { 'retry-after': '3600' }),
  '429-retry-after-fraction': (response) => limit(response, { 'retry-after': '1.5' }),
  '429-retry-after-negative': (response) => limit(response, { 'retry-after': '-5' }),
  '429-retry-after-month-and-day': (response) => limit(response, { 'retry-after': 'January 5' }),
  '500': (response) => fail(response, 500, 11, 'Internal error: Something went wrong.'),
  '503': (response) => fail(response, 503, 9, 'Service offline: try again later.'),
  silent: () => undefined,
  'slow-drip': drip,
  'cut-body': (response) => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    response.write('{"page":1,');
    setImmediate(() => response.destroy());
  },
  'cut-json': (response) => void response.writeHead(200, JSON_TYPE).end('{"page":1,"results":['),
  html: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Hi</body></html>'),
  'html-error': (response) => void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  'huge-body': pour,
  redirect: (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end(),
  reset: (response) => void response.socket?.resetAndDestroy(),
  'wrong-types': (response) =>
    void response.writeHead(200, JSON_TYPE).end('{"id":"x","title":5,"name":[],"page":"1","results":{},"seasons":0}'),
  'deep-json': (response) =>
    void response
      .writeHead(200, JSON_TYPE)
      .end(`{"page":1,"total_pages":1,"results":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
  'page-refused': (response) =>
    fail(response, 400, 22, 'Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.'),
  empty: (response) => void response.writeHead(200, JSON_TYPE).end(),
};

function limit(response: ServerResponse, headers: Record<string, string>): void {
  const body = { status_code: 25, status_message: 'Your request count is over the allowed limit.', success: false };
  response.writeHead(429, { ...JSON_TYPE, ...headers }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, status: number, code: number, message: string): void {
  response
    .writeHead(status, JSON_TYPE)
    .end(JSON.stringify({ status_code: code, status_message: message, success: false }));
}

/** Sends single bytes with pauses, and never ends the response. */
function drip(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE);
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

/** Sends a gibibyte as fast as the client reads it. */
function pour(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE);
  const chunk = Buffer.alloc(65_536, ' ');
  let sent = 0;
  const more = (): void => {
    while (sent < HUGE_BYTES && !response.destroyed) {
      sent += chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}
