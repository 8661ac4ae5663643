import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '../../common/problems/problem';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-staleness.store';
import type { StoredSource } from './artifact-references';

/** The longest chain of artifacts derived from artifacts: what bounds the work of marking them stale. */
export const DERIVATION_DEPTH_MAX = 16;

/** First key of the advisory locks under which artifacts are linked, one for each namespace. */
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

/** Depth of the longest chain from the given artifacts of a namespace, and whether it comes back to one of them. */
const chainSql = (step: string): string => `
WITH RECURSIVE walked(partition_id, artifact_id, depth) AS (
  SELECT partition_id, artifact_id, 1 FROM unnest($1::uuid[], $2::uuid[]) AS k(partition_id, artifact_id)
  UNION ${step} AND walked.depth <= ${DERIVATION_DEPTH_MAX}
)
SELECT COALESCE(max(depth), 0) AS depth, COALESCE(bool_or(artifact_id = $4), false) AS circular FROM walked`;

const SOURCE_CHAIN_SQL = chainSql(TO_SOURCES);
const DEPENDENT_CHAIN_SQL = chainSql(TO_DEPENDENTS);

/**
 * Keeps the derivation of artifacts from artifacts free of circles, and its chains short. Only links within one
 * namespace count: no circle can leave it, since global artifacts are derived from global ones alone, and a writer of
 * those must not learn what users derived from them.
 */
@Injectable()
export class ArtifactGraphStore {
  /** Keeps others of the namespace from linking artifacts until the transaction ends. */
  async lockGraph(manager: EntityManager, ownerKey: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [GRAPH_LOCK_SPACE, ownerKey]);
  }

  /** Throws `conflict` when the artifact would be derived from itself, or at the end of too long a chain. */
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
      throw Problem.conflict(`A chain of derived artifacts has at most ${DERIVATION_DEPTH_MAX} members.`);
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
