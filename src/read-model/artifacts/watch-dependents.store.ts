import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { groupBy } from '../../common/group-by';
import { isDistributed } from '../../database/distribution/distribution';
import { runStatement } from '../../database/transaction-connection';
import type { ArtifactKey } from './artifact-owners';
import { ArtifactStalenessStore } from './artifact-staleness.store';
import { watchStateHashOf } from './watch-state.sql';

/** A watch state that was written or removed. All ids are UUIDs; the item is a movie or an episode. */
export interface WatchStateKey {
  readonly libraryId: string;
  readonly userId: string;
  readonly mediaId: string;
}

/**
 * A season of a series, by its number. The watch states of the season and of its series change when the season gains or
 * loses an available episode, because both states count the available episodes.
 */
export interface SeasonKey {
  /** UUID. */
  readonly seriesId: string;
  readonly seasonNumber: number;
}

/**
 * Returns a query for the season of a series with the given number. The condition on the episode number lets the
 * planner use all columns of `media_items_series_ix`.
 */
const seasonsOf = (library: string, series: string, seasonNumber: string): string => `
  SELECT m.media_id FROM media_items m
   WHERE m.library_id = ${library} AND m.series_id = ${series} AND m.season_number = ${seasonNumber}
     AND m.episode_number IS NULL AND m.media_kind = 'season'`;

/** Condition: the row `edge` of `intelligence_artifact_sources` has the watch state of the item as its source. */
const isEdgeOf = (edge: string, library: string, media: string): string =>
  `${edge}.source_kind = 'watch_state' AND ${edge}.source_partition_id = ${library} AND ${edge}.source_id = ${media}`;

// Before this transaction ends, no artifact that is derived from the changed states can become active: its writer waits
// for a lock that this transaction holds, on the watch states of the user or on the library.
const JOIN_ACTIVE_ARTIFACTS = `JOIN intelligence_artifacts a
    ON a.partition_id = s.partition_id AND a.owner_key = s.owner_key AND a.artifact_id = s.artifact_id
   AND a.status = 'active'`;

/**
 * The active artifacts that were derived from earlier versions of these watch states, or of the states of the seasons
 * and series that contain the items. Parameters: 1 library ids, 2 user ids, 3 media ids. EXISTS and `OFFSET 0` make
 * PostgreSQL compute the hash of a state once, and only if an artifact was derived from the state.
 */
export const DEPENDENTS_OF_STATES = {
  name: 'watch_state_dependents',
  text: `
SELECT s.partition_id, s.owner_key, s.artifact_id
  FROM (SELECT item.library_id, item.user_id, item.media_id,
               ${watchStateHashOf('item.library_id', 'item.user_id', 'item.media_id')} AS source_hash
          FROM (SELECT DISTINCT k.library_id, k.user_id, place.media_id
                  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k(library_id, user_id, media_id)
                  JOIN media_items e ON e.library_id = k.library_id AND e.media_id = k.media_id
                 CROSS JOIN LATERAL (
                   SELECT e.media_id UNION ALL SELECT e.series_id UNION ALL
                   ${seasonsOf('e.library_id', 'e.series_id', 'e.season_number')}) AS place(media_id)) AS item
         WHERE EXISTS (
           SELECT FROM intelligence_artifact_sources s
            WHERE ${isEdgeOf('s', 'item.library_id', 'item.media_id')} AND s.source_owner_key = item.user_id)
        OFFSET 0) AS item
  JOIN intelligence_artifact_sources s
    ON ${isEdgeOf('s', 'item.library_id', 'item.media_id')} AND s.source_owner_key = item.user_id
  ${JOIN_ACTIVE_ARTIFACTS}
 WHERE s.source_hash <> item.source_hash`,
};

/** Returns a row if any artifact was derived from a watch state of the library. Parameter: 1 library. */
const HAS_EDGES_SQL = `
SELECT s.artifact_id FROM intelligence_artifact_sources s
 WHERE s.source_kind = 'watch_state' AND s.source_partition_id = $1 LIMIT 1`;

/** The items, and their seasons and series. Parameters: 1 library, 2 media ids. */
const DEPENDENT_ITEMS_SQL = `
SELECT place.media_id FROM media_items e
 CROSS JOIN LATERAL (
   SELECT e.media_id UNION ALL SELECT e.series_id UNION ALL ${seasonsOf('$1', 'e.series_id', 'e.season_number')}
 ) AS place(media_id)
 WHERE e.library_id = $1 AND e.media_id = ANY($2::uuid[]) AND place.media_id IS NOT NULL`;

/** The series and the seasons. Parameters: 1 library, 2 series ids, 3 season numbers. */
const SEASON_ITEMS_SQL = `
SELECT item.media_id FROM unnest($2::uuid[], $3::integer[]) AS place(series_id, season_number)
 CROSS JOIN LATERAL (
   SELECT place.series_id UNION ALL ${seasonsOf('$1', 'place.series_id', 'place.season_number')}) AS item(media_id)`;

/** The active artifacts that were derived from watch states of items. Parameters: 1 library, 2 media ids. */
const EDGES_SQL = `
SELECT s.partition_id, s.owner_key, s.artifact_id, s.source_owner_key AS user_id, s.source_id AS media_id, s.source_hash
  FROM intelligence_artifact_sources s ${JOIN_ACTIVE_ARTIFACTS}
 WHERE s.source_kind = 'watch_state' AND s.source_partition_id = $1 AND s.source_id = ANY($2::uuid[])`;

/** The hashes of watch states; null if the item does not exist. Parameters: 1 library, 2 users, 3 media ids. */
const WATCH_HASHES_SQL = `
SELECT item.user_id, item.media_id, ${watchStateHashOf('$1::uuid', 'item.user_id', 'item.media_id')} AS source_hash
  FROM (SELECT DISTINCT user_id, media_id FROM unnest($2::uuid[], $3::uuid[]) AS pair(user_id, media_id)) AS item`;

/** An artifact that was derived from a watch state, and the hash of this watch state at that time. */
export interface WatchEdge extends ArtifactKey {
  readonly user_id: string;
  readonly media_id: string;
  /** Never null; the column is nullable for other kinds of sources. */
  readonly source_hash: string | null;
}

/** `DEPENDENTS_OF_STATES` in several steps, because an artifact and the watch state may be on different nodes. */
export async function listDependentsOfStates(
  manager: EntityManager,
  states: readonly WatchStateKey[],
): Promise<ArtifactKey[]> {
  const dependents: ArtifactKey[] = [];
  for (const [libraryId, group] of groupBy(states, (state) => state.libraryId)) {
    const mediaIds = group.map((state) => state.mediaId);
    const users = new Set(group.map((state) => state.userId));
    // These can combine the user of one state with the item of another. `listChangedEdges` drops unchanged ones.
    const allEdges = await listEdges(manager, libraryId, DEPENDENT_ITEMS_SQL, [mediaIds]);
    const edges = allEdges.filter((edge) => users.has(edge.user_id));
    dependents.push(...(await listChangedEdges(manager, libraryId, edges)));
  }
  return dependents;
}

/** Returns the edges whose watch state has changed since the derivation. Leaves out edges to absent items. */
export async function listChangedEdges<Edge extends WatchEdge>(
  manager: EntityManager,
  libraryId: string,
  edges: readonly Edge[],
): Promise<Edge[]> {
  if (edges.length === 0) return [];
  const values = [libraryId, edges.map((edge) => edge.user_id), edges.map((edge) => edge.media_id)];
  const rows: { user_id: string; media_id: string; source_hash: string | null }[] = await manager.query(
    WATCH_HASHES_SQL,
    values,
  );
  const hashes = new Map(rows.map((row) => [`${row.user_id} ${row.media_id}`, row.source_hash]));
  return edges.filter((edge) => {
    const hash = hashes.get(`${edge.user_id} ${edge.media_id}`) ?? null;
    return hash !== null && edge.source_hash !== null && hash !== edge.source_hash;
  });
}

/** Returns the active artifacts that were derived from watch states of the items that `itemsSql` returns. */
async function listEdges(
  manager: EntityManager,
  libraryId: string,
  itemsSql: string,
  parameters: readonly unknown[],
): Promise<WatchEdge[]> {
  const anyEdge: unknown[] = await manager.query(HAS_EDGES_SQL, [libraryId]);
  if (anyEdge.length === 0) return [];
  const items: { media_id: string }[] = await manager.query(itemsSql, [libraryId, ...parameters]);
  return manager.query<WatchEdge[]>(EDGES_SQL, [libraryId, items.map((item) => item.media_id)]);
}

/**
 * Marks artifacts as stale when a watch state that they were derived from changes, so that no answer shows them. Runs
 * after the change, in the same transaction.
 */
@Injectable()
export class WatchDependentsStore {
  constructor(private readonly staleness: ArtifactStalenessStore) {}

  /**
   * Marks the artifacts that were derived from earlier versions of these watch states as stale. The caller holds the
   * shared locks of the users (`watch-state-lock`).
   */
  async demoteDependentsOfStates(manager: EntityManager, states: readonly WatchStateKey[]): Promise<void> {
    if (states.length === 0) return;
    const keys = isDistributed(manager)
      ? await listDependentsOfStates(manager, states)
      : await runStatement<ArtifactKey>(manager, DEPENDENTS_OF_STATES, [
          states.map((state) => state.libraryId),
          states.map((state) => state.userId),
          states.map((state) => state.mediaId),
        ]);
    await this.staleness.demote(manager, keys, 'stale');
  }

  /**
   * Marks the artifacts that were derived from watch states of these seasons and of their series as stale, for all
   * users. The caller holds the lock of the library.
   */
  async demoteDependentsOfSeasons(
    manager: EntityManager,
    libraryId: string,
    seasons: readonly SeasonKey[],
  ): Promise<void> {
    const distinctSeasons = [...new Map(seasons.map((key) => [`${key.seriesId} ${key.seasonNumber}`, key])).values()];
    if (distinctSeasons.length === 0) return;
    const keys = await listEdges(manager, libraryId, SEASON_ITEMS_SQL, [
      distinctSeasons.map(({ seriesId }) => seriesId),
      distinctSeasons.map(({ seasonNumber }) => seasonNumber),
    ]);
    await this.staleness.demote(manager, keys, 'stale');
  }
}
