import { setTimeout as delay } from 'node:timers/promises';
import { requestContext } from '../../common/request-context';
import { type CancelTarget, sendCancelRequest } from './cancel-request';

/** Time between the first two cancellations of one connection. It doubles with each cancellation. */
const REPEAT_MS = 100;
/** Maximum time between two cancellations of one connection. */
const REPEAT_MAX_MS = 1_000;
/** Time after which the statements of one connection are no longer cancelled. */
const DURATION_MS = 60_000;

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
   * Cancels the statements of a connection from the time when `signal` aborts, by default that of the current request.
   * The returned function ends the watch, and waits for a cancellation in progress. The caller must await it before it
   * uses the connection for other work.
   */
  watch(connection: unknown, signal = requestContext.getStore()?.signal): () => Promise<void> {
    if (signal == null) return () => Promise.resolve();
    const watching = new AbortController();
    let cancellation: Promise<void> | null = null;
    const cancel = (): void => {
      cancellation = this.cancel(connection as CancelTarget, watching.signal);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal.removeEventListener('abort', cancel);
      watching.abort();
      await cancellation;
    };
  }

  /**
   * Cancels statements until the watch ends: the first cancellation can come between two statements, and then ends
   * none. Ends after `durationMs` at the latest. Never rejects. If a statement cannot be cancelled, the statement
   * timeout ends it.
   */
  private async cancel(target: CancelTarget, watching: AbortSignal): Promise<void> {
    const end = performance.now() + this.durationMs;
    for (
      let pause = REPEAT_MS;
      !watching.aborted && performance.now() < end;
      pause = Math.min(2 * pause, REPEAT_MAX_MS)
    ) {
      await sendCancelRequest(target, this.timeoutMs);
      await delay(pause, undefined, { signal: watching }).catch(() => undefined);
    }
  }
}
