import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback-server';

/** A span that an OTLP receiver received, with its attributes as a plain object. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** An OTLP/HTTP receiver on a loopback port that keeps the received spans in memory. */
export interface FakeCollector {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The received bodies as text, one per line. */
  readonly text: () => string;
  close(): Promise<void>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpBody {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & { readonly attributes: readonly OtlpAttribute[] })[];
    }[];
  }[];
}

/** Starts a receiver. The caller must `close` it. */
export async function startFakeCollector(): Promise<FakeCollector> {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      texts.push(text);
      for (const resource of (JSON.parse(text) as OtlpBody).resourceSpans) {
        for (const scope of resource.scopeSpans) spans.push(...scope.spans.map(toSpan));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}/v1/traces`,
    spans,
    text: () => texts.join('\n'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}

/** In OTLP, an attribute has its value in an object whose only key is the type, such as `{ stringValue: 'GET' }`. */
function toSpan(span: OtlpBody['resourceSpans'][number]['scopeSpans'][number]['spans'][number]): ReceivedSpan {
  const attributes = Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
  return { ...span, attributes };
}
