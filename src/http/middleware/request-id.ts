import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findUuid } from '../../common/media-id';

const REQUEST_ID = Symbol('request id');

interface Identified {
  [REQUEST_ID]?: string;
}

/**
 * The id of a request: the caller's own `X-Request-Id` when it is a UUID, else a new one. The same for the whole life
 * of the request.
 */
export function requestIdOf(request: IncomingMessage): string {
  const identified = request as Identified;
  identified[REQUEST_ID] ??= findUuid(String(request.headers['x-request-id'] ?? '')) ?? randomUUID();
  return identified[REQUEST_ID];
}
