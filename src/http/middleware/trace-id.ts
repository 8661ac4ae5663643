import { trace } from '@opentelemetry/api';
import type { IncomingMessage } from 'node:http';

/** W3C Trace Context: version, trace id, id of the caller's span, flags; later versions may add more. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-|$)/;
const NO_TRACE = '0'.repeat(32);

/**
 * Returns the id of the trace that a request belongs to: that of its own span, or without the export of traces that of the
 * header `traceparent`. Returns null if there is neither.
 */
export function findTraceId({ headers }: IncomingMessage): string | null {
  const own = trace.getActiveSpan()?.spanContext().traceId;
  if (own !== undefined) return own;
  const { traceparent } = headers;
  const given = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined;
  return given === undefined || given === NO_TRACE ? null : given;
}
