import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const REQUEST_ID = Symbol('request id');
/** Only characters that need no quoting in logs, headers and URIs. */
const VALID_ID = /^[\w.:/+=@-]{1,128}$/;

interface Identified {
  [REQUEST_ID]?: string;
}

/**
 * Returns the id of a request: a valid `X-Request-Id` (1 to 128 letters, digits and `_.:/+=@-`), otherwise a new UUID.
 * Every call for the same request returns the same id.
 */
export function requestIdOf(request: IncomingMessage): string {
  const identified = request as Identified;
  identified[REQUEST_ID] ??= findRequestIdHeader(request) ?? randomUUID();
  return identified[REQUEST_ID];
}

function findRequestIdHeader({ headers }: IncomingMessage): string | null {
  const value = headers['x-request-id'];
  return typeof value === 'string' && VALID_ID.test(value) ? value : null;
}
