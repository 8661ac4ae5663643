import type { QueryResultRow } from 'pg';
import { throwIfRequestAborted } from '../../../common/request-context';
import { groupBy } from '../../../common/group-by';
import { ENDED, type Snapshot } from '../../connections/snapshot-pool';
import type { Statement } from '../../read-scope';
import type { ClusterNodes, NodeStatement } from '../distributed-reads';
import type { Shard, ShardMap } from './shard-map';
import { withTables } from './shard-text';

/**
 * The reads of one request on the nodes of a cluster, without the coordinator. Each node has one snapshot. The nodes prepare
 * each statement once for each shard and connection, which the coordinator cannot do.
 */
export class NodeReads implements ClusterNodes {
  /** Number of statements so far. */
  statements = 0;
  private hasEnded = false;
  private readonly snapshots = new Map<string, Promise<Snapshot>>();

  /** `open` begins a snapshot on a node. */
  constructor(
    private readonly map: ShardMap,
    private readonly open: (node: string) => Promise<Snapshot>,
  ) {}

  rows<Row extends QueryResultRow>(
    partitionId: string,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.onShard<Row>(this.map.shardOf(partitionId), statement, values);
  }

  async directoryRows<Row extends QueryResultRow>(statement: Statement, mediaIds: readonly string[]): Promise<Row[]> {
    const shards = groupBy(mediaIds, (id) => this.map.directoryShardOf(id));
    const reads = Array.from(shards, ([shard, ids]) => this.onShard<Row>(shard, statement, [ids]));
    return (await Promise.all(reads)).flat();
  }

  async allRows<Row extends QueryResultRow>(
    partitionIds: readonly string[] | null,
    { name, text, compose }: NodeStatement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const reads = Array.from(this.map.shardsByNode(partitionIds), ([node, shards]) => {
      const statement = {
        // The text depends on the shards of the node, so it changes with the version.
        name: `${name}_${this.map.version}`,
        text: compose(shards.map(({ names }) => withTables(text, names))),
      };
      return this.onNode<Row>(node, statement, values);
    });
    return (await Promise.all(reads)).flat();
  }

  /** Ends all snapshots. `failure` is the error of the request. */
  end(failure?: unknown): void {
    this.hasEnded = true;
    for (const snapshot of this.snapshots.values()) {
      snapshot.then(
        (opened) => opened.end(failure),
        () => undefined,
      );
    }
  }

  private onShard<Row extends QueryResultRow>(
    { node, key, names }: Shard,
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const statement = { name: name === undefined ? name : `${name}_${key}`, text: withTables(text, names) };
    return this.onNode<Row>(node, statement, values);
  }

  private async onNode<Row extends QueryResultRow>(
    node: string,
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    let snapshot = this.snapshots.get(node);
    if (snapshot === undefined) {
      // Nothing would end this snapshot.
      if (this.hasEnded) throw new Error(ENDED);
      snapshot = this.open(node);
      this.snapshots.set(node, snapshot);
    }
    const opened = await snapshot;
    throwIfRequestAborted();
    this.statements += 1;
    const { rows } = await opened.query<Row>({ name, text, values: [...values] });
    return rows;
  }
}
