import { setTimeout as delay } from 'node:timers/promises';
import { requestContext } from '../../common/request-context';
import { type CancelTarget, sendCancelRequest } from './cancel-request';

/** Time between the first two cancellations of one connection. It doubles with each cancellation. */
const REPEAT_MS = 100;
/** Maximum time between two cancellations of one connection. */
const REPEAT_MAX_MS = 1_000;
/** Time after which the statements of one connection are no longer cancelled. */
const DURATION_MS = 60_000;

/** Ends the watch of a connection. Resolves with whether the connection can be used for other work. */
export type Unwatch = () => Promise<boolean>;

/**
 * Cancels the statements of a request whose client has disconnected or whose time budget is used up, and of other work
 * whose signal aborts. Each cancellation uses a connection of its own, as the protocol requires.
 */
export class StatementCanceller {
  /**
   * `timeoutMs` limits the wait for the server to accept a cancellation, `durationMs` the time in which the statements
   * of one connection are cancelled.
   */
  constructor(
    private readonly timeoutMs: number,
    private readonly durationMs = DURATION_MS,
  ) {}

  /**
   * Cancels the statements of a connection from the abort of `signal` on; the default is the signal of the current
   * request. The returned function ends the watch, and waits for a cancellation in progress. The caller must await it
   * before other work uses the connection. If it resolves with `false`, the server may still cancel a later statement
   * of the connection, so the caller must close the connection. The function can be called several times.
   */
  watch(connection: unknown, signal = requestContext.getStore()?.signal): Unwatch {
    if (signal == null) return () => Promise.resolve(true);
    // Created only by `cancel`: aborting a controller creates an error with a stack trace, and most requests cancel
    // nothing.
    let watching: AbortController | null = null;
    let cancellation = Promise.resolve(true);
    const cancel = (): void => {
      watching = new AbortController();
      cancellation = this.cancel(connection as CancelTarget, watching.signal);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal.removeEventListener('abort', cancel);
      watching?.abort();
      return cancellation;
    };
  }

  /**
   * Cancels statements until the watch ends: the first cancellation can come between two statements, and then ends
   * none. Sends no request after `durationMs`. Never rejects. If a statement cannot be cancelled, the statement timeout
   * ends it. Resolves with `false` if the server may still execute one of the cancel requests.
   */
  private async cancel(target: CancelTarget, watching: AbortSignal): Promise<boolean> {
    let areSettled = true;
    const end = performance.now() + this.durationMs;
    for (
      let pause = REPEAT_MS;
      !watching.aborted && performance.now() < end;
      pause = Math.min(2 * pause, REPEAT_MAX_MS)
    ) {
      if (!(await sendCancelRequest(target, this.timeoutMs))) areSettled = false;
      await delay(pause, undefined, { signal: watching }).catch(() => undefined);
    }
    return areSettled;
  }
}
