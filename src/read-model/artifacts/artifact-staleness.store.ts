import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isDistributed } from '../../database/distribution/distribution';
import { groupBy } from '../../common/group-by';
import { Progress } from '../../common/progress';
import { countSlotOf } from './artifact-counts';
import { type ArtifactKey, columnsOfKeys } from './artifact-owners';
import type { ChangedSource } from '../source/media-source';

/** The states into which this class moves artifacts. Answers list only artifacts in the state `active`. */
type Demotion = 'stale' | 'superseded' | 'invalidated';

/** The states that each state may follow. A demotion never returns an artifact to an earlier state. */
const DEMOTED_FROM: Readonly<Record<Demotion, readonly string[]>> = {
  stale: ['active'],
  superseded: ['active', 'stale'],
  invalidated: ['active', 'stale', 'superseded'],
};

/** Maximum number of artifacts that one statement lists for invalidation when a library is removed. */
const INVALIDATED_MAX = 5000;

const DEPENDENTS_OF_MEDIA_SQL = `
SELECT DISTINCT s.partition_id, s.owner_key, s.artifact_id, c.source_hash IS NULL AS removed
  FROM unnest($2::uuid[], $3::text[]) AS c(media_id, source_hash)
  JOIN intelligence_artifact_sources s ON s.source_partition_id = $1 AND s.source_id = c.media_id
 WHERE (s.source_kind = 'media' AND s.source_hash <> c.source_hash)
    OR (s.source_kind IN ('media', 'watch_state') AND c.source_hash IS NULL)`;

const DEPENDENTS_OF_ARTIFACTS_SQL = `
SELECT DISTINCT s.partition_id, s.owner_key, s.artifact_id
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k(partition_id, owner_key, artifact_id)
  JOIN intelligence_artifact_sources s
    ON s.source_partition_id = k.partition_id AND s.source_id = k.artifact_id
   AND s.source_kind = 'artifact' AND s.source_owner_key = k.owner_key`;

/**
 * Inserts the artifacts' counters if a fault has removed these rows, so that the demotion can lock them; a concurrent
 * recount then waits. Without the rows, the recount could insert a counter that still counts a demoted artifact. A new
 * counter is 0 and stays 0 in the demotion; the reconciler corrects it. Waits for transactions that insert the same
 * counters. The insert locks a missing counter before the artifacts; the demotion locks an existing one after them.
 * `Transactions.run` retries if this opposite order causes a deadlock.
 */
const makeCountsSql = (inPartition: (column: string) => string): string => `
INSERT INTO intelligence_artifact_counts (partition_id, owner_key, slot, owner_user_id, active_count)
SELECT a.partition_id, a.owner_key, ${countSlotOf('a.artifact_id')}, a.owner_user_id, 0
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k(partition_id, owner_key, artifact_id)
  JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
 WHERE a.status = 'active'${inPartition('a.partition_id')}
 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3
ON CONFLICT (partition_id, owner_key, slot) DO NOTHING`;

const MAKE_COUNTS_SQL = makeCountsSql(() => '');
/** `MAKE_COUNTS_SQL` for the partition `$4` of a distributed database. */
const MAKE_COUNTS_IN_PARTITION_SQL = makeCountsSql((column) => ` AND ${column} = $4::uuid`);

// Locks the artifacts before it updates them, so it reads the state that earlier writers committed. Each artifact is
// therefore subtracted from its counter exactly once. The artifacts are locked in key order to prevent deadlocks
// between two of these statements. A counter that a fault has made too low stops at 0, because a negative one would
// violate the check constraint. The reconciler corrects it later.
const demoteSql = (inPartition: (column: string) => string): string => `
WITH target AS MATERIALIZED (
  SELECT a.partition_id, a.owner_key, a.artifact_id, a.status
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k(partition_id, owner_key, artifact_id)
    JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
   WHERE a.status = ANY($5::text[])${inPartition('a.partition_id')}
   ORDER BY a.partition_id, a.owner_key, a.artifact_id
     FOR UPDATE OF a
), gone AS (
  SELECT partition_id, owner_key, ${countSlotOf('artifact_id')} AS slot, count(*)::integer AS artifacts
    FROM target WHERE status = 'active' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
), counted AS (
  UPDATE intelligence_artifact_counts c SET active_count = greatest(c.active_count - gone.artifacts, 0)
    FROM gone
   WHERE c.partition_id = gone.partition_id AND c.owner_key = gone.owner_key AND c.slot = gone.slot${inPartition('c.partition_id')}
)
UPDATE intelligence_artifacts a SET status = $4, updated_at = now()
  FROM target t
 WHERE a.partition_id = t.partition_id AND a.owner_key = t.owner_key AND a.artifact_id = t.artifact_id${inPartition('a.partition_id')}
RETURNING a.partition_id, a.owner_key, a.artifact_id`;

const DEMOTE_SQL = demoteSql(() => '');
/** `DEMOTE_SQL` for the partition `$6` of a distributed database. */
const DEMOTE_IN_PARTITION_SQL = demoteSql((column) => ` AND ${column} = $6::uuid`);

// Also filters by `library_id`: clients of an import choose the ids of libraries, so a library may have the same UUID
// as a user. The artifacts of this user that have no library then have the same `partition_id`.
const DEPENDENTS_OF_LIBRARY_SQL = `
SELECT partition_id, owner_key, artifact_id FROM (
  SELECT a.partition_id, a.owner_key, a.artifact_id
    FROM intelligence_artifacts a
   WHERE a.partition_id = $1 AND a.library_id = $1 AND a.status <> 'invalidated'
  UNION
  SELECT s.partition_id, s.owner_key, s.artifact_id
    FROM intelligence_artifact_sources s
    JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
   WHERE s.source_partition_id = $1 AND s.source_kind IN ('media', 'watch_state') AND a.status <> 'invalidated'
) AS dependent LIMIT ${INVALIDATED_MAX}`;

/**
 * Demotes artifacts when their sources change. Runs in the transaction that changes the sources, after it has written
 * the source rows. A concurrent writer of an artifact locks the rows of its sources. So either this class reads the new
 * artifact, or that writer reads the new state of the sources.
 *
 * A demotion does not raise the revision of an artifact; only writes by users do. So a user who rewrites a stale
 * artifact can send the revision that they have read.
 */
@Injectable()
export class ArtifactStalenessStore {
  /**
   * Demotes artifacts: to stale if they were derived from an earlier state of an item, to invalidated if from a removed
   * item or its watch state. Also demotes the artifacts that were derived from the demoted ones.
   */
  async demoteDependentsOfItems(
    manager: EntityManager,
    libraryId: string,
    changes: readonly ChangedSource[],
  ): Promise<void> {
    if (changes.length === 0) return;
    const rows: (ArtifactKey & { removed: boolean })[] = await manager.query(DEPENDENTS_OF_MEDIA_SQL, [
      libraryId,
      changes.map((change) => change.mediaId),
      changes.map((change) => change.sourceHash),
    ]);
    if (rows.length === 0) return;
    await this.demote(
      manager,
      rows.filter((row) => row.removed),
      'invalidated',
    );
    await this.demote(
      manager,
      rows.filter((row) => !row.removed),
      'stale',
    );
  }

  /** Invalidates all artifacts of a removed library, and all that were derived from its items or their watch states. */
  async invalidateOfLibrary(manager: EntityManager, libraryId: string): Promise<void> {
    const progress = new Progress('Invalidating the artifacts of a library');
    for (;;) {
      const keys: ArtifactKey[] = await manager.query(DEPENDENTS_OF_LIBRARY_SQL, [libraryId]);
      if (keys.length === 0) return;
      progress.note(await this.demote(manager, keys, 'invalidated'));
    }
  }

  /**
   * Demotes artifacts and all artifacts derived from them. Derived artifacts get the same state, except that they
   * become stale if `status` is `superseded`. The loop ends even if derivations form a cycle, because no later round
   * changes an artifact again. Returns how many of the artifacts in `keys` changed their state.
   */
  async demote(manager: EntityManager, keys: readonly ArtifactKey[], status: Demotion): Promise<number> {
    const statusOfDependents = status === 'superseded' ? 'stale' : status;
    let changed = await this.demoteEach(manager, keys, status);
    const demoted = changed.length;
    while (changed.length > 0) {
      changed = await this.demoteEach(manager, await this.listDependents(manager, changed), statusOfDependents);
    }
    return demoted;
  }

  /** Marks the artifacts that were derived from the previous content of an artifact as stale. */
  async demoteDependentsOf(manager: EntityManager, key: ArtifactKey): Promise<void> {
    await this.demote(manager, await this.listDependents(manager, [key]), 'stale');
  }

  private listDependents(manager: EntityManager, keys: readonly ArtifactKey[]): Promise<ArtifactKey[]> {
    return manager.query<ArtifactKey[]>(DEPENDENTS_OF_ARTIFACTS_SQL, columnsOfKeys(keys));
  }

  private async demoteEach(
    manager: EntityManager,
    keys: readonly ArtifactKey[],
    status: Demotion,
  ): Promise<ArtifactKey[]> {
    if (keys.length === 0) return [];
    if (isDistributed(manager)) return demotePerPartition(manager, keys, status);
    await manager.query(MAKE_COUNTS_SQL, columnsOfKeys(keys));
    const values = [...columnsOfKeys(keys), status, DEMOTED_FROM[status]];
    const [changed]: [ArtifactKey[], number] = await manager.query(DEMOTE_SQL, values);
    return changed;
  }
}

/** Demotes the artifacts of one partition after the other, in the order of the ids of the partitions. */
async function demotePerPartition(
  manager: EntityManager,
  keys: readonly ArtifactKey[],
  status: Demotion,
): Promise<ArtifactKey[]> {
  const changed: ArtifactKey[] = [];
  const byPartition = [...groupBy(keys, (key) => key.partition_id)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [partitionId, group] of byPartition) {
    await manager.query(MAKE_COUNTS_IN_PARTITION_SQL, [...columnsOfKeys(group), partitionId]);
    const values = [...columnsOfKeys(group), status, DEMOTED_FROM[status], partitionId];
    const [rows]: [ArtifactKey[], number] = await manager.query(DEMOTE_IN_PARTITION_SQL, values);
    changed.push(...rows);
  }
  return changed;
}
