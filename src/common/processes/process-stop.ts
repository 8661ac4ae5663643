/** Handles the signals that request the process to stop. */
import { once } from 'node:events';
import { constants } from 'node:os';
import { OperatorError } from '../problems/operator-error';

/** Signals of supervisors, of Ctrl-C, and of a terminal that closes. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

type StopSignal = (typeof SIGNALS)[number];

/** Signals within this time of the first one are the same request: npm forwards a Ctrl-C that also arrives directly. */
const ONE_REQUEST_MS = 1_000;
/** Maximum time from the request to the exit of the process, unless `takeOver` was called. */
const GRACE_MS = 10_000;

/** A stop was requested before the work was complete. */
export class StopRequestedError extends OperatorError {
  override readonly name = 'StopRequestedError';
  /** 128 plus the number of the signal, as in shells. */
  readonly exitCode: number;

  constructor(signal: StopSignal) {
    super(`Stopped by ${signal} before the work was complete.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** The stop request of a process. Long-running work observes `signal` and has `GRACE_MS` to end. */
export class ProcessStop {
  private readonly controller = new AbortController();
  private onRepeated: (() => void) | null = null;
  private requestedAt = 0;

  /** Aborts at the first request, with a `StopRequestedError` as the reason. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /**
   * Installs the signal handlers. Without them, a signal ends the process at once, or is ignored if the process is
   * PID 1.
   */
  listen(): void {
    for (const name of SIGNALS) process.on(name, () => this.request(name));
  }

  /** Resolves at the first request. */
  async requested(): Promise<void> {
    if (!this.signal.aborted) await once(this.signal, 'abort');
  }

  /**
   * Returns the result of the work. If a stop is requested, throws the reason at once, without waiting for the work.
   */
  async unlessRequested<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this;
    signal.throwIfAborted();
    let onAbort = (): void => undefined;
    const stopped = new Promise<never>((_settle, reject) => {
      onAbort = () => reject(signal.reason as StopRequestedError);
      signal.addEventListener('abort', onAbort);
    });
    try {
      return await Promise.race([work(), stopped]);
    } catch (error) {
      // The work may fail because of the stop. Then the reason of the stop is thrown.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /**
   * Leaves the stop to the caller and removes the time limit. The caller notices the first request with `requested` or
   * `signal`. Each further request calls `onRepeated`.
   */
  takeOver(onRepeated: () => void): void {
    this.onRepeated = onRepeated;
  }

  private request(name: StopSignal): void {
    if (this.signal.aborted) {
      if (performance.now() - this.requestedAt >= ONE_REQUEST_MS) this.force();
      return;
    }
    this.requestedAt = performance.now();
    // Writes fail after the terminal has closed. An 'error' event without a listener would end the process.
    if (name === 'SIGHUP') for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    this.controller.abort(new StopRequestedError(name));
    setTimeout(() => {
      if (this.onRepeated === null) this.force();
    }, GRACE_MS).unref();
  }

  private force(): void {
    if (this.onRepeated !== null) return this.onRepeated();
    const { exitCode } = this.signal.reason as StopRequestedError;
    process.exit(exitCode);
  }
}

/** The stop request of this process. `stop-signals.ts` calls `listen` before the modules of the service are loaded. */
export const processStop = new ProcessStop();
