import type { QueryResultRow } from 'pg';
import { throwIfRequestAborted } from '../../../common/request-context';
import { groupBy } from '../../../common/group-by';
import { SNAPSHOT_ENDED, type Snapshot } from '../../connections/snapshot-pool';
import { classifyDatabaseError } from '../../pg-errors';
import type { Statement } from '../../read-scope';
import type { Shard, ShardMap } from './shard-map';

/**
 * PostgreSQL's codes for a missing table, column or right, and for a lock that was not free in time. They occur on the
 * old node of a shard that has moved, and during a migration.
 */
const UNUSABLE_SHARD_CODES = new Set(['42P01', '42703', '42501', '55P03']);

/** A statement that reads all shards of libraries and owners on a node. */
interface NodeStatement {
  readonly name: string;
  /** The part of the statement that is repeated for each shard. */
  readonly text: string;
  /** Returns the statement with the parts of all shards. */
  readonly compose: (texts: readonly string[]) => string;
}

/** Thrown when a node does not answer, or cannot read one of its shards. `cause` is the error of the database. */
export class NodeFailure extends Error {
  constructor(cause: unknown) {
    super('A node of the cluster failed.', { cause });
  }
}

function isFailureOfNode(error: unknown): boolean {
  if (UNUSABLE_SHARD_CODES.has((error as { code?: string } | null)?.code ?? '')) return true;
  const errorClass = classifyDatabaseError(error);
  // The message of a full pool contains 'exceeded'. A full pool is no failure of the node, and a second attempt through
  // the coordinator would only add load.
  if (errorClass === 'acquire_timeout') return !/exceeded/.test((error as Error).message);
  return errorClass === 'connection_lost' || errorClass === 'client_timeout';
}

/**
 * The reads of one request on the nodes of a cluster, in one snapshot on each node. A node plans each statement once
 * for each shard and connection; through the coordinator, it would plan the statement for each request.
 */
export class NodeReads {
  /** Number of statements that these reads have sent to the nodes. */
  statements = 0;
  private hasEnded = false;
  private readonly snapshots = new Map<string, Promise<Snapshot>>();

  /** `open` begins a snapshot on a node. */
  constructor(
    private readonly map: ShardMap,
    private readonly open: (node: string) => Promise<Snapshot>,
  ) {}

  /** Runs a statement that reads only the rows of one library or owner. */
  rows<Row extends QueryResultRow>(
    partitionId: string,
    statement: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    return this.onShard<Row>(this.map.shardOf(partitionId), statement, values);
  }

  /** Runs a statement whose only parameter is the ids of items, on the shards of `media_directory` with these ids. */
  async directoryRows<Row extends QueryResultRow>(statement: Statement, mediaIds: readonly string[]): Promise<Row[]> {
    const shards = groupBy(mediaIds, (id) => this.map.directoryShardOf(id));
    const reads = Array.from(shards, ([shard, ids]) => this.onShard<Row>(shard, statement, [ids]));
    return (await Promise.all(reads)).flat();
  }

  /** Runs a statement once on each node that stores one of these libraries or owners; null means all nodes. */
  async allRows<Row extends QueryResultRow>(
    partitionIds: readonly string[] | null,
    { name, text, compose }: NodeStatement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const reads = Array.from(this.map.shardsByNode(partitionIds), ([node, shards]) => {
      // The text changes with the shards of the node, so the name contains the version of the map.
      const statement = {
        name: `${name}_${this.map.version}`,
        text: compose(shards.map((shard) => shard.textFor(text))),
      };
      return this.onNode<Row>(node, statement, values);
    });
    return (await Promise.all(reads)).flat();
  }

  end(): void {
    this.hasEnded = true;
    for (const snapshot of this.snapshots.values()) {
      snapshot.then(
        (opened) => opened.end(),
        () => undefined,
      );
    }
  }

  private onShard<Row extends QueryResultRow>(
    shard: Shard,
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    const nameOnShard = name === undefined ? name : `${name}_${shard.key}`;
    return this.onNode<Row>(shard.node, { name: nameOnShard, text: shard.textFor(text) }, values);
  }

  private async onNode<Row extends QueryResultRow>(
    node: string,
    { name, text }: Statement,
    values: readonly unknown[],
  ): Promise<Row[]> {
    let snapshot = this.snapshots.get(node);
    if (snapshot === undefined) {
      // After the end of the reads, nothing would end a new snapshot.
      if (this.hasEnded) throw new Error(SNAPSHOT_ENDED);
      snapshot = this.open(node);
      this.snapshots.set(node, snapshot);
    }
    try {
      const opened = await snapshot;
      throwIfRequestAborted();
      this.statements += 1;
      const { rows } = await opened.query<Row>({ name, text, values: [...values] });
      return rows;
    } catch (error) {
      throw isFailureOfNode(error) ? new NodeFailure(error) : error;
    }
  }
}
