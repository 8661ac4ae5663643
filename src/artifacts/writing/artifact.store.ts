import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isDistributed } from '../../database/distribution/distribution';
import { runStatement } from '../../database/transaction-connection';
import { GLOBAL_OWNER } from '../../common/principal';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';
import type { ArtifactDraft } from './artifact-draft';
import type { ResolvedReferences, StoredSource } from './artifact-references';
import {
  ARTIFACT_PARTITIONS,
  CONTENT_SQL,
  HAS_NAMESAKE,
  INSERT_IN_PARTITION,
  INSERT_SQL,
  LOCK,
  LOCK_IN_PARTITION,
  type LockedArtifact,
  MARK_NAMESAKES,
  REPLACE,
  REPLACE_IN_PARTITION,
  SEARCH_KEYS,
  SOURCES_SQL,
} from './artifact.sql';

interface ArtifactWrite {
  readonly key: ArtifactKey;
  readonly authorId: string;
  readonly draft: ArtifactDraft;
  readonly references: ResolvedReferences;
  readonly supersedesId: string | null;
}

/** First key of the advisory locks for writing artifacts with the same id, across owners. */
const ID_LOCK_SPACE = 0x617269;

/** Writes artifacts. Every method runs in the caller's transaction. */
@Injectable()
export class ArtifactStore {
  /**
   * Prevents other transactions from creating an artifact with this id until this transaction ends. Must be the first
   * lock of the transaction.
   */
  async lockId(manager: EntityManager, artifactId: string): Promise<void> {
    const statement = { name: 'artifact_lock_id', text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))' };
    await runStatement(manager, statement, [ID_LOCK_SPACE, artifactId]);
  }

  /** Locks and returns the owners' artifacts with this id, at most one per owner. */
  async lock(manager: EntityManager, artifactId: string, ownerKeys: readonly string[]): Promise<LockedArtifact[]> {
    if (isDistributed(manager)) return lockInEachPartition(manager, artifactId, ownerKeys);
    return runStatement<LockedArtifact>(manager, LOCK, [artifactId, [...ownerKeys]]);
  }

  /** Inserts an artifact. The caller must hold the lock of its id. */
  async insert(manager: EntityManager, write: ArtifactWrite): Promise<void> {
    const values = toValues(write);
    if (isDistributed(manager)) await insertInPartition(manager, write.key, values);
    else await runStatement(manager, { name: 'artifact_insert', text: INSERT_SQL }, values);
    await this.writeContentAndSources(manager, write);
  }

  /** Replaces the values of an artifact, increases its revision and makes it active. */
  async replace(manager: EntityManager, write: ArtifactWrite): Promise<void> {
    const values = toValues(write);
    if (isDistributed(manager)) {
      await runStatement(manager, REPLACE_IN_PARTITION, await replaceLexemesBySearchKeys(manager, values));
    } else {
      await runStatement(manager, REPLACE, values);
    }
    await manager.query(
      'DELETE FROM intelligence_artifact_sources WHERE partition_id = $1 AND owner_key = $2 AND artifact_id = $3',
      toKeyValues(write.key),
    );
    await this.writeContentAndSources(manager, write);
  }

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

  private async writeContentAndSources(
    manager: EntityManager,
    { key, draft, references }: ArtifactWrite,
  ): Promise<void> {
    const content = [...toKeyValues(key), draft.content, draft.contentBytes];
    await runStatement(manager, { name: 'artifact_content', text: CONTENT_SQL }, content);
    const { sources } = references;
    if (sources.length === 0) return;
    const sourceValues = [...toKeyValues(key), ...toSourceColumns(sources)];
    await runStatement(manager, { name: 'artifact_sources_insert', text: SOURCES_SQL }, sourceValues);
  }
}

/**
 * Finds the partitions of the artifacts, then locks the artifacts one by one, in the order of their owners. Each
 * locking statement names one partition, because it must run on one node of a distributed database.
 */
async function lockInEachPartition(
  manager: EntityManager,
  artifactId: string,
  ownerKeys: readonly string[],
): Promise<LockedArtifact[]> {
  const partitions = await runStatement<ArtifactKey>(manager, ARTIFACT_PARTITIONS, [artifactId, [...ownerKeys]]);
  const locked: LockedArtifact[] = [];
  for (const { partition_id, owner_key } of partitions) {
    const values = [artifactId, [owner_key], partition_id];
    locked.push(...(await runStatement<LockedArtifact>(manager, LOCK_IN_PARTITION, values)));
  }
  return locked;
}

/** Inserts an artifact on a distributed database. A user's artifact has a namesake if a global one has the same id. */
async function insertInPartition(manager: EntityManager, key: ArtifactKey, values: readonly unknown[]): Promise<void> {
  const namesakes = await runStatement(manager, HAS_NAMESAKE, [key.artifact_id, key.owner_key]);
  const valuesWithSearchKeys = await replaceLexemesBySearchKeys(manager, values);
  await runStatement(manager, INSERT_IN_PARTITION, [...valuesWithSearchKeys, namesakes.length > 0]);
  if (key.owner_key === GLOBAL_OWNER) await runStatement(manager, MARK_NAMESAKES, [key.artifact_id]);
}

/**
 * Returns the values of a write with search keys instead of the lexemes. A search key is a hash of a lexeme, the
 * partition and the owner (see `searchKeysOf`).
 */
async function replaceLexemesBySearchKeys(manager: EntityManager, values: readonly unknown[]): Promise<unknown[]> {
  const [row] = await runStatement<{ keys: string[] }>(manager, SEARCH_KEYS, [values[0], values[1], values.at(-1)]);
  return [...values.slice(0, -1), row?.keys ?? []];
}

function toKeyValues(key: ArtifactKey): [string, string, string] {
  return [key.partition_id, key.owner_key, key.artifact_id];
}

/** Returns the values of `INSERT_SQL` and `REPLACE`. */
function toValues({ key, authorId, draft, references, supersedesId }: ArtifactWrite): unknown[] {
  const { libraryId, mediaId, runId } = references;
  return [
    ...toKeyValues(key),
    draft.isGlobal ? null : authorId,
    authorId,
    libraryId,
    mediaId,
    draft.kind,
    draft.title,
    draft.summary,
    draft.producer,
    runId,
    supersedesId,
    draft.contentHash,
    draft.requestHash,
    draft.lexemes,
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
