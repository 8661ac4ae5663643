/**
 * Compares artifacts with the items and watch states that they were derived from. No statement reads both, because they
 * may be on different nodes of a distributed database.
 */
import type { EntityManager } from 'typeorm';
import { listChangedEdges, type WatchEdge } from '../artifacts/watch-dependents.store';
import type { ChangedSource } from '../source/media-source';

/** An artifact that was derived from a watch state. */
export interface WatchedArtifact extends WatchEdge {
  /** Whether the artifact is active although the watch state has changed. */
  readonly differs: boolean;
}

/**
 * The next items that are sources of artifacts, or whose watch states are. Parameters: 1 library, 2 media id to start
 * after or null, 3 maximum number of ids.
 */
const SOURCES_SQL = `
SELECT DISTINCT s.source_id AS media_id FROM intelligence_artifact_sources s
 WHERE s.source_kind IN ('media', 'watch_state') AND s.source_partition_id = $1
   AND ($2::uuid IS NULL OR s.source_id > $2)
 ORDER BY 1 LIMIT $3`;

/**
 * Those of the given items that artifacts were derived from, or whose watch states artifacts were derived from. Ignores
 * invalidated artifacts. `active_hash` is the hash that the item had when an active artifact was derived from it. Many
 * artifacts have equal hashes, so an item has few rows. Parameters: 1 library, 2 media ids.
 */
const EDGES_SQL = `
SELECT DISTINCT s.source_id AS media_id,
       CASE WHEN s.source_kind = 'media' AND a.status = 'active' THEN s.source_hash END AS active_hash
  FROM intelligence_artifact_sources s JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
 WHERE s.source_kind IN ('media', 'watch_state') AND s.source_partition_id = $1 AND s.source_id = ANY($2::uuid[])
   AND a.status <> 'invalidated'`;

/** The current hashes of items. Removed items have no row. Parameters: 1 library, 2 media ids. */
const STATES_SQL = `
SELECT m.media_id, c.source_hash, c.status
  FROM media_items m
  LEFT JOIN intelligence_media_context c ON c.library_id = $1 AND c.media_id = m.media_id
 WHERE m.library_id = $1 AND m.media_id = ANY($2::uuid[])`;

/**
 * The next artifacts that were derived from watch states. Parameters: 1 library, 2 to 4 media id, user id and artifact
 * id to start after (or null), 5 maximum number of rows.
 */
export const WATCHED_SQL = `
SELECT s.partition_id, s.owner_key, s.artifact_id, s.source_owner_key AS user_id, s.source_id AS media_id, s.source_hash,
       a.status
  FROM intelligence_artifact_sources s JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
 WHERE s.source_kind = 'watch_state' AND s.source_partition_id = $1
   AND ($2::uuid IS NULL OR (s.source_id, s.source_owner_key, s.artifact_id) > ($2, $3::uuid, $4::uuid))
 ORDER BY s.source_id, s.source_owner_key, s.artifact_id LIMIT $5`;

/** A row of `EDGES_SQL`. An edge connects an artifact with one of its sources. */
interface Edge {
  readonly media_id: string;
  /** Null if the artifact is not active, or if the source is a watch state of the item. */
  readonly active_hash: string | null;
}

interface ItemState {
  readonly media_id: string;
  readonly source_hash: string | null;
  readonly status: string | null;
}

/**
 * Returns the next drifted items of a library after the given one (null: from the first), sorted by id. An item has
 * drifted if it was removed, or if its hash is no longer the one that an active artifact was derived from. Hashes of
 * stale rows are not compared.
 */
export async function listDriftedItems(
  manager: EntityManager,
  libraryId: string,
  after: string | null,
  limit: number,
): Promise<ChangedSource[]> {
  const drifted: ChangedSource[] = [];
  for (let last = after, hasMore = true; hasMore && drifted.length < limit;) {
    const sources: { media_id: string }[] = await manager.query(SOURCES_SQL, [libraryId, last, limit]);
    const ids = sources.map(({ media_id }) => media_id);
    drifted.push(...(await findDriftedItems(manager, libraryId, ids)));
    last = ids.at(-1) ?? null;
    hasMore = ids.length === limit;
  }
  return drifted.slice(0, limit);
}

/**
 * Returns those of the items that have drifted, in the order of `ids`. A removed item counts even if artifacts were
 * derived only from its watch states.
 */
export async function findDriftedItems(
  manager: EntityManager,
  libraryId: string,
  ids: readonly string[],
): Promise<ChangedSource[]> {
  if (ids.length === 0) return [];
  const edges: Edge[] = await manager.query(EDGES_SQL, [libraryId, ids]);
  const states: ItemState[] = await manager.query(STATES_SQL, [libraryId, ids]);
  const stateOf = new Map(states.map((state) => [state.media_id, state]));
  const drifted = new Set(edges.filter((edge) => isDrifted(edge, stateOf.get(edge.media_id))).map((e) => e.media_id));
  return ids
    .filter((id) => drifted.has(id))
    .map((mediaId) => ({ mediaId, sourceHash: stateOf.get(mediaId)?.source_hash ?? null }));
}

function isDrifted(edge: Edge, state: ItemState | undefined): boolean {
  if (state === undefined) return true;
  return edge.active_hash !== null && state.status === 'ready' && edge.active_hash !== state.source_hash;
}

/** The parameters of `WATCHED_SQL`. */
export type WatchedRange = readonly [libraryId: string, ...otherValues: unknown[]];

/** Returns the artifacts of a range, each compared with the watch state that it was derived from. */
export async function readWatched(manager: EntityManager, range: WatchedRange): Promise<WatchedArtifact[]> {
  const rows: (WatchEdge & { status: string })[] = await manager.query(WATCHED_SQL, [...range]);
  const active = rows.filter((row) => row.status === 'active');
  const changed = new Set<WatchEdge>(await listChangedEdges(manager, range[0], active));
  return rows.map((row) => ({ ...row, differs: changed.has(row) }));
}
