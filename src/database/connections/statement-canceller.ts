import { Pool } from 'pg';
import { requestContext } from '../../common/request-context';
import { QuietClient } from './quiet-client';

/** The server on which statements are cancelled. */
export interface CancellerSettings {
  readonly url: string;
  /** Milliseconds to wait for a connection, and for the server to accept a cancellation. */
  readonly timeoutMs: number;
}

/** A connection of the driver that knows the id of its server process. */
interface ServerProcess {
  readonly processID?: number | null;
}

const IDLE_MS = 10_000;

/**
 * Cancels statements of requests whose client has disconnected or whose time budget is used up, over a separate
 * connection.
 */
export class StatementCanceller {
  /** Cancellations so far. */
  cancelled = 0;
  private readonly pool: Pool;

  constructor({ url, timeoutMs }: CancellerSettings) {
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
   * Cancels the running statement of a connection if the current request ends early. The returned function stops this,
   * and resolves when no cancellation is in progress. Only then may the connection be used for something else.
   */
  watch(connection: unknown): () => Promise<void> {
    const signal = requestContext.getStore()?.signal ?? null;
    const { processID } = connection as ServerProcess;
    if (signal === null || typeof processID !== 'number') return () => Promise.resolve();
    let cancelling: Promise<void> | null = null;
    const cancel = (): void => {
      cancelling = this.cancel(processID);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal.removeEventListener('abort', cancel);
      await cancelling;
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** Never rejects. If a statement cannot be cancelled, the statement timeout ends it. */
  private async cancel(processID: number): Promise<void> {
    try {
      await this.pool.query('SELECT pg_cancel_backend($1)', [processID]);
      this.cancelled += 1;
    } catch {
      // The database cannot be reached, or has ended the connection itself.
    }
  }
}
