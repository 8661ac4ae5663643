import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { Problem, PROBLEM_MEDIA_TYPE, toProblemDocument } from '../common/problems/problem';
import type { ProblemCode } from '../common/problems/problem-codes';

const CODES: Readonly<Record<string, ProblemCode | undefined>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload-too-large',
};

/**
 * Answers with a problem document when Node's HTTP parser refuses a request, and closes the connection. The exception
 * filter cannot do this, because Node reports the error without a request.
 */
export function answerParserError(error: NodeJS.ErrnoException, socket: Duplex, basePath: string): void {
  const isParserError = error.code?.startsWith('HPE_') === true;
  if (!socket.writable || !isParserError || hasAnswered(socket)) {
    socket.destroy();
    return;
  }
  socket.end(renderAnswer(new Problem(CODES[error.code ?? ''] ?? 'invalid-request', { detail: DETAIL }), basePath));
}

const DETAIL = 'The request is not valid HTTP, or it exceeds a size limit of the server.';

/** Whether the server has started to send a response on this socket, which a second response would corrupt. */
function hasAnswered(socket: Duplex): boolean {
  const { _httpMessage: response } = socket as { _httpMessage?: { headersSent?: boolean } };
  return response?.headersSent === true;
}

function renderAnswer(problem: Problem, basePath: string): string {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblemDocument(problem, requestId, basePath));
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
