import { SnapshotPool, type SnapshotPoolSettings } from '../../connections/snapshot-pool';
import { CoordinatorRequired } from '../distributed-reads';
import { classifyDatabaseError } from '../../pg-errors';
import { type ReadCoordinator, ShardMap, toAddress } from './shard-map';

/** Milliseconds after which a failed attempt to read the map, or to reach all nodes, is repeated. */
const RETRY_MS = 10_000;

/** PostgreSQL's codes for a missing table and a missing right. */
const UNUSABLE_SHARD = new Set(['42P01', '42501']);

/** Identifies a server: a replica has the number of its primary, but is in recovery. */
const IDENTITY = 'SELECT system_identifier::text FROM pg_control_system() WHERE NOT pg_is_in_recovery()';

/** The identity of each node, as the coordinator sees it. Nodes that do not answer are missing. */
const IDENTITIES = `
SELECT n.nodename AS host, n.nodeport AS port, r.result AS identity
  FROM run_command_on_all_nodes($1) r JOIN pg_dist_node n ON n.nodeid = r.nodeid WHERE r.success`;

/** Thrown when a request must be answered through the coordinator, because the nodes cannot be read directly. */
export class RoutingChanged extends Error {}

/**
 * Decides whether requests read the nodes of a cluster directly. They do if the shard map is known, and if the service
 * reaches all nodes at the addresses that the coordinator uses. Otherwise, they read through the coordinator, which
 * takes two to three times as long.
 */
export class ShardRouter {
  private map: ShardMap | null = null;
  private readonly pools = new Map<string, SnapshotPool>();
  private loading: Promise<void> | null = null;
  private nextLoad = 0;

  /** `settings` are those of the coordinator; a node has the same ones, with another address. */
  constructor(
    private readonly settings: SnapshotPoolSettings,
    private readonly read: ReadCoordinator,
  ) {}

  /** Returns the map for a request; null for a request through the coordinator. Begins to read a missing map. */
  current(): ShardMap | null {
    if (this.map === null && this.loading === null && performance.now() >= this.nextLoad) {
      this.loading = this.load().finally(() => {
        this.loading = null;
      });
    }
    return this.map;
  }

  /** Returns the connections to a node of the map. */
  poolOf(node: string): SnapshotPool {
    let pool = this.pools.get(node);
    if (pool === undefined) {
      pool = new SnapshotPool({ ...this.settings, url: atAddress(this.settings.url, node), cancellerUrl: undefined });
      this.pools.set(node, pool);
    }
    return pool;
  }

  /**
   * Whether a request that read the nodes directly should read again through the coordinator after this error. Then also
   * forgets the map.
   */
  recoversFrom(error: unknown): boolean {
    const isUnusable = UNUSABLE_SHARD.has((error as { code?: string } | null)?.code ?? '');
    const errorClass = classifyDatabaseError(error);
    if (error instanceof CoordinatorRequired) return true;
    if (error instanceof RoutingChanged) this.map = null;
    else if (isUnusable || errorClass === 'connection_lost' || errorClass === 'acquire_timeout') {
      this.map = null;
      // Without the delay, each request would fail once.
      if (isUnusable) this.nextLoad = performance.now() + RETRY_MS;
    } else return false;
    return true;
  }

  async close(): Promise<void> {
    await this.loading;
    await Promise.all(Array.from(this.pools.values(), (pool) => pool.close()));
  }

  /** Reads the map and compares the identity of each node. Never rejects. */
  private async load(): Promise<void> {
    this.nextLoad = performance.now() + RETRY_MS;
    try {
      const map = await ShardMap.read(this.read);
      await this.checkIdentities(map.nodes);
      await this.closeOthers(map.nodes);
      this.map = map;
      this.nextLoad = 0;
    } catch {
      // Requests read through the coordinator until the next attempt.
    }
  }

  private async checkIdentities(nodes: readonly string[]): Promise<void> {
    const rows = await this.read<{ host: string; port: number; identity: string }>(IDENTITIES, [IDENTITY]);
    const expected = new Map(rows.map(({ host, port, identity }) => [toAddress(host, port), identity]));
    await Promise.all(
      nodes.map(async (node) => {
        const result = await this.poolOf(node).query<{ system_identifier: string }>({ text: IDENTITY });
        if (result.rows[0]?.system_identifier !== expected.get(node)) throw new RoutingChanged();
      }),
    );
  }

  private async closeOthers(nodes: readonly string[]): Promise<void> {
    const others = [...this.pools].filter(([node]) => !nodes.includes(node));
    for (const [node] of others) this.pools.delete(node);
    await Promise.all(others.map(([, pool]) => pool.close()));
  }
}

/** Returns the URL with another host and port. */
function atAddress(url: string, address: string): string {
  const parsed = new URL(url);
  parsed.host = address;
  parsed.searchParams.delete('host');
  parsed.searchParams.delete('port');
  return parsed.toString();
}
