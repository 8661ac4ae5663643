import type { OnApplicationShutdown } from '@nestjs/common';
import type { QueryResultRow } from 'pg';
import { throwIfRequestAborted } from '../common/request-context';
import { type Snapshot, SnapshotPool, type SnapshotPoolSettings } from './connections/snapshot-pool';
import { DistributedReads } from './distribution/distributed-reads';
import { NodeFailure, NodeReads } from './distribution/nodes/node-reads';
import { SHARD_MAP_VERSION, type ShardMap } from './distribution/nodes/shard-map';
import { ShardMapOutdated, ShardRouter } from './distribution/nodes/shard-router';
import type { ReadScope, RevisionRow, Statement } from './read-scope';
import { awaitMinimumRevisions, noteRevisions, readLibraries, type SnapshotLibraries } from './read-revisions';
import { ALL_USERS, type Principal } from '../common/principal';
import { scopeRowsTo } from './roles/row-scope';
import { classifyDatabaseError } from './pg-errors';

/**
 * Begins the snapshot. Named statements use one generic plan for all parameters, because planning takes as long as the
 * execution of most statements. The statements are written so that one plan suits all parameters.
 */
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = force_generic_plan';

/**
 * Begins the snapshot on a distributed database. A generic plan is not possible, because a plan names the node of the
 * library. With one connection for each node, all reads of a library use one snapshot.
 */
const BEGIN_DISTRIBUTED =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL citus.max_adaptive_executor_pool_size = 1';

/**
 * Begins the snapshot on a node. Starting parallel processes takes longer than most statements on a shard. The lock
 * timeout resolves deadlocks across nodes between a read and a migration, which locks one node after the other.
 */
const BEGIN_ON_NODE = `${BEGIN}; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL lock_timeout = '1s'`;

/** Counters for metrics and for tests of round trips. */
interface ReadStatistics {
  /** Number of connections that reads have taken from the pool for snapshots. */
  acquired: number;
  /**
   * Number of statements that reads have run. Each counts as a round trip, even if several are sent together. Does not
   * count `BEGIN`, nor the queries of `readLibraries` and `checkVersion`, which are sent together with other
   * statements, nor the queries of `awaitMinimumRevisions`, which run before the snapshot.
   */
  roundTrips: number;
  /** Number of reads that read the nodes of a cluster directly. They may also read through the coordinator. */
  nodeReads: number;
}

/** Read-only connections. Outside of write transactions, every read of user-visible rows runs in `readAs`. */
export class ReadPool implements OnApplicationShutdown {
  readonly statistics: ReadStatistics = { acquired: 0, roundTrips: 0, nodeReads: 0 };
  private readonly pool: SnapshotPool;
  /** Null on one PostgreSQL server. */
  private readonly shards: ShardRouter | null;

  /** `isDistributed` is the result of `detectDistribution`. */
  constructor(settings: SnapshotPoolSettings, isDistributed = false) {
    this.pool = new SnapshotPool(settings);
    this.shards = isDistributed ? new ShardRouter(settings, (text, values) => this.readCluster(text, values)) : null;
  }

  get load(): { total: number; idle: number; waiting: number } {
    return this.pool.load;
  }

  /**
   * Runs `work` in one read-only snapshot scoped to the principal. Retries once after a lost connection and, on a
   * distributed database, if the nodes cannot be read directly; the retry reads through the coordinator. So `work` must
   * have no effects. Throws database errors unchanged; the exception filter converts them. Throws `conflict` when the
   * requested minimum revisions are not reached within two seconds. Cancels the running statement and throws
   * `ClientGoneError` if the client closes the connection, or `timeout` if the time budget of the request is used up.
   */
  async readAs<T>(principal: Principal, work: (scope: ReadScope) => Promise<T>): Promise<T> {
    let map: ShardMap | null = null;
    try {
      await awaitMinimumRevisions(this.pool, principal);
      map = this.shards?.current() ?? null;
      return await this.attempt(principal, work, map);
    } catch (error) {
      const isRetried =
        classifyDatabaseError(error) === 'connection_lost' ||
        (map !== null && this.shards?.recoversFrom(error, map) === true);
      if (!isRetried) throw error instanceof NodeFailure ? error.cause : error;
      // A server that replaces the lost one may not have reached the revisions yet.
      await awaitMinimumRevisions(this.pool, principal);
      return this.attempt(principal, work, null);
    }
  }

  /**
   * With a map, most statements that read distributed tables go directly to the nodes. Without one, all statements go
   * to the server of the pool.
   */
  private async attempt<T>(
    principal: Principal,
    work: (scope: ReadScope) => Promise<T>,
    map: ShardMap | null,
  ): Promise<T> {
    const snapshot = await this.pool.open(this.beginFor(principal, this.shards === null ? BEGIN : BEGIN_DISTRIBUTED));
    this.statistics.acquired += 1;
    let version: Promise<void> | undefined;
    const openNode = (node: string): Promise<Snapshot> => {
      version ??= checkVersion(snapshot, map);
      // The promise can reject before the read awaits it. Without a handler, this would end the process.
      version.catch(() => undefined);
      return this.openNode(map, node, principal);
    };
    const nodes = map === null ? null : new NodeReads(map, openNode);
    try {
      // The revisions are read inside the snapshot, so that they are the revisions of the answer.
      const { scope, revisions } = this.scopeOf(snapshot, principal, nodes);
      const [result, rows] = await Promise.all([work(scope), revisions, snapshot.begun]);
      await version;
      noteRevisions(rows);
      if (version !== undefined) this.statistics.nodeReads += 1;
      return result;
    } catch (error) {
      // If the request was aborted, its error replaces the error of the cancelled statement.
      throwIfRequestAborted();
      // The error can be a consequence of reading the old copy of a shard that has moved.
      const versionError: unknown = await version?.then(
        () => null,
        (reason: unknown) => reason,
      );
      throwIfRequestAborted();
      throw versionError instanceof ShardMapOutdated ? versionError : error;
    } finally {
      this.statistics.roundTrips += nodes?.statements ?? 0;
      nodes?.end();
      snapshot.end();
    }
  }

  private openNode(map: ShardMap | null, node: string, principal: Principal): Promise<Snapshot> {
    if (this.shards === null || map === null) throw new Error('The database is not distributed.');
    return this.shards.poolOf(map, node).open(this.beginFor(principal, BEGIN_ON_NODE));
  }

  /**
   * Returns the SQL that begins a snapshot for the principal. If row-level security is enabled, statements in the
   * snapshot do not see the rows of other users.
   */
  private beginFor(principal: Principal, begin: string): string {
    return principal === ALL_USERS ? begin : `${begin}; ${scopeRowsTo(principal.userId)}`;
  }

  private scopeOf(
    snapshot: Snapshot,
    principal: Principal,
    nodes: NodeReads | null,
  ): { scope: ReadScope; revisions: Promise<RevisionRow[]> } {
    const rows = async <Row extends QueryResultRow>(statement: Statement, values: readonly unknown[] = []) => {
      throwIfRequestAborted();
      this.statistics.roundTrips += 1;
      const result = await snapshot.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
      return result.rows;
    };
    if (this.shards !== null) {
      const scope = new DistributedReads(principal, rows, nodes);
      return { scope, revisions: scope.listRevisions() };
    }
    const libraries = readLibraries(snapshot, principal);
    const listHiddenLibraries = async (): Promise<SnapshotLibraries['hiddenIds']> => (await libraries).hiddenIds;
    const scope = { principal, libraryIds: principal.libraryIds, distributed: null, listHiddenLibraries, rows };
    return { scope, revisions: libraries.then(({ revisions }) => revisions) };
  }

  private async readCluster<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ text, values: [...values] })).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.shards?.close();
    await this.pool.close();
  }
}

/**
 * Rejects if the shards have moved since the map was read. If the map is current when a request begins, the request
 * misses no acknowledged write: the coordinator commits the move of a shard before the new copy accepts writes.
 */
async function checkVersion(snapshot: Snapshot, map: ShardMap | null): Promise<void> {
  const { rows } = await snapshot.query<{ version: string }>({ ...SHARD_MAP_VERSION });
  if (rows[0]?.version !== map?.version) throw new ShardMapOutdated();
}
