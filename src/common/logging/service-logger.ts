import type { LoggerService } from '@nestjs/common';
import { types } from 'node:util';
import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { toLoggedError } from './log-error';

/** Size of the log buffer, in bytes. Lines that do not fit are dropped, so that a slow reader blocks no request. */
const BUFFER_BYTES = 4 * 1_048_576;

/** Members that are redacted, at the top level of a line and one level below. */
const SECRET_NAMES = [
  'authorization',
  'cookie',
  'password',
  'token',
  'access_token',
  'refresh_token',
  'secret',
  'api_key',
];

/** Classes of Nest that log every module and route when the service starts. */
const STARTUP_CONTEXTS: ReadonlySet<unknown> = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Writes structured logs, one JSON object per line, for the service and for Nest. */
export class ServiceLogger implements LoggerService {
  /** Number of lines dropped because the reader of the log was too slow. */
  dropped = 0;
  readonly pino: Logger;

  /** `destination` is a stream, a file descriptor or a path; default: standard output. */
  constructor(level: string, destination: DestinationStream | number | string = 1) {
    this.pino = pino(
      {
        level,
        base: undefined,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        serializers: { err: toLoggedError },
        redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      },
      typeof destination === 'object' ? destination : this.openBounded(destination),
    );
  }

  log(message: unknown, ...context: unknown[]): void {
    this.write(STARTUP_CONTEXTS.has(context.at(-1)) ? 'debug' : 'info', message, context);
  }

  error(message: unknown, ...context: unknown[]): void {
    this.write('error', message, context);
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.write('warn', message, context);
  }

  debug(message: unknown, ...context: unknown[]): void {
    this.write('debug', message, context);
  }

  verbose(message: unknown, ...context: unknown[]): void {
    this.write('trace', message, context);
  }

  fatal(message: unknown, ...context: unknown[]): void {
    this.write('fatal', message, context);
  }

  /**
   * After the message, Nest passes the stack of an error, the name of a class, or both. A stack that is passed as a
   * text is not logged, because values are masked only in `Error` objects. Such an object can be the message or follow
   * it. Any other message that is not a text is logged as `Event`, without its content.
   */
  private write(level: Level, message: unknown, context: unknown[]): void {
    const name = context.findLast((each) => typeof each === 'string' && !each.includes('\n'));
    const error = [message, ...context].find((each) => types.isNativeError(each));
    const text = types.isNativeError(message) ? message.name : typeof message === 'string' ? message : 'Event';
    this.pino[level]({ ...(name === undefined ? {} : { context: name }), ...(error ? { err: error } : {}) }, text);
  }

  private openBounded(dest: number | string): DestinationStream {
    const stream = pino.destination({ dest, sync: false, maxLength: BUFFER_BYTES });
    stream.on('drop', () => (this.dropped += 1));
    // A closed terminal or a full disk must not end the process. After an error, the flush at exit would retry forever.
    // So the flush does nothing until a write succeeds.
    const flushSync = stream.flushSync.bind(stream);
    stream.on('error', () => (stream.flushSync = () => undefined));
    stream.on('write', () => (stream.flushSync = flushSync));
    return stream;
  }
}
