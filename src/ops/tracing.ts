import type { IncomingMessage } from 'node:http';
import type { Span } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { findServiceVersion } from '../common/project-root';

/** Time limit of an export of spans, in milliseconds. */
const EXPORT_TIMEOUT_MS = 5000;
/** Maximum length of an attribute, such as the text of a statement. */
const ATTRIBUTE_CHARS = 2000;
/** Maximum number of spans that wait for the export. Further spans are dropped. */
const QUEUE_MAX = 4096;
/** URLs of requests that are not traced, also below a base path. */
const UNTRACED_URL = /\/(?:health\/[a-z]+|metrics)(?:\?|$)/;

/**
 * Traces HTTP requests, except requests for health and metrics, and the database statements that are part of a traced
 * request. The span of a statement contains the SQL text with parameter placeholders, but not the parameter values.
 * Query strings are not exported. Returns a function that sends the waiting spans and ends the tracing. It takes at
 * most five seconds and never throws.
 *
 * @param url an OTLP/HTTP receiver, with the path, such as `http://collector:4318/v1/traces`
 * @param sampledShare share of the traces that are exported, from 0 to 1; if a request has a `traceparent`, its
 * sampling flag decides instead
 */
export function startTracing(url: string, sampledShare: number): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: EXPORT_TIMEOUT_MS });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'intelligence', 'service.version': findServiceVersion() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARS },
    spanProcessors: [
      new BatchSpanProcessor(exporter, { maxQueueSize: QUEUE_MAX, exportTimeoutMillis: EXPORT_TIMEOUT_MS }),
    ],
  });
  provider.register();
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url = '' }) => UNTRACED_URL.test(url),
        requireParentforOutgoingSpans: true,
        applyCustomAttributesOnSpan: (span, request) => nameSpanByRoute(span, request as IncomingMessage),
      }),
      new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    ],
  });
  return () => provider.shutdown().catch(() => undefined);
}

/** Names the span of a request by its route, and removes the query string. */
function nameSpanByRoute(span: Span, request: IncomingMessage): void {
  const { method } = request;
  const { route } = request as IncomingMessage & { route?: { path?: unknown } };
  // The function is also called for outgoing requests, which have no HTTP version.
  if (typeof method !== 'string' || !('httpVersion' in request)) return;
  if (typeof route?.path === 'string') {
    span.updateName(`${method} ${route.path}`).setAttribute('http.route', route.path);
  }
  // A query string can contain a secret, such as a token that belongs in a header.
  span.setAttribute('url.query', '');
}
