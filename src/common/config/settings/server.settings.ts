import { Choice, Integer, Parsed, Text } from './setting.decorators';
import { parseAddressList } from './setting-values';

const MEBIBYTE = 1_048_576;

/** How the process listens, logs and bounds what clients send. */
export class ServerSettings {
  @Choice({
    default: 'production',
    values: ['production', 'development', 'test'],
    doc: 'Outside production, the embedded database needs no consent.',
  })
  readonly NODE_ENV: 'production' | 'development' | 'test';

  @Text({ default: '127.0.0.1', doc: 'Address that the API listens on.' })
  readonly HOST: string;

  @Integer({ default: 3000, min: 0, max: 65_535, doc: 'Port of the API; 0 takes a free one.' })
  readonly PORT: number;

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
    parse: parseAddressList,
    doc: 'Proxies whose X-Forwarded-For is trusted, comma-separated; none by default.',
  })
  readonly TRUST_PROXY: readonly string[];

  @Integer({
    default: MEBIBYTE + 65_536,
    min: 1024,
    max: 64 * MEBIBYTE,
    unit: 'bytes',
    doc: 'Largest JSON body of an artifact, a run or a tool call; other routes take at most 65536 bytes.',
  })
  readonly BODY_LIMIT_BYTES: number;

  @Integer({
    default: 1,
    min: 0,
    max: 16,
    doc: 'Threads that parse large bodies and shorten large payloads; with 0, the main thread does it.',
  })
  readonly WORK_THREADS: number;

  @Integer({
    default: 1024 * MEBIBYTE,
    min: 1024,
    max: 65_536 * MEBIBYTE,
    unit: 'bytes',
    doc: 'Largest body of a streamed import.',
  })
  readonly IMPORT_BODY_LIMIT_BYTES: number;

  @Integer({
    default: 10_000,
    min: 100,
    max: 120_000,
    unit: 'milliseconds',
    doc: 'Time for a client to send the headers.',
  })
  readonly HEADERS_TIMEOUT_MS: number;

  @Integer({
    default: 30_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'Time for a client to send a request.',
  })
  readonly REQUEST_TIMEOUT_MS: number;

  @Integer({
    default: 65_000,
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    doc: 'How long an idle connection is kept open.',
  })
  readonly KEEP_ALIVE_TIMEOUT_MS: number;

  @Integer({
    default: 10_000,
    min: 0,
    max: 120_000,
    unit: 'milliseconds',
    doc: 'Time for requests in flight to end after a stop is requested.',
  })
  readonly SHUTDOWN_TIMEOUT_MS: number;

  @Integer({ default: 5000, min: 1, max: 100_000, doc: 'Open connections at the same time; further ones are closed.' })
  readonly MAX_CONNECTIONS: number;
}
