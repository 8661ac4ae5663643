import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Progress } from '../../common/progress';
import { countSlotOf } from './artifact-counts';

/** The primary key of an artifact. */
export interface ArtifactKey {
  readonly partition_id: string;
  readonly owner_key: string;
  readonly artifact_id: string;
}

/** An item whose sources changed: the hash it has now, null when it is gone. */
export interface SourceChange {
  /** UUID. */
  readonly mediaId: string;
  readonly sourceHash: string | null;
}

/** The states in which an artifact is out of every answer for good or until it is written again. */
type Demotion = 'stale' | 'superseded' | 'invalidated';

/** What may become what: no state is left for an earlier one. */
const DEMOTED_FROM: Readonly<Record<Demotion, readonly string[]>> = {
  stale: ['active'],
  superseded: ['active', 'stale'],
  invalidated: ['active', 'stale', 'superseded'],
};

/** Rows taken at once where a whole library goes. */
const CHUNK = 5000;

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

// The lock comes first, in the order of the key, and tells the state as it is behind all earlier writers: so that a
// count goes down exactly once, and two cascades do not wait for each other.
const DEMOTE_SQL = `
WITH target AS MATERIALIZED (
  SELECT a.partition_id, a.owner_key, a.artifact_id, a.status
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k(partition_id, owner_key, artifact_id)
    JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
   WHERE a.status = ANY($5::text[])
   ORDER BY a.partition_id, a.owner_key, a.artifact_id
     FOR UPDATE OF a
), gone AS (
  SELECT partition_id, owner_key, ${countSlotOf('artifact_id')} AS slot, count(*)::integer AS artifacts
    FROM target WHERE status = 'active' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
), counted AS (
  UPDATE intelligence_artifact_counts c SET active_count = c.active_count - gone.artifacts
    FROM gone
   WHERE c.partition_id = gone.partition_id AND c.owner_key = gone.owner_key AND c.slot = gone.slot
)
UPDATE intelligence_artifacts a SET status = $4, updated_at = now()
  FROM target t
 WHERE a.partition_id = t.partition_id AND a.owner_key = t.owner_key AND a.artifact_id = t.artifact_id
RETURNING a.partition_id, a.owner_key, a.artifact_id`;

// The partition alone would not do: a partition with the id of a user holds what this user wrote about no library.
const OF_LIBRARY_SQL = `
SELECT partition_id, owner_key, artifact_id FROM (
  SELECT a.partition_id, a.owner_key, a.artifact_id
    FROM intelligence_artifacts a
   WHERE a.partition_id = $1 AND a.library_id = $1 AND a.status <> 'invalidated'
  UNION
  SELECT s.partition_id, s.owner_key, s.artifact_id
    FROM intelligence_artifact_sources s
    JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
   WHERE s.source_partition_id = $1 AND s.source_kind IN ('media', 'watch_state') AND a.status <> 'invalidated'
) AS dependent LIMIT ${CHUNK}`;

/**
 * Takes artifacts out of every answer when what they were derived from is no longer as it was. Runs in the writer's
 * transaction, after the rows of the sources were written: an artifact that is being written meanwhile holds a lock
 * on them, so it is either found here or sees the new state itself.
 *
 * A revision counts what users write, so that one who refreshes a stale artifact can name the revision they read.
 */
@Injectable()
export class ArtifactStalenessStore {
  /**
   * Marks what was derived from the items as they were: stale, or invalidated where the item is gone, and what was
   * derived from that in turn. One statement when no artifact is concerned.
   */
  async sourcesChanged(manager: EntityManager, libraryId: string, changes: readonly SourceChange[]): Promise<void> {
    if (changes.length === 0) return;
    const rows: (ArtifactKey & { removed: boolean })[] = await manager.query(DEPENDENTS_OF_MEDIA_SQL, [
      libraryId,
      changes.map((change) => change.mediaId),
      changes.map((change) => change.sourceHash),
    ]);
    if (rows.length === 0) return;
    const removed = rows.filter((row) => row.removed);
    await this.demote(manager, removed, 'invalidated');
    const changed = rows.filter((row) => !row.removed);
    await this.demote(manager, changed, 'stale');
  }

  /** Invalidates all artifacts of a library that left the catalog, and all that were derived from its items. */
  async libraryRemoved(manager: EntityManager, libraryId: string): Promise<void> {
    const progress = new Progress('Invalidating the artifacts of a library');
    for (;;) {
      const keys: ArtifactKey[] = await manager.query(OF_LIBRARY_SQL, [libraryId]);
      if (keys.length === 0) return;
      progress.note(await this.demote(manager, keys, 'invalidated'));
    }
  }

  /**
   * Marks artifacts, and all that were derived from them: what depends on a superseded artifact becomes stale, else
   * it shares the state. Ends on circles too, because each round only changes rows that no later one changes again.
   * Gives how many of the artifacts themselves changed their state.
   */
  async demote(manager: EntityManager, keys: readonly ArtifactKey[], status: Demotion): Promise<number> {
    const inherited = status === 'superseded' ? 'stale' : status;
    let changed = await this.demoteEach(manager, keys, status);
    const demoted = changed.length;
    while (changed.length > 0) {
      changed = await this.demoteEach(manager, await this.listDependents(manager, changed), inherited);
    }
    return demoted;
  }

  /** Marks what was derived from an earlier content of the artifact stale. */
  async contentChanged(manager: EntityManager, key: ArtifactKey): Promise<void> {
    await this.demote(manager, await this.listDependents(manager, [key]), 'stale');
  }

  private async listDependents(manager: EntityManager, keys: readonly ArtifactKey[]): Promise<ArtifactKey[]> {
    const rows: ArtifactKey[] = await manager.query(DEPENDENTS_OF_ARTIFACTS_SQL, toColumns(keys));
    return rows;
  }

  private async demoteEach(
    manager: EntityManager,
    keys: readonly ArtifactKey[],
    status: Demotion,
  ): Promise<ArtifactKey[]> {
    if (keys.length === 0) return [];
    const values = [...toColumns(keys), status, DEMOTED_FROM[status]];
    const [changed]: [ArtifactKey[], number] = await manager.query(DEMOTE_SQL, values);
    return changed;
  }
}

function toColumns(keys: readonly ArtifactKey[]): [string[], string[], string[]] {
  return [keys.map((key) => key.partition_id), keys.map((key) => key.owner_key), keys.map((key) => key.artifact_id)];
}
