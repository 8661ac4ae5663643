/**
 * The statements that write artifacts. The partition of an artifact is its library, or its owner if it has no library.
 */
import { countSlotOf } from '../../read-model/artifacts/artifact-counts';
import { searchKeysOf } from '../../read-model/artifacts/artifact-words';
import { GLOBAL_OWNER } from '../../common/principal';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';

const COLUMNS = `owner_user_id, author_user_id, library_id, media_id, kind, status, title, summary, producer, run_id,
       supersedes_artifact_id, content_hash, request_hash, search_keys`;

// Every statement that makes an artifact active also increases the count of active artifacts.
const COUNT_ACTIVE = `
INSERT INTO intelligence_artifact_counts AS c (partition_id, owner_key, slot, owner_user_id, active_count)
SELECT partition_id, owner_key, ${countSlotOf('artifact_id')}, owner_user_id, 1 FROM artifact
ON CONFLICT (partition_id, owner_key, slot) DO UPDATE SET active_count = c.active_count + 1`;

/** `keys` and `namesake` are SQL expressions for `search_keys` and `has_namesake`; `cte` is a further CTE. */
const insertSql = (keys: string, namesake: string, cte = ''): string => `
WITH artifact AS (
  INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, ${COLUMNS}, has_namesake)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11, $12, $13, $14, $15, ${keys},
          ${namesake})
  RETURNING partition_id, owner_key, artifact_id, owner_user_id
)${cte}${COUNT_ACTIVE}`;

// `has_namesake` is true for an artifact of a user if a global artifact has the same id. Inserting either artifact sets
// the column.
export const INSERT_SQL = insertSql(
  searchKeysOf('$1', '$2', '$16'),
  `$2 <> '${GLOBAL_OWNER}' AND EXISTS (
            SELECT FROM intelligence_artifacts shared WHERE shared.artifact_id = $3 AND shared.owner_key = '${GLOBAL_OWNER}')`,
  `, namesakes AS (
  UPDATE intelligence_artifacts SET has_namesake = true
   WHERE $2 = '${GLOBAL_OWNER}' AND artifact_id = $3 AND owner_key <> '${GLOBAL_OWNER}'
)`,
);

/** `INSERT_SQL` for a distributed database, where the values of an INSERT must not contain subqueries. */
export const INSERT_IN_PARTITION = {
  name: 'artifact_insert_in_partition',
  text: insertSql('$16::bigint[]', '$17::boolean'),
};

export const SEARCH_KEYS = { name: 'artifact_keys', text: `SELECT ${searchKeysOf('$1', '$2', '$3')}::text[] AS keys` };

export const HAS_NAMESAKE = {
  name: 'artifact_has_namesake',
  text: `SELECT artifact_id FROM intelligence_artifacts
          WHERE artifact_id = $1 AND owner_key = '${GLOBAL_OWNER}' AND $2 <> '${GLOBAL_OWNER}' LIMIT 1`,
};

export const MARK_NAMESAKES = {
  name: 'artifact_mark_namesakes',
  text: `UPDATE intelligence_artifacts SET has_namesake = true WHERE artifact_id = $1 AND owner_key <> '${GLOBAL_OWNER}'`,
};

// `earlier` reads the status again after `LOCK`, because this transaction may have changed it since: superseding an
// artifact makes the artifacts that are derived from it stale.
const replaceSql = (keys: string): string => `
WITH earlier AS MATERIALIZED (
  SELECT status FROM intelligence_artifacts WHERE partition_id = $1 AND owner_key = $2 AND artifact_id = $3
), replaced AS (
  UPDATE intelligence_artifacts
     SET (${COLUMNS}) = ROW ($4::uuid, $5::uuid, $6::uuid, $7::uuid, $8, 'active', $9, $10, $11, $12::uuid, $13::uuid, $14, $15, ${keys}),
         invalidation_reason = NULL, revision = revision + 1, updated_at = now()
   WHERE partition_id = $1 AND owner_key = $2 AND artifact_id = $3
  RETURNING partition_id, owner_key, artifact_id, owner_user_id
), artifact AS (
  SELECT replaced.* FROM replaced, earlier WHERE earlier.status <> 'active'
)${COUNT_ACTIVE}`;

export const REPLACE = { name: 'artifact_replace', text: replaceSql(searchKeysOf('$1', '$2', '$16')) };

export const REPLACE_IN_PARTITION = { name: 'artifact_replace_in_partition', text: replaceSql('$16::bigint[]') };

/** An artifact in any state, locked until the transaction ends. */
export interface LockedArtifact extends ArtifactKey {
  readonly library_id: string | null;
  readonly status: 'active' | 'stale' | 'superseded' | 'invalidated';
  readonly revision: number;
  readonly content_hash: string;
  readonly request_hash: string;
  readonly supersedes_artifact_id: string | null;
  readonly superseded_by_artifact_id: string | null;
}

const lockSql = (where: string): string => `
SELECT partition_id, owner_key, artifact_id, library_id, status, revision, content_hash, request_hash,
       supersedes_artifact_id, superseded_by_artifact_id
  FROM intelligence_artifacts
 WHERE ${where}artifact_id = $1 AND owner_key = ANY($2::uuid[]) ORDER BY owner_key FOR UPDATE`;

export const LOCK = { name: 'artifact_lock', text: lockSql('') };

export const LOCK_IN_PARTITION = { name: 'artifact_lock_in_partition', text: lockSql('partition_id = $3::uuid AND ') };

export const ARTIFACT_PARTITIONS = {
  name: 'artifact_partitions',
  text: `SELECT partition_id, owner_key FROM intelligence_artifacts
          WHERE artifact_id = $1 AND owner_key = ANY($2::uuid[]) ORDER BY owner_key`,
};

/** The only statement of this service that writes the raw content of artifacts. No statement reads it. */
export const CONTENT_SQL = `
INSERT INTO intelligence_artifact_contents (partition_id, owner_key, artifact_id, content, content_bytes)
VALUES ($1, $2, $3, $4::jsonb, $5)
ON CONFLICT (partition_id, owner_key, artifact_id)
DO UPDATE SET content = EXCLUDED.content, content_bytes = EXCLUDED.content_bytes, updated_at = EXCLUDED.updated_at`;

export const SOURCES_SQL = `
INSERT INTO intelligence_artifact_sources
       (partition_id, owner_key, artifact_id, position, source_kind, source_partition_id, source_owner_key, source_id,
        field, source_hash, created_at)
SELECT a.partition_id, a.owner_key, a.artifact_id, s.position - 1, s.source_kind, s.source_partition_id,
       s.source_owner_key, s.source_id, s.field, s.source_hash, a.created_at
  FROM intelligence_artifacts a
 CROSS JOIN unnest($4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[]) WITH ORDINALITY
    AS s(source_kind, source_partition_id, source_owner_key, source_id, field, source_hash, position)
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;
