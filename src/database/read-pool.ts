import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type Client, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Principal } from '../common/principal';
import { Problem } from '../common/problems/problem';
import { requestContext, requireClient } from '../common/request-context';
import { READ_APPLICATION_NAME } from './served-reads';
import { classifyDatabaseError, poisonsConnection } from './pg-errors';

export const READ_POOL_SETTINGS = Symbol('READ_POOL_SETTINGS');

/** Bounds of the pool that serves reads. */
export interface ReadPoolSettings {
  readonly url: string;
  /** Connections at most. */
  readonly size: number;
  /** Milliseconds a read waits for a free connection; then 503. */
  readonly acquireTimeoutMs: number;
  /** Milliseconds after which the server ends a statement; then 503. */
  readonly statementTimeoutMs: number;
  /** Milliseconds after which the client gives up on a silent server and destroys the connection; then 504. */
  readonly queryTimeoutMs: number;
}

/** Hand-written SQL; with a name it is prepared once per connection. */
export interface Statement {
  /** At most 63 bytes and unique in the application; leave it out where one plan does not fit all parameters. */
  readonly name?: string;
  readonly text: string;
}

/** How long a read waits for the revision its caller asked for, and how often it looks. */
const REVISION_WAIT_MS = 2_000;
const REVISION_POLL_MS = 25;

/**
 * A statement with a name has one plan for all parameters: each is written so that its indexes are right whatever they
 * are, and planning anew would take as long as running most of them.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_generic_plan';

/** What a snapshot holds; read in it, so that the answer is told apart from a later one. */
const SNAPSHOT = { name: 'snapshot', text: 'SELECT revision, facet_version FROM catalog_revision' };

interface SnapshotRow {
  readonly revision: string;
  readonly facet_version: string;
}

/** One consistent, read-only snapshot on behalf of a principal. */
export interface ReadScope {
  readonly principal: Principal;
  /** What the principal may see: a list of library ids, or null for all. The `$n::uuid[]` of every scoped statement. */
  readonly libraryIds: readonly string[] | null;
  /** Equal for snapshots with the same facet counts; known after the first statement. Null where there is no snapshot. */
  readonly facetVersion: Promise<string> | null;
  /** Runs one statement and gives its rows; one round trip. */
  rows<Row extends QueryResultRow>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** Counters for metrics and for the tests that count round trips. */
export interface ReadStatistics {
  /** Connections lent. */
  acquired: number;
  /** Statements awaited by a read; the transaction's own BEGIN rides with the first of them. */
  roundTrips: number;
}

/** The only door to user-visible rows: every read runs in `readAs`. */
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
      // BEGIN travels in one packet with the first statement, so a consistent snapshot costs no round trip.
      pipeline: true,
    });
    // A connection that breaks fails its statements, and the pool replaces it. But without a listener, one on the pool
    // for idle connections and one on each for lent ones, the event would end the process.
    this.pool.on('error', () => undefined);
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** How many connections are lent, free, and waited for. */
  get load(): { total: number; idle: number; waiting: number } {
    return { total: this.pool.totalCount, idle: this.pool.idleCount, waiting: this.pool.waitingCount };
  }

  /**
   * Runs `work` in one read-only snapshot scoped to the principal. A lost connection is tried again once, since a
   * read has no effect. Errors of the database pass through unchanged; the error filter maps them. Throws `conflict`
   * when the request asked for a later revision of the catalog than comes within two seconds, and `ClientGoneError`
   * before the next statement once nobody waits for the answer; a statement that runs is left to its own limit.
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
      // Where connections are scarce, many who waited for one have left.
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
      // Nobody waits for the end of a snapshot: the answer leaves while the connection goes back.
      void this.giveBack(client, failure);
    }
  }

  /** A snapshot taken later than this returns holds at least the revision that the request asked for. */
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
          detail: 'The catalog has not come to the revision that X-Min-Revision asks for.',
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
 * Has what is sent in the present turn of the event loop leave in one packet: the start of a snapshot, its revision and
 * the first statement would otherwise wake the server three times.
 */
function holdPackets(client: PoolClient): void {
  const { stream } = (client as unknown as Client).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
