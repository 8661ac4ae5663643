import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Client, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { requestContext, requireClient } from '../common/request-context';
import { READ_APPLICATION_NAME } from './served-reads';
import { classifyDatabaseError, poisonsConnection } from './pg-errors';

export const READ_POOL_SETTINGS = Symbol('READ_POOL_SETTINGS');

/** Limits of the read pool. */
export interface ReadPoolSettings {
  readonly url: string;
  /** Maximum number of connections. */
  readonly size: number;
  /** Milliseconds that a read waits for a free connection; then 503. */
  readonly acquireTimeoutMs: number;
  /** Milliseconds after which the server cancels a statement; then 503. */
  readonly statementTimeoutMs: number;
  /** Milliseconds after which the client gives up on an unresponsive server and destroys the connection; then 504. */
  readonly queryTimeoutMs: number;
}

/** A hand-written SQL statement. A named one is prepared once per connection. */
export interface Statement {
  /** At most 63 bytes, unique in the application. Omit it where no single plan fits all parameters. */
  readonly name?: string;
  readonly text: string;
}

/** Maximum time that a read waits for the requested revision, and the polling interval. */
const REVISION_WAIT_MS = 2_000;
const REVISION_POLL_MS = 25;

/**
 * Named statements use one generic plan for all parameters. They are written so that their indexes fit any parameters;
 * planning each time would take as long as running most of them.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_generic_plan';

/** Reads the revision and facet version of the snapshot, inside the snapshot itself, so that both match its data. */
const SNAPSHOT = { name: 'snapshot', text: 'SELECT revision, facet_version FROM catalog_revision' };

interface SnapshotRow {
  readonly revision: string;
  readonly facet_version: string;
}

/** A consistent, read-only snapshot for a principal. */
export interface ReadScope {
  readonly principal: Principal;
  /**
   * Ids of the libraries that the principal may see, or null for all. Every scoped statement takes it as a `$n::uuid[]`
   * parameter.
   */
  readonly libraryIds: readonly string[] | null;
  /**
   * Version of the facet counts: equal for snapshots with the same counts. Resolves after the first statement. Null
   * outside a snapshot.
   */
  readonly facetVersion: Promise<string> | null;
  /** Runs a statement in one round trip and returns its rows. */
  rows<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** Counters for metrics and for tests of round trips. */
export interface ReadStatistics {
  /** Number of connections taken from the pool. */
  acquired: number;
  /** Number of statements that reads waited for. BEGIN is sent with the first statement and not counted. */
  roundTrips: number;
}

/** The only access to user-visible rows: every read runs in `readAs`. */
@Injectable()
export class ReadPool implements OnApplicationShutdown {
  readonly statistics: ReadStatistics = { acquired: 0, roundTrips: 0 };
  private readonly pool: Pool;

  constructor(@Inject(READ_POOL_SETTINGS) settings: ReadPoolSettings) {
    this.pool = new Pool({
      connectionString: settings.url,
      application_name: READ_APPLICATION_NAME,
      max: settings.size,
      connectionTimeoutMillis: settings.acquireTimeoutMs,
      statement_timeout: settings.statementTimeoutMs,
      query_timeout: settings.queryTimeoutMs,
      idle_in_transaction_session_timeout: settings.queryTimeoutMs,
      keepAlive: true,
      // BEGIN is sent in one packet with the first statement, so that a snapshot needs no extra round trip.
      pipeline: true,
    });
    // A broken connection fails its statements, and the pool replaces it. Without a listener on the pool (idle
    // connections) and on each client (those in use), the 'error' event would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Number of open connections, idle connections and waiting reads. */
  get load(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  /**
   * Runs `work` in one read-only snapshot scoped to the principal. Retries once after a lost connection, because reads
   * have no effects. Database errors are thrown unchanged; the exception filter converts them. Throws `conflict` when
   * the requested minimum revision is not reached within two seconds. Throws `ClientGoneError` before the next
   * statement when the client has closed the connection; a running statement is not cancelled.
   */
  async readAs<T>(principal: Principal, work: (scope: ReadScope) => Promise<T>): Promise<T> {
    await this.awaitMinimumRevision();
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
    let failure: unknown;
    try {
      // When connections are scarce, many clients leave while their request waits for one.
      requireClient();
      holdPackets(client);
      const begun = client.query(BEGIN);
      const snapshot = client.query<SnapshotRow>(SNAPSHOT);
      const facetVersion = snapshot.then(({ rows }) => rows[0]?.facet_version ?? '');
      const [result, { rows }] = await Promise.all([
        work(this.scopeOf(client, principal, facetVersion)),
        snapshot,
        begun,
        facetVersion,
      ]);
      requestContext.getStore()?.noteRevision(Number(rows[0]?.revision));
      return result;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // The ROLLBACK is not awaited, so that the answer is sent without it.
      void this.giveBack(client, failure);
    }
  }

  /** Waits until the requested minimum revision is committed. Snapshots taken afterwards contain it. */
  private async awaitMinimumRevision(): Promise<void> {
    const minimum = requestContext.getStore()?.minimumRevision ?? null;
    if (minimum === null) return;
    const deadline = performance.now() + REVISION_WAIT_MS;
    for (;;) {
      const { rows } = await this.pool.query<SnapshotRow>(SNAPSHOT);
      const current = Number(rows[0]?.revision);
      if (current >= minimum) return;
      if (performance.now() >= deadline) {
        throw new Problem('conflict', {
          detail: 'The catalog has not reached the revision in X-Min-Revision.',
          headers: { 'X-Catalog-Revision': String(current) },
          extras: { catalog_revision: current },
        });
      }
      await delay(REVISION_POLL_MS);
    }
  }

  private scopeOf(client: PoolClient, principal: Principal, facetVersion: Promise<string>): ReadScope {
    return {
      principal,
      libraryIds: principal.libraryIds,
      facetVersion,
      rows: async <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) => {
        requireClient();
        this.statistics.roundTrips += 1;
        const result = await client.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
        return result.rows;
      },
    };
  }

  private async giveBack(client: PoolClient, failure: unknown): Promise<void> {
    if (failure !== undefined && poisonsConnection(failure)) {
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
  }
}

/**
 * Sends everything written in this turn of the event loop in one packet. Otherwise BEGIN, the revision query and the
 * first statement would wake the server three times.
 */
function holdPackets(client: PoolClient): void {
  const { stream } = (client as unknown as Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
