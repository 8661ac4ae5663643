import { type Client, Pool, type PoolClient, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';
import { throwIfRequestAborted } from '../../common/request-context';
import { leavesConnectionUnusable } from '../pg-errors';
import { READ_APPLICATION_NAME } from '../served-reads';
import { QuietClient } from './quiet-client';
import { StatementCanceller, type Unwatch } from './statement-canceller';

/** Settings of connections for reads, as the configuration names them. */
export interface ReadConnectionSettings {
  readonly url: string;
  /** Maximum milliseconds that a read waits for a free or new connection. After that, the response is 503. */
  readonly acquireTimeoutMs: number;
  /** Maximum milliseconds that a statement runs. After that, the database cancels it, and the response is 503. */
  readonly statementTimeoutMs: number;
  /**
   * Maximum milliseconds that the client waits for a result. After that, it closes the connection, and the response is
   * 504.
   */
  readonly queryTimeoutMs: number;
}

export interface SnapshotPoolSettings extends ReadConnectionSettings {
  /** Maximum number of connections. */
  readonly size: number;
}

/** A connection with an open read-only transaction. */
export interface Snapshot {
  /** Resolves when the transaction has begun. */
  readonly begun: Promise<unknown>;
  /** Runs a statement. Rejects if the transaction could not begin, or if it has ended. */
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>>;
  /** Ends the transaction and returns the connection to the pool, or closes it if a statement made it unusable. */
  end(): void;
}

export const SNAPSHOT_ENDED = 'The snapshot has ended.';

/**
 * Maximum number of prepared statements of a connection. A connection with more is closed after its use: the statements
 * of searches have many forms, and each connection keeps a plan of up to 100 KB for each form.
 */
const PREPARED_MAX = 1_000;

/** Connections for reads: for single statements, and for snapshots, which are read-only transactions. */
export class SnapshotPool {
  private readonly canceller: StatementCanceller;
  private readonly pool: Pool;

  constructor(settings: SnapshotPoolSettings) {
    const { url, acquireTimeoutMs: timeoutMs } = settings;
    this.canceller = new StatementCanceller(timeoutMs);
    this.pool = new Pool({
      connectionString: url,
      application_name: READ_APPLICATION_NAME,
      max: settings.size,
      connectionTimeoutMillis: timeoutMs,
      statement_timeout: settings.statementTimeoutMs,
      query_timeout: settings.queryTimeoutMs,
      idle_in_transaction_session_timeout: settings.queryTimeoutMs,
      keepAlive: true,
      Client: QuietClient,
      // BEGIN is sent in one packet with the first statement, so that a snapshot needs no extra round trip.
      pipeline: true,
    });
    // If a connection fails, its statements fail and the pool replaces it. An 'error' event without a listener would
    // end the process. The pool emits it for idle connections. `QuietClient` has a listener for those in use.
    this.pool.on('error', () => undefined);
  }

  get load(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  /** Runs a statement on a free connection, in a transaction of its own. */
  query<Row extends QueryResultRow>(config: QueryConfig): Promise<QueryResult<Row>> {
    return this.pool.query<Row>(config);
  }

  /**
   * Waits for a connection and sends `begin` on it, in one packet with the statements of this turn of the event loop.
   * Throws the reason of the abort if the request is aborted during the wait.
   */
  async open(begin: string): Promise<Snapshot> {
    const client = await this.pool.connect();
    // Under high load, many clients disconnect while their request waits for a connection.
    try {
      throwIfRequestAborted();
    } catch (error) {
      client.release();
      throw error;
    }
    const unwatch = this.canceller.watch(client);
    corkUntilNextTick(client);
    const begun = client.query(begin);
    let hasEnded = false;
    let isUsable = true;
    const noteFailure = (error: unknown): void => {
      if (leavesConnectionUnusable(error)) isUsable = false;
    };
    // The caller handles the rejection when it awaits `begun` or a statement.
    begun.catch(noteFailure);
    return {
      begun,
      query: async <Row extends QueryResultRow>(config: QueryConfig) => {
        // Parts of failed work may still ask for statements, but the connection may already serve other work.
        if (hasEnded) throw new Error(SNAPSHOT_ENDED);
        const result = client.query<Row>(config);
        result.catch(noteFailure);
        // If BEGIN fails, a statement runs outside of a snapshot and of the user's scope. Then its result is not used.
        await begun;
        return result;
      },
      end: () => {
        hasEnded = true;
        // Not awaited, so that the response does not wait for the ROLLBACK.
        void returnToPool(client, unwatch, () => isUsable);
      },
    };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

async function returnToPool(client: PoolClient, unwatch: Unwatch, isUsable: () => boolean): Promise<void> {
  const canBeReused = await unwatch();
  if (!canBeReused || !isUsable()) {
    client.release(true);
    return;
  }
  try {
    await client.query('ROLLBACK');
    client.release(countPrepared(client) > PREPARED_MAX);
  } catch {
    client.release(true);
  }
}

/**
 * Buffers the socket until the current turn of the event loop ends, so that BEGIN, the revision query and the first
 * statement are sent in one packet. This halves the packets of a read: `read-pool.spec.ts` counts them.
 */
function corkUntilNextTick(client: PoolClient): void {
  const { stream } = connectionOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

function countPrepared(client: PoolClient): number {
  return Object.keys(connectionOf(client).parsedStatements).length;
}

/** The driver's connection, with the statements that it has prepared by name. */
type DriverConnection = Client['connection'] & { readonly parsedStatements: Record<string, unknown> };

function connectionOf(client: PoolClient): DriverConnection {
  return (client as unknown as { readonly connection: DriverConnection }).connection;
}
