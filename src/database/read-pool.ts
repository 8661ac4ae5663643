import type { OnApplicationShutdown } from '@nestjs/common';
import { type Client, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { throwIfRequestAborted } from '../common/request-context';
import { READ_APPLICATION_NAME } from './served-reads';
import { QuietClient } from './connections/quiet-client';
import { StatementCanceller } from './connections/statement-canceller';
import { DistributedReads } from './distribution/distributed-reads';
import type { ReadScope, Statement } from './read-scope';
import { awaitMinimumRevisions, noteRevisions, readRevisions } from './read-revisions';
import { ALL_USERS, type Principal } from '../common/principal';
import { scopeRowsTo } from './roles/row-scope';
import { classifyDatabaseError, leavesConnectionUnusable } from './pg-errors';

/** Limits of the read pool. */
export interface ReadPoolSettings {
  readonly url: string;
  /** URL for cancelling statements. Its role needs the rights of the reader and the writer. Default `url`. */
  readonly cancellerUrl?: string;
  /** Maximum number of connections. */
  readonly size: number;
  /** Milliseconds that a read waits for a free connection. The response is then 503. */
  readonly acquireTimeoutMs: number;
  /** Milliseconds after which the server cancels a statement. The response is then 503. */
  readonly statementTimeoutMs: number;
  /** Milliseconds that the client waits for a result before it destroys the connection. The response is then 504. */
  readonly queryTimeoutMs: number;
}

/**
 * Begins the snapshot. Named statements use one generic plan for all parameters, because planning each execution would
 * take as long as the execution of most statements. The statements are written so that the same plan suits all parameters.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_generic_plan';

/**
 * Begins the snapshot on a distributed database. A generic plan is not possible, because a plan names the node of the
 * library. With one connection for each node, all reads of a library use one snapshot.
 */
const BEGIN_DISTRIBUTED =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL citus.max_adaptive_executor_pool_size = 1';

/** Counters for metrics and for tests of round trips. */
interface ReadStatistics {
  /** Number of connections taken from the pool. */
  acquired: number;
  /**
   * Number of statements of reads. Each counts as a round trip, even if several are sent together. BEGIN and the query
   * of `readRevisions` do not count, because they travel with the first statement.
   */
  roundTrips: number;
}

/** Read-only connections. Every read of user-visible rows runs in `readAs`. */
export class ReadPool implements OnApplicationShutdown {
  readonly statistics: ReadStatistics = { acquired: 0, roundTrips: 0 };
  /** Cancels statements of reads and writes. */
  readonly canceller: StatementCanceller;
  private readonly pool: Pool;

  /** `isDistributed` is the result of `detectDistribution`. */
  constructor(
    settings: ReadPoolSettings,
    private readonly isDistributed = false,
  ) {
    const { url, cancellerUrl = url, acquireTimeoutMs: timeoutMs } = settings;
    this.canceller = new StatementCanceller({ url: cancellerUrl, timeoutMs });
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
    // If a connection fails, its statements fail and the pool replaces it. An 'error' event without a listener would end
    // the process. The pool emits it for idle connections, the client for connections in use.
    this.pool.on('error', () => undefined);
  }

  /** Numbers of open connections, idle connections and waiting reads. */
  get load(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  /**
   * Runs `work` in one read-only snapshot scoped to the principal. Retries once after a lost connection, because reads
   * have no effects. Database errors are thrown unchanged; the exception filter converts them. Throws `conflict` when
   * the requested minimum revisions are not reached within two seconds. When the client closes the connection or the
   * time budget of the request is used up, cancels the running statement and throws `ClientGoneError` or `timeout`.
   */
  async readAs<T>(principal: Principal, work: (scope: ReadScope) => Promise<T>): Promise<T> {
    await awaitMinimumRevisions(this.pool, principal);
    try {
      return await this.attempt(principal, work);
    } catch (error) {
      if (classifyDatabaseError(error) !== 'connection_lost') throw error;
      return this.attempt(principal, work);
    }
  }

  private async attempt<T>(principal: Principal, work: (scope: ReadScope) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    this.statistics.acquired += 1;
    const unwatch = this.canceller.watch(client);
    let failure: unknown;
    try {
      // Under high load, many clients disconnect while their request waits for a connection.
      throwIfRequestAborted();
      corkUntilNextTick(client);
      const begun = client.query(this.beginFor(principal));
      // The revisions are read inside the snapshot, so that they are the revisions of the answer.
      const scope = this.scopeOf(client, principal);
      const revisions = scope.distributed?.listRevisions() ?? readRevisions(client, principal);
      const [result, rows] = await Promise.all([work(scope), revisions, begun]);
      noteRevisions(rows);
      return result;
    } catch (error) {
      failure = error;
      // If the request was aborted, its error replaces the error of the cancelled statement.
      throwIfRequestAborted();
      throw error;
    } finally {
      // Not awaited, so that the response does not wait for the ROLLBACK.
      void this.returnToPool(client, failure, unwatch);
    }
  }

  /** Returns the SQL that begins a snapshot. If the database has row-level security, it hides the rows of other users. */
  private beginFor(principal: Principal): string {
    const begin = this.isDistributed ? BEGIN_DISTRIBUTED : BEGIN;
    return principal === ALL_USERS ? begin : `${begin}; ${scopeRowsTo(principal.userId)}`;
  }

  private scopeOf(client: PoolClient, principal: Principal): ReadScope {
    const rows = async <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) => {
      throwIfRequestAborted();
      this.statistics.roundTrips += 1;
      const result = await client.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
      return result.rows;
    };
    if (this.isDistributed) return new DistributedReads(principal, rows);
    return { principal, libraryIds: principal.libraryIds, distributed: null, rows };
  }

  private async returnToPool(client: PoolClient, failure: unknown, unwatch: () => Promise<void>): Promise<void> {
    await unwatch();
    if (failure !== undefined && leavesConnectionUnusable(failure)) {
      client.release(true);
      return;
    }
    try {
      await client.query('ROLLBACK');
      client.release();
    } catch {
      client.release(true);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
    await this.canceller.close();
  }
}

/**
 * Buffers the socket until the current turn of the event loop ends, so that BEGIN, the revision query and the first
 * statement are sent in one packet. Separate packets would wake the server process three times.
 */
function corkUntilNextTick(client: PoolClient): void {
  const { stream } = (client as unknown as Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
