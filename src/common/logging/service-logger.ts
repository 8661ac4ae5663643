import type { LoggerService } from '@nestjs/common';
import { types } from 'node:util';
import pino, { type DestinationStream, type Level, type Logger } from 'pino';
import { toLoggedError } from './log-error';

/** Bytes kept for a reader of the log that does not keep up; beyond it lines are dropped and counted. */
const BUFFER_BYTES = 4 * 1_048_576;

/** Names of members that never reach the log, at the top of a line and one level below. */
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

/** Parts of the framework that name each module and route at every start. */
const CHATTY: ReadonlySet<unknown> = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** Structured logs, one JSON object a line. Implements Nest's logger, so that the framework's lines look the same. */
export class ServiceLogger implements LoggerService {
  /** Lines lost because the reader of the log did not keep up. */
  dropped = 0;
  readonly pino: Logger;

  /** Writes to a file descriptor or path, standard output by default. A blocked reader never blocks a request. */
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
    this.write(CHATTY.has(context.at(-1)) ? 'debug' : 'info', message, context);
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

  /** Nest passes the context last; an error comes as the message or, as its stack, before the context. */
  private write(level: Level, message: unknown, context: unknown[]): void {
    const name = context.findLast((each) => typeof each === 'string');
    const error = [message, ...context].find((each) => types.isNativeError(each));
    const text = types.isNativeError(message) ? message.name : typeof message === 'string' ? message : 'Event';
    this.pino[level]({ ...(name === undefined ? {} : { context: name }), ...(error ? { err: error } : {}) }, text);
  }

  private openBounded(dest: number | string): DestinationStream {
    const stream = pino.destination({ dest, sync: false, maxLength: BUFFER_BYTES });
    stream.on('drop', () => (this.dropped += 1));
    // A terminal that was closed, or a full disk, is no reason to end. The flush at the end would try forever.
    const flushSync = stream.flushSync.bind(stream);
    stream.on('error', () => (stream.flushSync = () => undefined));
    stream.on('write', () => (stream.flushSync = flushSync));
    return stream;
  }
}
