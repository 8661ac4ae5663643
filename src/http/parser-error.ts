import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { Problem } from '../common/problems/problem';
import { PROBLEM_MEDIA_TYPE, toProblemDocument } from '../common/problems/problem-document';
import type { ProblemCode } from '../common/problems/problem-codes';

const CODES: Readonly<Record<string, ProblemCode | undefined>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload-too-large',
};

/**
 * Closes a connection after an error. Answers first with a problem document if Node's HTTP parser refused a request and
 * no response has begun. The exception filter cannot do this, because Node reports the error without a request.
 */
export function answerParserError(error: NodeJS.ErrnoException, socket: Duplex, basePath: string): void {
  const isParserError = error.code?.startsWith('HPE_') === true;
  if (!socket.writable || !isParserError || openResponse(socket)?.headersSent === true) {
    socket.destroy();
    return;
  }
  socket.end(renderAnswer(new Problem(CODES[error.code ?? ''] ?? 'invalid-request', { detail: DETAIL }), basePath));
}

const DETAIL = 'The request is not valid HTTP, or it exceeds a size limit of the server.';

/** Answers a CONNECT request with 405, and closes the connection. For this method, Node creates no response object. */
export function refuseTunnel(socket: Duplex, basePath: string): void {
  // Node has removed its own listener. An error without a listener would end the process.
  socket.on('error', () => socket.destroy());
  // If an earlier request is not answered yet, the client would assign this answer to that request.
  if (!socket.writable || openResponse(socket) !== null) {
    socket.destroy();
    return;
  }
  const problem = new Problem('method-not-allowed', { headers: { Allow: '' } });
  // Node no longer limits the time of this connection, so the service does not wait until the client closes it.
  socket.end(renderAnswer(problem, basePath), () => socket.destroy());
}

/**
 * Returns the response on this socket that the service has not ended; null if there is none. Once its headers are sent,
 * a second response would corrupt it.
 */
function openResponse(socket: Duplex): { readonly headersSent: boolean } | null {
  return (socket as { _httpMessage?: { readonly headersSent: boolean } | null })._httpMessage ?? null;
}

function renderAnswer(problem: Problem, basePath: string): string {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblemDocument(problem, requestId, basePath));
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...Object.entries(problem.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
