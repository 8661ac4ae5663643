import type { QueryRunner } from 'typeorm';
import { ForwardMigration } from '../forward-migration';

/** Adds watch states as a separate kind of source, and marks user artifacts that have the id of a global artifact. */
export class ArtifactSourcesAndIds1763700000013 extends ForwardMigration {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}

const GLOBAL_OWNER = `'00000000-0000-0000-0000-000000000000'`;

const IS_WATCH_STATE_FIELD = `s.source_kind = 'media' AND s.field ~* '^watch_state(\\.|$)'`;

const STATEMENTS = [
  `ALTER TABLE intelligence_artifact_sources DROP CONSTRAINT intelligence_artifact_sources_kind_ck,
     ADD CONSTRAINT intelligence_artifact_sources_kind_ck
     CHECK (source_kind IN ('media', 'watch_state', 'artifact', 'run', 'tool_call'))`,
  // Artifacts derived from a watch state have no hash of the state, so it is unknown whether the state has changed.
  // These artifacts become stale, with all artifacts derived from them, until they are written again. If the count of
  // active artifacts was too low, it becomes 0: a negative count would violate a check constraint and fail the
  // migration. The reconciler corrects the count later.
  `WITH RECURSIVE affected AS (
     SELECT a.partition_id, a.owner_key, a.artifact_id
       FROM intelligence_artifact_sources s JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id)
      WHERE ${IS_WATCH_STATE_FIELD} AND a.status = 'active'
     UNION
     SELECT a.partition_id, a.owner_key, a.artifact_id
       FROM affected source
       JOIN intelligence_artifact_sources s
         ON s.source_kind = 'artifact' AND s.source_partition_id = source.partition_id
        AND s.source_owner_key = source.owner_key AND s.source_id = source.artifact_id
       JOIN intelligence_artifacts a
         ON a.partition_id = s.partition_id AND a.owner_key = s.owner_key AND a.artifact_id = s.artifact_id
      WHERE a.status = 'active'
   ), marked AS (
     UPDATE intelligence_artifacts a SET status = 'stale', updated_at = now()
       FROM affected
      WHERE a.partition_id = affected.partition_id AND a.owner_key = affected.owner_key
        AND a.artifact_id = affected.artifact_id
     RETURNING a.partition_id, a.owner_key, ((hashtext(a.artifact_id::text) & 2147483647) % 8)::smallint AS slot
   )
   UPDATE intelligence_artifact_counts c SET active_count = greatest(c.active_count - gone.artifacts, 0)
     FROM (SELECT partition_id, owner_key, slot, count(*)::integer AS artifacts FROM marked GROUP BY 1, 2, 3) AS gone
    WHERE c.partition_id = gone.partition_id AND c.owner_key = gone.owner_key AND c.slot = gone.slot`,
  // Global artifacts keep the item as their source, because it is unknown which user's watch state was used. The empty
  // hash stands for an unknown state: it differs from the hash of every watch state.
  `UPDATE intelligence_artifact_sources s SET source_kind = 'watch_state', source_owner_key = s.owner_key, source_hash = ''
    WHERE ${IS_WATCH_STATE_FIELD} AND s.owner_key <> ${GLOBAL_OWNER}`,
  `CREATE INDEX intelligence_artifact_sources_watch_ix
     ON intelligence_artifact_sources (source_partition_id, source_id, source_owner_key, artifact_id)
     WHERE source_kind = 'watch_state'`,
  // Reverses the order of the columns, so that the index also finds all artifacts with the same id.
  `ALTER TABLE intelligence_artifacts DROP CONSTRAINT intelligence_artifacts_id_uq,
     ADD CONSTRAINT intelligence_artifacts_id_uq UNIQUE (artifact_id, owner_key),
     ADD COLUMN has_namesake boolean NOT NULL DEFAULT false`,
  `UPDATE intelligence_artifacts own SET has_namesake = true
     FROM intelligence_artifacts shared
    WHERE shared.artifact_id = own.artifact_id AND shared.owner_key = ${GLOBAL_OWNER} AND own.owner_key <> ${GLOBAL_OWNER}`,
  `CREATE INDEX intelligence_artifacts_namesake_ix ON intelligence_artifacts (owner_key, artifact_id) WHERE has_namesake`,
];
