import { Pool } from 'pg';
import { requestContext } from '../../common/request-context';
import { QuietClient } from './quiet-client';

/** Time after which the unused connection is closed. */
const IDLE_MS = 10_000;

/**
 * Cancels, over a separate connection, the statements of a request whose client has disconnected or whose time budget
 * is used up.
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
   * Cancels the running statement of a connection when the current request ends early. The returned function ends the
   * watch, and waits for a cancellation in progress. The caller must await it before it uses the connection for other
   * work.
   */
  watch(connection: unknown): () => Promise<void> {
    const signal = requestContext.getStore()?.signal ?? null;
    const { processID } = connection as { readonly processID?: number | null };
    if (signal === null || typeof processID !== 'number') return () => Promise.resolve();
    let cancellation: Promise<void> | null = null;
    const cancel = (): void => {
      cancellation = this.cancel(processID);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal.removeEventListener('abort', cancel);
      await cancellation;
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Never rejects. If a statement cannot be cancelled, the statement timeout ends it. */
  private async cancel(processID: number): Promise<void> {
    try {
      await this.pool.query('SELECT pg_cancel_backend($1)', [processID]);
    } catch {
      // The database is unreachable, or has ended the connection.
    }
  }
}
