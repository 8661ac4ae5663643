import { Choice, Integer, Parsed, Text } from './setting.decorators';
import { parseAddressList, parseBasePath, parseOrigins, parseTracesUrl } from './setting-values';

const MEBIBYTE = 1_048_576;

/** Settings for addresses, logs, and the limits on requests and connections. */
export class ServerSettings {
  @Choice({
    default: 'production',
    values: ['production', 'development', 'test'],
    doc: 'Environment; in production, the embedded database requires EMBEDDED_DATABASE=1.',
  })
  readonly NODE_ENV: 'production' | 'development' | 'test';

  @Text({ default: '127.0.0.1', doc: 'Address that the API listens on.' })
  readonly HOST: string;

  @Integer({ default: 3000, min: 0, max: 65_535, doc: 'Port of the API; 0 uses any free port.' })
  readonly PORT: number;

  @Parsed({
    default: '',
    parse: parseBasePath,
    doc: 'Path under which a proxy publishes the service, such as /media/intelligence; links and problem types begin with it.',
  })
  readonly BASE_PATH: string;

  @Parsed({
    default: '',
    parse: parseOrigins,
    doc: 'Origins whose pages may call the API (CORS), comma-separated, such as https://app.example; * for all.',
  })
  readonly CORS_ORIGINS: readonly string[];

  @Text({ default: '127.0.0.1', doc: 'Address that the metrics listen on.' })
  readonly METRICS_HOST: string;

  @Integer({ default: 9464, min: 0, max: 65_535, doc: 'Port of the metrics; 0 disables them.' })
  readonly METRICS_PORT: number;

  @Choice({
    default: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    doc: 'Least severe level that is logged.',
  })
  readonly LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

  @Parsed({
    default: '',
    parse: parseTracesUrl,
    doc: 'OTLP/HTTP receiver of traces, such as http://collector:4318/v1/traces; without it, none are sent.',
  })
  readonly OTLP_TRACES_URL: string;

  @Integer({
    default: 100,
    min: 0,
    max: 100,
    unit: 'percent',
    doc: 'Share of traces that are sent; if a request has a traceparent header, its sampling flag decides instead.',
  })
  readonly TRACES_SAMPLED_PERCENT: number;

  @Parsed({
    default: '',
    parse: parseAddressList,
    doc: 'Proxies whose X-Forwarded-For header is trusted, comma-separated; none by default.',
  })
  readonly TRUST_PROXY: readonly string[];

  @Integer({
    default: MEBIBYTE + 65_536,
    min: 1024,
    max: 64 * MEBIBYTE,
    unit: 'bytes',
    doc: 'Maximum size of the JSON body of an artifact, run, tool call, citation check or MCP message; for other routes, 65536 bytes if that is less.',
  })
  readonly BODY_LIMIT_BYTES: number;

  @Integer({
    default: 1,
    min: 0,
    max: 16,
    doc: 'Number of threads that parse large bodies and shrink large payloads; with 0, the main thread does this.',
  })
  readonly WORK_THREADS: number;

  @Integer({
    default: 1024 * MEBIBYTE,
    min: 1024,
    max: 65_536 * MEBIBYTE,
    unit: 'bytes',
    doc: 'Maximum size of the body of a streamed import.',
  })
  readonly IMPORT_BODY_LIMIT_BYTES: number;

  @Integer({
    default: 3_600_000,
    min: 100,
    max: 86_400_000,
    unit: 'milliseconds',
    doc: 'Maximum duration of a streamed import; batches that were stored before the timeout remain stored.',
  })
  readonly IMPORT_TIMEOUT_MS: number;

  @Integer({
    default: 10_000,
    min: 100,
    max: 120_000,
    unit: 'milliseconds',
    doc: 'Maximum time for a client to send the request headers.',
  })
  readonly HEADERS_TIMEOUT_MS: number;

  @Integer({
    default: 30_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Maximum time for a client to send a complete request.',
  })
  readonly REQUEST_TIMEOUT_MS: number;

  @Integer({
    default: 65_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Time after which an idle connection is closed.',
  })
  readonly KEEP_ALIVE_TIMEOUT_MS: number;

  @Integer({
    default: 10_000,
    min: 0,
    max: 120_000,
    unit: 'milliseconds',
    doc: 'Maximum time of a shutdown; requests in flight may continue for 80 % of it.',
  })
  readonly SHUTDOWN_TIMEOUT_MS: number;

  @Integer({ default: 5000, min: 1, max: 100_000, doc: 'Maximum number of open connections; further ones are closed.' })
  readonly MAX_CONNECTIONS: number;

  @Integer({
    default: 2000,
    min: 1,
    max: 100_000,
    doc: 'Maximum number of open connections of one address (IPv6: of one /64), except those in TRUST_PROXY.',
  })
  readonly MAX_CONNECTIONS_PER_ADDRESS: number;
}
