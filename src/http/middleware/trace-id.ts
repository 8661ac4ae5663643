import { trace } from '@opentelemetry/api';
import type { IncomingMessage } from 'node:http';

/** W3C Trace Context: version, trace id, id of the caller's span, flags; later versions may add more. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const NO_TRACE = '0'.repeat(32);

/**
 * Returns the trace id of a request: that of its span or, if no traces are exported, that of its header `traceparent`.
 * Returns null if there is neither.
 */
export function findTraceId({ headers }: IncomingMessage): string | null {
  const own = trace.getActiveSpan()?.spanContext().traceId;
  if (own !== undefined) return own;
  const { traceparent } = headers;
  const parent = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return parent === undefined || parent === NO_TRACE ? null : parent;
}
