import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { groupBy } from '../../../common/group-by';
import type { Statement } from '../../read-scope';
import { COLOCATION_TABLE, DIRECTORY_TABLE, TABLE_DISTRIBUTION } from '../table-distribution';
import { shardHash } from './shard-hash';
import { withTables } from './shard-text';

/** Tables that a node has: distributed tables in part, reference tables as a whole. */
const TABLES = Object.keys(TABLE_DISTRIBUTION).filter((table) => TABLE_DISTRIBUTION[table] !== 'local');

/** The FROM clause of the shards with the nodes that store them. */
const PLACEMENTS = `
  FROM pg_dist_shard s
  JOIN pg_dist_placement p ON p.shardid = s.shardid AND p.shardstate = 1
  JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' AND n.isactive`;

/**
 * The version of the shard map. It changes when a shard moves or is split, and when a node gets another address. Two
 * tables are enough: Citus moves the shards of all other distributed tables together with those of `libraries`.
 */
export const SHARD_MAP_VERSION: Statement = {
  name: 'shard_map_version',
  text: `
SELECT md5(string_agg(concat_ws(' ', s.shardid, s.shardminvalue, p.placementid, p.xmin, n.nodename, n.nodeport), ','
                      ORDER BY s.shardid, n.nodeid)) AS version${PLACEMENTS}
 WHERE s.logicalrelid IN ('${COLOCATION_TABLE}'::regclass, '${DIRECTORY_TABLE}'::regclass)`,
};

/** The shards with their nodes, and the version. Parameter: $1 names of tables. */
const SHARDS = `
SELECT c.relname AS table_name, s.shardid::text AS shard_id, shard_name(s.logicalrelid, s.shardid) AS shard_name,
       s.shardminvalue::integer AS min_hash, s.shardmaxvalue::integer AS max_hash,
       n.nodename AS host, n.nodeport AS port, (${SHARD_MAP_VERSION.text}) AS version${PLACEMENTS}
  JOIN pg_class c ON c.oid = s.logicalrelid
 WHERE c.oid IN (SELECT to_regclass(name) FROM unnest($1::text[]) AS name)
 ORDER BY s.shardminvalue::integer, s.shardid, n.nodeid`;

/** The views of the schema. A read of a shard contains their definitions, with the names of the shard's tables. */
const VIEWS = `
SELECT v.relname AS name, rtrim(pg_get_viewdef(v.oid), ';') AS definition
  FROM pg_class c JOIN pg_class v ON v.relnamespace = c.relnamespace AND v.relkind = 'v'
 WHERE c.oid = '${COLOCATION_TABLE}'::regclass ORDER BY v.relname`;

/** A shard of a table on a node, with the range of its hashes. The hashes of a reference table are null. */
interface ShardRow {
  readonly table_name: string;
  readonly shard_id: string;
  readonly shard_name: string;
  readonly min_hash: number | null;
  readonly max_hash: number | null;
  readonly host: string;
  readonly port: number;
  readonly version: string;
}

interface ViewRow {
  readonly name: string;
  readonly definition: string;
}

/** The Citus shards of the tables for one range of hashes. They are on the same node. */
export interface Shard {
  /** Address of the node: host and port, as in a URL. */
  readonly node: string;
  /** The id of one of the Citus shards; unique in the map. */
  readonly key: string;
  /** Returns the text of a read with the names of these shards instead of those of the tables and views. */
  textFor(text: string): string;
}

/**
 * Maximum number of statement texts that the shards of libraries and owners cache together. Each shard gets an equal
 * part, rounded up. The shards of `media_directory` share another limit of this size. Most texts have less than 5 KB.
 */
const TEXTS_MAX = 4_000;

const HASH_MIN = -(2 ** 31);
const HASH_MAX = 2 ** 31 - 1;

/** Shards in the order of their hashes; `from` is the lowest hash of each. */
type Ranges = readonly { readonly from: number; readonly shard: Shard }[];

/** Runs a statement on the coordinator. */
export type ReadCoordinator = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Tells which shard has the rows of a library, the artifacts of an owner, or the `media_directory` row of an item. */
export class ShardMap {
  private constructor(
    /** Result of `SHARD_MAP_VERSION`. */
    readonly version: string,
    private readonly partitions: Ranges,
    private readonly directory: Ranges,
    /** Changes with the names of shards and the definitions of views, on which the texts of statements depend. */
    readonly namesHash: string,
  ) {}

  /** Reads the map from the catalog of the coordinator. */
  static async read(read: ReadCoordinator): Promise<ShardMap> {
    const [rows, views] = await Promise.all([read<ShardRow>(SHARDS, [TABLES]), read<ViewRow>(VIEWS, [])]);
    const references = rows.filter(({ min_hash }) => min_hash === null);
    const isOfDirectory = (row: ShardRow): boolean => row.table_name === DIRECTORY_TABLE;
    const distributed = rows.filter(({ min_hash }) => min_hash !== null);
    const rangesOf = (shards: readonly ShardRow[]): Ranges => toRanges(shards, references, views);
    return new ShardMap(
      rows[0]?.version ?? '',
      rangesOf(distributed.filter((row) => !isOfDirectory(row))),
      rangesOf(distributed.filter(isOfDirectory)),
      hashOf([rows.map((row) => [row.table_name, row.shard_name]), views]),
    );
  }

  get nodes(): readonly string[] {
    return [...new Set([...this.partitions, ...this.directory].map(({ shard }) => shard.node))];
  }

  /** Returns the shard of a library or an owner. */
  shardOf(partitionId: string): Shard {
    return findShard(this.partitions, partitionId);
  }

  /** Returns the shard of `media_directory` that contains an item. */
  directoryShardOf(mediaId: string): Shard {
    return findShard(this.directory, mediaId);
  }

  /** Returns, by node, all shards of `partitions` on the nodes that have one of the ids; null means all nodes. */
  shardsByNode(partitionIds: readonly string[] | null): ReadonlyMap<string, readonly Shard[]> {
    const nodes = new Set(partitionIds?.map((id) => this.shardOf(id).node) ?? this.nodes);
    const shards = this.partitions.map(({ shard }) => shard).filter(({ node }) => nodes.has(node));
    return groupBy(shards, ({ node }) => node);
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/** Throws an error if the shards do not cover all hashes. A shard is missing if its node is disabled, for example. */
function toRanges(rows: readonly ShardRow[], references: readonly ShardRow[], views: readonly ViewRow[]): Ranges {
  const byHash = groupBy(rows, ({ min_hash }) => min_hash);
  let next = HASH_MIN;
  const ranges = Array.from(byHash, ([from, shards]) => {
    if (from !== next) throw new Error('A shard of the cluster has no active node.');
    next = (shards[0]?.max_hash ?? HASH_MAX) + 1;
    const tables = new Map([...references, ...shards].map((row) => [row.table_name, row.shard_name]));
    const subqueries = views.map(({ name, definition }) => [name, `(${withTables(definition, tables)})`] as const);
    const names = new Map([...tables, ...subqueries]);
    return { from, shard: toShard(shards, names, Math.ceil(TEXTS_MAX / byHash.size)) };
  });
  if (next !== HASH_MAX + 1) throw new Error('A shard of the cluster has no active node.');
  return ranges;
}

function toShard(rows: readonly ShardRow[], names: ReadonlyMap<string, string>, textsMax: number): Shard {
  const { host = '', port = 0, shard_id: key = '' } = rows[0] ?? {};
  // All connections share these texts. Without the cache, each connection would keep a copy of each of its texts.
  const texts = new LRUCache<string, string>({ max: textsMax });
  return {
    node: toAddress(host, port),
    key,
    textFor: (text) => {
      const cached = texts.get(text);
      if (cached !== undefined) return cached;
      const renamed = withTables(text, names);
      texts.set(text, renamed);
      return renamed;
    },
  };
}

/** Returns an address as in a URL. */
export function toAddress(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

function findShard(ranges: Ranges, id: string): Shard {
  const hash = shardHash(id);
  const range = ranges.findLast(({ from }) => from <= hash);
  if (range === undefined) throw new Error('The shard map has no shards.');
  return range.shard;
}
