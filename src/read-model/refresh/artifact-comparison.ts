/**
 * Compares artifacts with their sources. Statements read artifacts and sources separately, because they may be on
 * different nodes of a distributed database.
 */
import type { EntityManager } from 'typeorm';
import type { ArtifactKey } from '../artifacts/artifact-owners';
import { WATCH_HASHES_SQL, type WatchHash } from '../artifacts/watch-dependents.store';

/** An item that changed or was removed after an artifact was derived from it, and its current hash: null if removed. */
export interface DriftedItem {
  readonly media_id: string;
  readonly source_hash: string | null;
}

export interface WatchedArtifact extends ArtifactKey {
  readonly source_id: string;
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
 * The edges (see `artifact-provenance.ts`) to the items and to their watch states, except those of invalidated
 * artifacts. Many artifacts can have equal edges. Parameters: 1 library, 2 media ids.
 */
const EDGES_SQL = `
SELECT DISTINCT s.source_id AS media_id, s.source_kind, s.source_hash, a.status
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
SELECT s.partition_id, s.owner_key, s.artifact_id, s.source_id, s.source_owner_key, s.source_hash, a.status
  FROM intelligence_artifact_sources s JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
 WHERE s.source_kind = 'watch_state' AND s.source_partition_id = $1
   AND ($2::uuid IS NULL OR (s.source_id, s.source_owner_key, s.artifact_id) > ($2, $3::uuid, $4::uuid))
 ORDER BY s.source_id, s.source_owner_key, s.artifact_id LIMIT $5`;

interface Edge {
  readonly media_id: string;
  readonly source_kind: 'media' | 'watch_state';
  readonly source_hash: string | null;
  readonly status: string;
}

interface ItemState {
  readonly media_id: string;
  readonly source_hash: string | null;
  readonly status: string | null;
}

/** Returns the next drifted items of a library after the given one (null: from the first), sorted by id. */
export async function listDriftedItems(
  manager: EntityManager,
  libraryId: string,
  after: string | null,
  limit: number,
): Promise<DriftedItem[]> {
  const drifted: DriftedItem[] = [];
  for (let last = after, more = true; more && drifted.length < limit;) {
    const sources: { media_id: string }[] = await manager.query(SOURCES_SQL, [libraryId, last, limit]);
    const ids = sources.map(({ media_id }) => media_id);
    drifted.push(...(await findDriftedItems(manager, libraryId, ids)));
    last = ids.at(-1) ?? null;
    more = ids.length === limit;
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
): Promise<DriftedItem[]> {
  if (ids.length === 0) return [];
  const edges: Edge[] = await manager.query(EDGES_SQL, [libraryId, ids]);
  const states: ItemState[] = await manager.query(STATES_SQL, [libraryId, ids]);
  const stateOf = new Map(states.map((state) => [state.media_id, state]));
  const drifted = new Set(edges.filter((edge) => isDrifted(edge, stateOf.get(edge.media_id))).map((e) => e.media_id));
  return ids
    .filter((id) => drifted.has(id))
    .map((media_id) => ({ media_id, source_hash: stateOf.get(media_id)?.source_hash ?? null }));
}

function isDrifted(edge: Edge, state: ItemState | undefined): boolean {
  if (state === undefined) return true;
  const isCompared = edge.source_kind === 'media' && edge.status === 'active' && state.status === 'ready';
  return isCompared && edge.source_hash !== null && edge.source_hash !== state.source_hash;
}

export type WatchedRange = readonly [libraryId: string, ...otherValues: unknown[]];

/** Returns the artifacts of a range, each compared with the watch state that it was derived from. */
export async function readWatched(manager: EntityManager, range: WatchedRange): Promise<WatchedArtifact[]> {
  const rows: (ArtifactKey & { source_id: string; source_owner_key: string; source_hash: string; status: string })[] =
    await manager.query(WATCHED_SQL, [...range]);
  const values = [range[0], rows.map((row) => row.source_owner_key), rows.map((row) => row.source_id)];
  const hashes: WatchHash[] = await manager.query(WATCH_HASHES_SQL, values);
  const hashOf = new Map(hashes.map((row) => [`${row.user_id} ${row.media_id}`, row.source_hash]));
  return rows.map(({ partition_id, owner_key, artifact_id, source_id, source_owner_key, source_hash, status }) => {
    const hash = hashOf.get(`${source_owner_key} ${source_id}`) ?? null;
    const differs = status === 'active' && hash !== null && source_hash !== hash;
    return { partition_id, owner_key, artifact_id, source_id, differs };
  });
}
