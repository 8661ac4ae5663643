import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '../../common/problems/problem';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';
import type { StoredSource } from './artifact-references';

/** Maximum length of a chain of derived artifacts. It bounds the work of marking them stale. */
const DERIVATION_DEPTH_MAX = 16;

/** First key of the advisory locks for linking artifacts. The second key is the hash of the owner key. */
const GRAPH_LOCK_SPACE = 0x617274;

/**
 * Finds the sources of the given artifacts among the artifacts of the same owner. Parameters: $1 partitions, $2 ids,
 * $3 owner key.
 */
const SOURCES_SQL = `
SELECT DISTINCT s.source_partition_id AS partition_id, s.source_id AS artifact_id
  FROM unnest($1::uuid[], $2::uuid[]) AS k(partition_id, artifact_id)
  JOIN intelligence_artifact_sources s ON s.partition_id = k.partition_id AND s.artifact_id = k.artifact_id
 WHERE s.owner_key = $3 AND s.source_kind = 'artifact' AND s.source_owner_key = $3`;

/** Finds the artifacts of the same owner that are derived from the given ones. Parameters: those of `SOURCES_SQL`. */
const DEPENDENTS_SQL = `
SELECT DISTINCT s.partition_id, s.artifact_id
  FROM unnest($1::uuid[], $2::uuid[]) AS k(partition_id, artifact_id)
  JOIN intelligence_artifact_sources s ON s.source_partition_id = k.partition_id AND s.source_id = k.artifact_id
 WHERE s.owner_key = $3 AND s.source_kind = 'artifact' AND s.source_owner_key = $3`;

type ArtifactNode = Pick<ArtifactKey, 'partition_id' | 'artifact_id'>;

interface DerivationWalk {
  /** Number of artifacts in the longest chain that starts at the first level; at most one more than the maximum. */
  readonly depth: number;
  /** Whether the walk reached the artifact that is being written. Always true if the walk starts at this artifact. */
  readonly reachesWritten: boolean;
}

/**
 * Prevents circular and overly long derivations of artifacts. Checks only links between artifacts of one owner; all
 * global artifacts have the same owner. A cycle cannot cross owners, because global artifacts are derived only from
 * global ones. Chains across owners are not checked, because an error would reveal to the author of a global artifact
 * that users derived artifacts from it.
 */
@Injectable()
export class ArtifactGraphStore {
  /** Prevents other transactions from adding derivations between artifacts of the owner until this transaction ends. */
  async lockDerivationGraph(manager: EntityManager, ownerKey: string): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [GRAPH_LOCK_SPACE, ownerKey]);
  }

  /** Throws `conflict` when the artifact would be derived from itself or its chain would exceed 16 artifacts. */
  async requireAcyclicChain(manager: EntityManager, key: ArtifactKey, sources: readonly StoredSource[]): Promise<void> {
    const artifacts = sources.filter(
      (source) => source.source_kind === 'artifact' && source.source_owner_key === key.owner_key,
    );
    if (artifacts.length === 0) return;
    const nodes = artifacts.map(({ source_partition_id, source_id }) => ({
      partition_id: source_partition_id,
      artifact_id: source_id,
    }));
    const sourceWalk = await walkDerivations(manager, SOURCES_SQL, nodes, key);
    if (sourceWalk.reachesWritten) throw Problem.conflict('An artifact cannot be derived from itself.');
    const dependentWalk = await walkDerivations(manager, DEPENDENTS_SQL, [key], key);
    if (sourceWalk.depth + dependentWalk.depth > DERIVATION_DEPTH_MAX) {
      throw Problem.conflict(`A chain of derived artifacts may have at most ${DERIVATION_DEPTH_MAX} members.`);
    }
  }
}

/**
 * Walks the derivation graph with one statement per level, because the artifacts may be on different nodes of a
 * distributed database.
 */
async function walkDerivations(
  manager: EntityManager,
  nextLevelSql: string,
  start: readonly ArtifactNode[],
  { owner_key, artifact_id }: ArtifactKey,
): Promise<DerivationWalk> {
  let level = start;
  let reachesWritten = false;
  let depth = 0;
  while (level.length > 0 && depth <= DERIVATION_DEPTH_MAX) {
    depth += 1;
    reachesWritten ||= level.some((node) => node.artifact_id === artifact_id);
    const ids = [level.map((node) => node.partition_id), level.map((node) => node.artifact_id)];
    level = await manager.query<ArtifactNode[]>(nextLevelSql, [...ids, owner_key]);
  }
  return { depth, reachesWritten };
}
