import { trace } from '@opentelemetry/api';
import type { IncomingMessage } from 'node:http';

/**
 * W3C Trace Context: version, trace id, id of the caller's span, flags. Version `ff` and ids of zeros are invalid. Only
 * versions after `00` can have more fields.
 */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:$|(?<!^00.{53})-)/;

/**
 * Returns the trace id of the active span. Without a span, returns the trace id in the header `traceparent`, or null if
 * this header is absent or invalid.
 */
export function findTraceId({ headers }: IncomingMessage): string | null {
  const active = trace.getActiveSpan()?.spanContext().traceId;
  if (active !== undefined) return active;
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? (TRACEPARENT.exec(traceparent)?.[1] ?? null) : null;
}
