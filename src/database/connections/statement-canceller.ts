import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { requestContext } from '../../common/request-context';
import { QuietClient } from './quiet-client';

/** Time after which the unused connection is closed. */
const IDLE_MS = 10_000;
/** Time between two cancellations of the statements of one connection. */
const REPEAT_MS = 100;
/** Maximum number of cancellations of one connection: those of about one minute if the database answers at once. */
const ATTEMPTS = 600;

/**
 * Cancels, over a separate connection, the statements of a request whose client has disconnected or whose time budget
 * is used up, and of other work whose signal aborts.
 */
export class StatementCanceller {
  private readonly pool: Pool;

  /** `timeoutMs` limits the wait for a connection, and for the server to accept a cancellation. */
  constructor(url: string, timeoutMs: number) {
    this.pool = new Pool({
      connectionString: url,
      application_name: 'intelligence-cancel',
      max: 1,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      idleTimeoutMillis: IDLE_MS,
      keepAlive: true,
      Client: QuietClient,
    });
    this.pool.on('error', () => undefined);
  }

  /**
   * Cancels the statements of a connection from the time when `signal` aborts, by default that of the current request.
   * The returned function ends the watch, and waits for a cancellation in progress. The caller must await it before it
   * uses the connection for other work.
   */
  watch(connection: unknown, signal = requestContext.getStore()?.signal): () => Promise<void> {
    const { processID } = connection as { readonly processID?: number | null };
    if (signal == null || typeof processID !== 'number') return () => Promise.resolve();
    const watching = new AbortController();
    let cancellation: Promise<void> | null = null;
    const cancel = (): void => {
      cancellation = this.cancel(processID, watching.signal);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal.removeEventListener('abort', cancel);
      watching.abort();
      await cancellation;
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /**
   * Cancels statements until the watch ends: the first cancellation can come between two statements, and then ends
   * none. Ends earlier if the server has no such connection, as behind a pooler with its own process ids, or after the
   * maximum number of cancellations. Never rejects. If a statement cannot be cancelled, the statement timeout ends it.
   */
  private async cancel(processID: number, watching: AbortSignal): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS && !watching.aborted; attempt += 1) {
      // Fails if the database is unreachable, or has ended the connection.
      const answer = await this.pool
        .query<{ exists: boolean }>('SELECT pg_cancel_backend($1) AS exists', [processID])
        .catch(() => undefined);
      if (answer?.rows[0]?.exists === false) return;
      await delay(REPEAT_MS, undefined, { signal: watching }).catch(() => undefined);
    }
  }
}
