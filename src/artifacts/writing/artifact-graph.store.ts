import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '../../common/problems/problem';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-staleness.store';
import type { StoredSource } from './artifact-references';

/** Maximum length of a chain of derived artifacts. Bounds the work of marking them stale. */
export const DERIVATION_DEPTH_MAX = 16;

/** First key of the advisory locks for linking artifacts. The second key is the namespace. */
const GRAPH_LOCK_SPACE = 0x617274;

const TO_SOURCES = `
  SELECT s.source_partition_id, s.source_id, walked.depth + 1
    FROM walked
    JOIN intelligence_artifact_sources s ON s.partition_id = walked.partition_id AND s.artifact_id = walked.artifact_id
   WHERE s.owner_key = $3 AND s.source_kind = 'artifact' AND s.source_owner_key = $3`;

const TO_DEPENDENTS = `
  SELECT s.partition_id, s.artifact_id, walked.depth + 1
    FROM walked
    JOIN intelligence_artifact_sources s
      ON s.source_partition_id = walked.partition_id AND s.source_id = walked.artifact_id
   WHERE s.owner_key = $3 AND s.source_kind = 'artifact' AND s.source_owner_key = $3`;

/**
 * Reads the length of the longest chain from the given artifacts within a namespace, and whether it contains the
 * artifact `$4`.
 */
const chainSql = (step: string): string => `
WITH RECURSIVE walked(partition_id, artifact_id, depth) AS (
  SELECT partition_id, artifact_id, 1 FROM unnest($1::uuid[], $2::uuid[]) AS k(partition_id, artifact_id)
  UNION ${step} AND walked.depth <= ${DERIVATION_DEPTH_MAX}
)
SELECT COALESCE(max(depth), 0) AS depth, COALESCE(bool_or(artifact_id = $4), false) AS circular FROM walked`;

const SOURCE_CHAIN_SQL = chainSql(TO_SOURCES);
const DEPENDENT_CHAIN_SQL = chainSql(TO_DEPENDENTS);

/**
 * Prevents circular and overly long derivations of artifacts. Only links within one namespace are checked. A circle
 * cannot span namespaces, because global artifacts are derived only from global ones. The author of a global artifact
 * must also not learn what users derived from it.
 */
@Injectable()
export class ArtifactGraphStore {
  /** Prevents other transactions from linking artifacts of the namespace until this one ends. */
  async lockGraph(manager: EntityManager, ownerKey: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [GRAPH_LOCK_SPACE, ownerKey]);
  }

  /** Throws `conflict` when the artifact would be derived from itself or its chain would exceed 16 artifacts. */
  async requireBoundedChain(manager: EntityManager, key: ArtifactKey, sources: readonly StoredSource[]): Promise<void> {
    const artifacts = sources.filter(
      (source) => source.source_kind === 'artifact' && source.source_owner_key === key.owner_key,
    );
    if (artifacts.length === 0) return;
    const partitions = artifacts.map((source) => source.source_partition_id);
    const ids = artifacts.map((source) => source.source_id);
    const above = await this.readChain(manager, SOURCE_CHAIN_SQL, partitions, ids, key);
    if (above.circular) throw Problem.conflict('An artifact cannot be derived from itself.');
    const below = await this.readChain(manager, DEPENDENT_CHAIN_SQL, [key.partition_id], [key.artifact_id], key);
    if (above.depth + below.depth > DERIVATION_DEPTH_MAX) {
      throw Problem.conflict(`A chain of derived artifacts may have at most ${DERIVATION_DEPTH_MAX} members.`);
    }
  }

  private async readChain(
    manager: EntityManager,
    sql: string,
    partitions: readonly string[],
    ids: readonly string[],
    key: ArtifactKey,
  ): Promise<{ depth: number; circular: boolean }> {
    const values = [partitions, ids, key.owner_key, key.artifact_id];
    const rows: { depth: number; circular: boolean }[] = await manager.query(sql, values);
    return rows[0] ?? { depth: 0, circular: false };
  }
}
