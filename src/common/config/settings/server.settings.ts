import { Choice, Integer, Parsed, Text } from './setting.decorators';
import { parseAddressList, parseBasePath, parseOrigins, parseTracesUrl } from './setting-values';

const MEBIBYTE = 1_048_576;

/** Settings for addresses, logs, and the limits on requests and connections. */
export class ServerSettings {
  @Choice('Environment; in production, the embedded database requires EMBEDDED_DATABASE=1.', {
    default: 'production',
    values: ['production', 'development', 'test'],
  })
  readonly NODE_ENV: 'production' | 'development' | 'test';

  @Text('Address that the API listens on.', { default: '127.0.0.1' })
  readonly HOST: string;

  @Integer('Port of the API; 0 uses any free port.', { default: 3000, min: 0, max: 65_535 })
  readonly PORT: number;

  @Parsed(
    'Path under which a proxy publishes the service, such as /media/intelligence; links and problem types begin with it.',
    { default: '', parse: parseBasePath },
  )
  readonly BASE_PATH: string;

  @Parsed('Origins whose pages may call the API (CORS), comma-separated, such as https://app.example; * for all.', {
    default: '',
    parse: parseOrigins,
  })
  readonly CORS_ORIGINS: readonly string[];

  @Text('Address that the server for metrics listens on.', { default: '127.0.0.1' })
  readonly METRICS_HOST: string;

  @Integer('Port of the server for metrics; 0 disables it.', { default: 9464, min: 0, max: 65_535 })
  readonly METRICS_PORT: number;

  @Choice('Least severe level that is logged; commands have the default warn.', {
    default: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
  })
  readonly LOG_LEVEL: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

  @Parsed('OTLP/HTTP receiver of traces, such as http://collector:4318/v1/traces; without it, none are sent.', {
    default: '',
    parse: parseTracesUrl,
  })
  readonly OTLP_TRACES_URL: string;

  @Integer('Share of traces that are sent; if a request has a traceparent header, its sampling flag decides instead.', {
    default: 100,
    min: 0,
    max: 100,
  })
  readonly TRACES_SAMPLED_PERCENT: number;

  @Parsed('Proxies whose X-Forwarded-For header is trusted, comma-separated; none by default.', {
    default: '',
    parse: parseAddressList,
  })
  readonly TRUST_PROXY: readonly string[];

  @Integer(
    'Maximum size of the JSON body of an artifact, run, tool call, citation check or MCP message; the maximum of other routes is 65536 bytes, or this value if it is less.',
    { default: MEBIBYTE + 65_536, min: 1024, max: 64 * MEBIBYTE },
  )
  readonly BODY_LIMIT_BYTES: number;

  @Integer('Number of threads that parse large bodies and redact large payloads; with 0, the main thread does this.', {
    default: 1,
    min: 0,
    max: 16,
  })
  readonly WORK_THREADS: number;

  @Integer('Maximum size of the body of a streamed import.', {
    default: 1024 * MEBIBYTE,
    min: 1024,
    max: 65_536 * MEBIBYTE,
  })
  readonly IMPORT_BODY_LIMIT_BYTES: number;

  @Integer('Maximum duration of a streamed import; batches that were stored before the timeout remain stored.', {
    default: 3_600_000,
    min: 100,
    max: 86_400_000,
  })
  readonly IMPORT_TIMEOUT_MS: number;

  @Integer('Maximum time for a client to send the request headers.', { default: 10_000, min: 100, max: 120_000 })
  readonly HEADERS_TIMEOUT_MS: number;

  @Integer(
    'Maximum time for a client to send a JSON body; a connection that transfers nothing for four times this time is closed.',
    { default: 30_000, min: 100, max: 600_000 },
  )
  readonly REQUEST_TIMEOUT_MS: number;

  @Integer('Time after which an idle connection is closed.', { default: 65_000, min: 100, max: 600_000 })
  readonly KEEP_ALIVE_TIMEOUT_MS: number;

  @Integer(
    'Maximum time for a server to stop; requests in flight may continue for 80 % of it. Sending the last traces can take five seconds more.',
    { default: 10_000, min: 0, max: 120_000 },
  )
  readonly SHUTDOWN_TIMEOUT_MS: number;

  @Integer('Maximum number of open connections; further ones are closed.', { default: 5000, min: 1, max: 100_000 })
  readonly MAX_CONNECTIONS: number;

  @Integer('Maximum number of open connections of one address (IPv6: of one /64), except those in TRUST_PROXY.', {
    default: 2000,
    min: 1,
    max: 100_000,
  })
  readonly MAX_CONNECTIONS_PER_ADDRESS: number;
}
