import { Logger } from '@nestjs/common';
import { SnapshotPool, type SnapshotPoolSettings } from '../../connections/snapshot-pool';
import { CoordinatorRequired } from '../distributed-reads';
import { NodeFailure } from './node-reads';
import { classifyDatabaseError } from '../../pg-errors';
import { type ReadCoordinator, ShardMap, toAddress } from './shard-map';

/** Minimum milliseconds from the start of a failed load of the map, or from some node failures, to the next load. */
const RETRY_MS = 10_000;

/** Reads the number that identifies a server. Returns no row on a replica, which has the number of its primary. */
const IDENTITY = 'SELECT system_identifier::text FROM pg_control_system() WHERE NOT pg_is_in_recovery()';

/**
 * The identity of the server that the coordinator reaches at the address of each node. Nodes that do not answer are
 * missing. Parameter: 1 the text of `IDENTITY`.
 */
const IDENTITIES = `
SELECT n.nodename AS host, n.nodeport AS port, r.result AS identity
  FROM run_command_on_all_nodes($1) r JOIN pg_dist_node n ON n.nodeid = r.nodeid WHERE r.success`;

/** Thrown when the shard map of a request is not current. */
export class ShardMapOutdated extends Error {}

/**
 * Decides whether requests read the nodes of a cluster directly. They do if the shard map is known, and if the service
 * reaches all nodes at the addresses that the coordinator uses. Otherwise, they read through the coordinator, which
 * takes two to four times as long.
 */
export class ShardRouter {
  private map: ShardMap | null = null;
  /**
   * The connections to nodes, by the `namesHash` of the map and the address of the node. Maps with different names of
   * shards or views do not share connections: the texts of a prepared statement contain these names, but the name of
   * the statement is the same for all maps.
   */
  private readonly pools = new Map<string, SnapshotPool>();
  private loading: Promise<void> | null = null;
  private nextLoad = 0;
  private isClosed = false;
  /** Whether an attempt has failed since the last success. Only the first such failure is logged. */
  private hasFailed = false;
  private readonly logger = new Logger(ShardRouter.name);

  /** `settings` are those of the coordinator; a node has the same ones, with another address. */
  constructor(
    private readonly settings: SnapshotPoolSettings,
    private readonly read: ReadCoordinator,
  ) {}

  /** Returns the map for a request; null for a request through the coordinator. Begins to read a missing map. */
  current(): ShardMap | null {
    const isDue = !this.isClosed && performance.now() >= this.nextLoad;
    if (this.map === null && this.loading === null && isDue) {
      this.loading = this.load().finally(() => {
        this.loading = null;
      });
    }
    return this.map;
  }

  /** Returns the connections to a node for requests with this map. Throws after `close`: nothing would close them. */
  poolOf({ namesHash }: ShardMap, node: string): SnapshotPool {
    if (this.isClosed) throw new Error('The connections to the nodes are closed.');
    const key = poolKey(namesHash, node);
    let pool = this.pools.get(key);
    if (pool === undefined) {
      pool = new SnapshotPool({ ...this.settings, url: atAddress(this.settings.url, node) });
      this.pools.set(key, pool);
    }
    return pool;
  }

  /**
   * Notes that a request failed with `error`: if a node failed or the map is outdated, later requests load a new map.
   * Returns whether the request must run again through the coordinator. `map` is the map with which it read the nodes.
   */
  recoversFrom(error: unknown, map: ShardMap): boolean {
    if (error instanceof CoordinatorRequired) return true;
    const isNodeFailure = error instanceof NodeFailure;
    if (!isNodeFailure && !(error instanceof ShardMapOutdated)) return false;
    const errorClass = isNodeFailure ? classifyDatabaseError(error.cause) : null;
    if (this.map === map) {
      this.map = null;
      // If the node can be reached but its reads fail or time out, a new map would send the next requests to the same
      // node, so the load waits. If the node cannot be reached, the load itself fails.
      if (isNodeFailure && errorClass !== 'connection_lost') this.nextLoad = performance.now() + RETRY_MS;
    }
    // A request that timed out has waited for `queryTimeoutMs`. A second attempt could take the same time again.
    return errorClass !== 'client_timeout';
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.loading;
    await Promise.all(Array.from(this.pools.values(), (pool) => pool.close()));
  }

  /** Reads the map and compares the identity of each node. Never rejects. */
  private async load(): Promise<void> {
    this.nextLoad = performance.now() + RETRY_MS;
    try {
      const map = await ShardMap.read(this.read);
      await this.checkIdentities(map);
      this.closeOthers(map);
      this.map = map;
      this.nextLoad = 0;
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed && !this.isClosed)
        this.logger.warn('The nodes of the cluster cannot be read directly; reads use the coordinator.', error);
      this.hasFailed = true;
    }
  }

  private async checkIdentities(map: ShardMap): Promise<void> {
    const rows = await this.read<{ host: string; port: number; identity: string }>(IDENTITIES, [IDENTITY]);
    const expected = new Map(rows.map(({ host, port, identity }) => [toAddress(host, port), identity]));
    await Promise.all(
      map.nodes.map(async (node) => {
        const expectedIdentity = expected.get(node);
        if (expectedIdentity === undefined) throw new Error(`The coordinator got no answer from the node ${node}.`);
        const result = await this.poolOf(map, node).query<{ system_identifier: string }>({ text: IDENTITY });
        if (result.rows[0]?.system_identifier !== expectedIdentity) {
          throw new Error(`The server at the address ${node} is not the server that the coordinator reaches there.`);
        }
      }),
    );
  }

  /** Closes the connections that requests with this map do not use. A running request keeps its own until its end. */
  private closeOthers({ nodes, namesHash }: ShardMap): void {
    const used = new Set(nodes.map((node) => poolKey(namesHash, node)));
    for (const [key, pool] of this.pools) {
      if (used.has(key)) continue;
      this.pools.delete(key);
      void pool.close();
    }
  }
}

function poolKey(namesHash: string, node: string): string {
  return `${namesHash} ${node}`;
}

/** Returns the URL with another host and port, without the parameters `host` and `port`, which take precedence. */
function atAddress(url: string, address: string): string {
  const parsed = new URL(url);
  parsed.host = address;
  parsed.searchParams.delete('host');
  parsed.searchParams.delete('port');
  return parsed.toString();
}
