import { Pool } from 'pg';
import { requestContext } from '../../common/request-context';
import { QuietClient } from './quiet-client';

/** Where statements are cancelled. */
export interface CancellerSettings {
  readonly url: string;
  /** Milliseconds to wait for a connection, and for the server to accept a cancellation. */
  readonly timeoutMs: number;
}

/** A connection of the driver that knows its server process. */
interface ServerProcess {
  readonly processID?: number | null;
}

const IDLE_MS = 10_000;

/** Cancels statements of requests whose client has left or whose time is used up, on one connection of its own. */
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
   * Cancels what runs on a connection when the current request ends early. The returned function ends this; it settles
   * when no cancellation is under way any more. Only then may the connection be used for something else.
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

  /** Never rejects: the statement timeout ends what cannot be cancelled. */
  private async cancel(processID: number): Promise<void> {
    try {
      await this.pool.query('SELECT pg_cancel_backend($1)', [processID]);
      this.cancelled += 1;
    } catch {
      // The database cannot be reached, or has ended the connection itself.
    }
  }
}
