/** How a process learns that it is asked to stop. */
import { once } from 'node:events';
import { constants } from 'node:os';
import { OperatorError } from '../problems/operator-error';

/** From a supervisor, from Ctrl-C, from a terminal that closed. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** The signals that ask for a stop. */
export type StopSignal = (typeof SIGNALS)[number];

/** Ctrl-C reaches every process of the terminal, and npm sends it once more: within this time that is one request. */
const ONE_REQUEST_MS = 1_000;
/** Longest time from the request to the end, unless somebody took the stop over. */
const GRACE_MS = 10_000;

/** The process was asked to stop before its work was done. */
export class StopRequestedError extends OperatorError {
  override readonly name = 'StopRequestedError';
  /** 128 plus the number of the signal, as shells count. */
  readonly exitCode: number;

  constructor(signal: StopSignal) {
    super(`Stopped by ${signal} before it was done.`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** The request to stop of one process. Work that takes long looks at `signal`; nothing is cut off before `GRACE_MS`. */
export class ProcessStop {
  private readonly controller = new AbortController();
  private takenOver: (() => void) | null = null;
  private requestedAt = 0;

  /** Aborts at the first request; the reason is a `StopRequestedError`. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Receives the signals from now on. Until then each ends the process where it stands, and PID 1 gets none. */
  listen(): void {
    for (const name of SIGNALS) process.on(name, () => this.request(name));
  }

  /** Settles at the first request. */
  async requested(): Promise<void> {
    if (!this.signal.aborted) await once(this.signal, 'abort');
  }

  /** The result of the work; or, once a stop is requested, its reason, and what the work then does is not waited for. */
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
      // The work may hear of the stop first, and fail for it.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** The caller stops in its own time from now on; `hurry` is called whenever the process is asked again. */
  takeOver(hurry: () => void): void {
    this.takenOver = hurry;
  }

  private request(name: StopSignal): void {
    if (this.signal.aborted) {
      if (performance.now() - this.requestedAt >= ONE_REQUEST_MS) this.hurry();
      return;
    }
    this.requestedAt = performance.now();
    // Where the terminal closed, nobody reads any more.
    if (name === 'SIGHUP') for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    this.controller.abort(new StopRequestedError(name));
    if (this.takenOver === null) setTimeout(() => this.hurry(), GRACE_MS).unref();
  }

  private hurry(): void {
    if (this.takenOver !== null) return this.takenOver();
    const { exitCode } = this.signal.reason as StopRequestedError;
    process.exit(exitCode);
  }
}

/** The request to stop of this process; each program has it listen before anything is started. */
export const processStop = new ProcessStop();
