import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isDistributed } from '../../database/distribution/distribution';
import { runStatement } from '../../database/transaction-scope';
import { countSlotOf } from '../../read-model/artifacts/artifact-counts';
import { type ArtifactKey, GLOBAL_OWNER } from '../../read-model/artifacts/artifact-owners';
import { searchKeysOf } from '../../read-model/artifacts/artifact-words';
import type { ArtifactDraft } from './artifact-draft';
import type { ResolvedReferences, StoredSource } from './artifact-references';

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

/** The values of an artifact to insert or replace. */
export interface ArtifactWrite {
  readonly key: ArtifactKey;
  readonly authorId: string;
  readonly draft: ArtifactDraft;
  readonly references: ResolvedReferences;
  readonly supersedesId: string | null;
}

const COLUMNS = `owner_user_id, author_user_id, library_id, media_id, kind, status, title, summary, producer, run_id,
       supersedes_artifact_id, content_hash, request_hash, search_keys`;

// Every statement that makes an artifact active also increases the count of active artifacts.
const COUNTED = `
INSERT INTO intelligence_artifact_counts AS c (partition_id, owner_key, slot, owner_user_id, active_count)
SELECT partition_id, owner_key, ${countSlotOf('artifact_id')}, owner_user_id, 1 FROM artifact
ON CONFLICT (partition_id, owner_key, slot) DO UPDATE SET active_count = c.active_count + 1`;

/** `keys` is the SQL of the search keys, `namesake` of `has_namesake`; `more` is another CTE. */
const insertSql = (keys: string, namesake: string, more = ''): string => `
WITH artifact AS (
  INSERT INTO intelligence_artifacts (partition_id, owner_key, artifact_id, ${COLUMNS}, has_namesake)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'active', $9, $10, $11, $12, $13, $14, $15, ${keys},
          ${namesake})
  RETURNING partition_id, owner_key, artifact_id, owner_user_id
)${more}${COUNTED}`;

// `has_namesake` is true for an artifact of a user if a global artifact has the same id. The statement sets it when
// either artifact is inserted.
const INSERT_SQL = insertSql(
  searchKeysOf('$1', '$2', '$16'),
  `$2 <> '${GLOBAL_OWNER}' AND EXISTS (
            SELECT FROM intelligence_artifacts shared WHERE shared.artifact_id = $3 AND shared.owner_key = '${GLOBAL_OWNER}')`,
  `, namesakes AS (
  UPDATE intelligence_artifacts SET has_namesake = true
   WHERE $2 = '${GLOBAL_OWNER}' AND artifact_id = $3 AND owner_key <> '${GLOBAL_OWNER}'
)`,
);

/** The same on a distributed database, which takes no queries in the values of an INSERT. */
const INSERT_IN_PLACE = { name: 'artifact_insert_in_place', text: insertSql('$16::bigint[]', '$17::boolean') };
const KEYS = { name: 'artifact_keys', text: `SELECT ${searchKeysOf('$1', '$2', '$3')}::text[] AS keys` };
const HAS_NAMESAKE = {
  name: 'artifact_has_namesake',
  text: `SELECT artifact_id FROM intelligence_artifacts
          WHERE artifact_id = $1 AND owner_key = '${GLOBAL_OWNER}' AND $2 <> '${GLOBAL_OWNER}' LIMIT 1`,
};
const MARK_NAMESAKES = {
  name: 'artifact_mark_namesakes',
  text: `UPDATE intelligence_artifacts SET has_namesake = true WHERE artifact_id = $1 AND owner_key <> '${GLOBAL_OWNER}'`,
};

// The statement reads the current status itself, because the status may have changed in this transaction: superseding
// an artifact makes the artifacts derived from it stale, and the replaced artifact may be one of them.
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
)${COUNTED}`;
const REPLACE = { name: 'artifact_replace', text: replaceSql(searchKeysOf('$1', '$2', '$16')) };
const REPLACE_IN_PLACE = { name: 'artifact_replace_in_place', text: replaceSql('$16::bigint[]') };

const lockSql = (where: string): string => `
SELECT partition_id, owner_key, artifact_id, library_id, status, revision, content_hash, request_hash,
       supersedes_artifact_id, superseded_by_artifact_id
  FROM intelligence_artifacts
 WHERE ${where}artifact_id = $1 AND owner_key = ANY($2::uuid[]) ORDER BY owner_key FOR UPDATE`;
const LOCK = { name: 'artifact_lock', text: lockSql('') };
const LOCK_IN_PLACE = { name: 'artifact_lock_in_place', text: lockSql('partition_id = $3::uuid AND ') };
const PLACES = {
  name: 'artifact_places',
  text: `SELECT partition_id, owner_key FROM intelligence_artifacts
          WHERE artifact_id = $1 AND owner_key = ANY($2::uuid[]) ORDER BY owner_key`,
};

/** The only statement in this service that contains the raw content of artifacts. */
const CONTENT_SQL = `
INSERT INTO intelligence_artifact_contents (partition_id, owner_key, artifact_id, content, content_bytes)
VALUES ($1, $2, $3, $4::jsonb, $5)
ON CONFLICT (partition_id, owner_key, artifact_id)
DO UPDATE SET content = EXCLUDED.content, content_bytes = EXCLUDED.content_bytes, updated_at = EXCLUDED.updated_at`;

const SOURCES_SQL = `
INSERT INTO intelligence_artifact_sources
       (partition_id, owner_key, artifact_id, position, source_kind, source_partition_id, source_owner_key, source_id,
        field, source_hash, created_at)
SELECT a.partition_id, a.owner_key, a.artifact_id, s.position - 1, s.source_kind, s.source_partition_id,
       s.source_owner_key, s.source_id, s.field, s.source_hash, a.created_at
  FROM intelligence_artifacts a
 CROSS JOIN unnest($4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::text[]) WITH ORDINALITY
    AS s(source_kind, source_partition_id, source_owner_key, source_id, field, source_hash, position)
 WHERE a.partition_id = $1 AND a.owner_key = $2 AND a.artifact_id = $3`;

/** First key of the advisory locks for writing artifacts with the same id, across owners. */
const ID_LOCK_SPACE = 0x617269;

/** Writes artifacts. Every method runs in the caller's transaction. */
@Injectable()
export class ArtifactStore {
  /**
   * Prevents other transactions from creating an artifact with this id until this one ends. Must be the first lock
   * taken.
   */
  async lockId(manager: EntityManager, artifactId: string): Promise<void> {
    const statement = { name: 'artifact_lock_id', text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))' };
    await runStatement(manager, statement, [ID_LOCK_SPACE, artifactId]);
  }

  /** Locks and returns the artifacts with this id of the given owners, at most one per owner. */
  async lock(manager: EntityManager, artifactId: string, ownerKeys: readonly string[]): Promise<LockedArtifact[]> {
    if (isDistributed(manager)) return lockInPlaces(manager, artifactId, ownerKeys);
    return runStatement<LockedArtifact>(manager, LOCK, [artifactId, [...ownerKeys]]);
  }

  /** Inserts an artifact. The caller must hold the lock of its id. */
  async insert(manager: EntityManager, write: ArtifactWrite): Promise<void> {
    if (isDistributed(manager)) await insertInPlace(manager, write.key, toValues(write));
    else await runStatement(manager, { name: 'artifact_insert', text: INSERT_SQL }, toValues(write));
    await this.writeParts(manager, write);
  }

  /** Replaces an artifact, increases its revision and makes it active. */
  async replace(manager: EntityManager, write: ArtifactWrite): Promise<void> {
    if (isDistributed(manager)) await runStatement(manager, REPLACE_IN_PLACE, await withKeys(manager, toValues(write)));
    else await runStatement(manager, REPLACE, toValues(write));
    await manager.query(
      'DELETE FROM intelligence_artifact_sources WHERE partition_id = $1 AND owner_key = $2 AND artifact_id = $3',
      toKeyValues(write.key),
    );
    await this.writeParts(manager, write);
  }

  /** Stores the successor of a superseded artifact. */
  async storeSuccessor(manager: EntityManager, key: ArtifactKey, successorId: string): Promise<void> {
    await manager.query(
      `UPDATE intelligence_artifacts SET superseded_by_artifact_id = $4
        WHERE partition_id = $1 AND owner_key = $2 AND artifact_id = $3`,
      [...toKeyValues(key), successorId],
    );
  }

  /** Stores the reason for an invalidation and increases the revision. */
  async storeReason(
    manager: EntityManager,
    key: ArtifactKey,
    reason: string,
  ): Promise<{ revision: number; updated_at: Date }> {
    const [[row]]: [{ revision: number; updated_at: Date }[], number] = await manager.query(
      `UPDATE intelligence_artifacts SET invalidation_reason = $4, revision = revision + 1, updated_at = now()
        WHERE partition_id = $1 AND owner_key = $2 AND artifact_id = $3 RETURNING revision, updated_at`,
      [...toKeyValues(key), reason],
    );
    if (row === undefined) throw new Error('The locked artifact does not exist.');
    return row;
  }

  private async writeParts(manager: EntityManager, { key, draft, references }: ArtifactWrite): Promise<void> {
    const content = [...toKeyValues(key), draft.content, draft.contentBytes];
    await runStatement(manager, { name: 'artifact_content', text: CONTENT_SQL }, content);
    const { sources } = references;
    if (sources.length === 0) return;
    const edges = [...toKeyValues(key), ...toSourceColumns(sources)];
    await runStatement(manager, { name: 'artifact_sources_insert', text: SOURCES_SQL }, edges);
  }
}

/** Locks the artifacts in the order of their owners, each where it is. */
async function lockInPlaces(
  manager: EntityManager,
  artifactId: string,
  ownerKeys: readonly string[],
): Promise<LockedArtifact[]> {
  const places = await runStatement<ArtifactKey>(manager, PLACES, [artifactId, [...ownerKeys]]);
  const locked: LockedArtifact[] = [];
  for (const { partition_id, owner_key } of places) {
    const values = [artifactId, [owner_key], partition_id];
    locked.push(...(await runStatement<LockedArtifact>(manager, LOCK_IN_PLACE, values)));
  }
  return locked;
}

async function insertInPlace(manager: EntityManager, key: ArtifactKey, values: readonly unknown[]): Promise<void> {
  const namesakes = await runStatement(manager, HAS_NAMESAKE, [key.artifact_id, key.owner_key]);
  await runStatement(manager, INSERT_IN_PLACE, [...(await withKeys(manager, values)), namesakes.length > 0]);
  if (key.owner_key === GLOBAL_OWNER) await runStatement(manager, MARK_NAMESAKES, [key.artifact_id]);
}

/** The values with the search keys in place of the words. */
async function withKeys(manager: EntityManager, values: readonly unknown[]): Promise<unknown[]> {
  const [row] = await runStatement<{ keys: string[] }>(manager, KEYS, [values[0], values[1], values.at(-1)]);
  return [...values.slice(0, -1), row?.keys ?? []];
}

function toKeyValues(key: ArtifactKey): [string, string, string] {
  return [key.partition_id, key.owner_key, key.artifact_id];
}

function toValues({ key, authorId, draft, references, supersedesId }: ArtifactWrite): unknown[] {
  const { libraryId, mediaId, runId } = references;
  return [
    ...toKeyValues(key),
    ...[draft.isGlobal ? null : authorId, authorId, libraryId, mediaId, draft.kind],
    ...[draft.title, draft.summary, draft.producer, runId, supersedesId],
    ...[draft.contentHash, draft.requestHash, draft.tokens],
  ];
}

function toSourceColumns(sources: readonly StoredSource[]): unknown[][] {
  return [
    sources.map((source) => source.source_kind),
    sources.map((source) => source.source_partition_id),
    sources.map((source) => source.source_owner_key),
    sources.map((source) => source.source_id),
    sources.map((source) => source.field),
    sources.map((source) => source.source_hash),
  ];
}
