import { Injectable } from '@nestjs/common';
import { GLOBAL_OWNER, maySeeLibrary } from '../common/principal';
import type { ReadScope } from '../database/read-scope';
import {
  inVisibleLibrary,
  isNotHiddenByOwnArtifact,
  isOfServedItem,
  visibleOwnerKeys,
} from '../read-model/artifacts/artifact-owners';

/** Maximum number of successors that are followed in a chain of superseded artifacts. */
const SUCCESSORS_MAX = 1000;

/** SQL condition: the library of the artifact is visible, and its item, if it has one, may be served. */
const IS_SERVED = `${isOfServedItem()} AND ${inVisibleLibrary('a', '$3')}`;

/**
 * Finds the last successor of a superseded artifact. If the caller and the global owner both have an artifact with the
 * id, the caller's takes precedence. Parameters: $1 artifact id, $2 owner keys, $3 visible libraries, $4 user id.
 */
const SUCCESSOR_SQL = `
WITH RECURSIVE chain AS (
  (SELECT a.owner_key, a.superseded_by_artifact_id AS successor_id, 1 AS steps
     FROM intelligence_artifacts a
     LEFT JOIN served_media_context m ON m.library_id = a.library_id AND m.media_id = a.media_id
    WHERE a.artifact_id = $1 AND a.owner_key = ANY($2::uuid[]) AND a.status = 'superseded' AND ${IS_SERVED}
       AND ${isNotHiddenByOwnArtifact('a', '$2', '$3')}
    ORDER BY (a.owner_key = $4::uuid) DESC
    LIMIT 1)
  UNION ALL
  SELECT b.owner_key, b.superseded_by_artifact_id, chain.steps + 1
    FROM chain
    JOIN intelligence_artifacts b ON b.owner_key = chain.owner_key AND b.artifact_id = chain.successor_id
   WHERE b.status = 'superseded' AND chain.steps < ${SUCCESSORS_MAX}
)
SELECT (SELECT a.artifact_id
          FROM intelligence_artifacts a
          LEFT JOIN served_media_context m ON m.library_id = a.library_id AND m.media_id = a.media_id
         WHERE a.owner_key = chain.owner_key AND a.artifact_id = chain.successor_id AND a.status = 'active'
           AND ${IS_SERVED}) AS artifact_id
  FROM chain ORDER BY chain.steps DESC LIMIT 1`;

/**
 * Reads whether a caller sees, and whether the caller owns, an artifact with an id. Parameters: $1 artifact id, $2
 * owner keys, $3 visible libraries, $4 global owner, $5 whether the caller may write global artifacts.
 */
const VISIBILITY_SQL = `
SELECT COALESCE(bool_or(${inVisibleLibrary('a', '$3')} AND (a.owner_key <> $4::uuid OR $5::boolean OR a.status IN ('active', 'superseded'))), false)
         AS visible,
       COALESCE(bool_or(a.owner_key <> $4::uuid), false) AS own
  FROM intelligence_artifacts a
 WHERE a.artifact_id = $1 AND a.owner_key = ANY($2::uuid[])`;

/** On a distributed database: the artifacts with an id. Parameters: $1 artifact id, $2 owner keys. */
const ARTIFACTS_WITH_ID = {
  name: 'artifact_with_id',
  text: `
SELECT a.owner_key, a.library_id, a.media_id, a.status, a.superseded_by_artifact_id AS successor_id
  FROM intelligence_artifacts a WHERE a.artifact_id = $1 AND a.owner_key = ANY($2::uuid[])`,
};
/** On a distributed database: whether an item may be served. Parameters: $1 library, $2 media UUID. */
const SERVED_ITEM = {
  name: 'artifact_item_served',
  text: 'SELECT m.media_id FROM served_media_context m WHERE m.library_id = $1 AND m.media_id = $2',
};

/** A row of `ARTIFACTS_WITH_ID`. */
interface ArtifactState {
  readonly owner_key: string;
  readonly library_id: string | null;
  readonly media_id: string | null;
  readonly status: string;
  readonly successor_id: string | null;
}

/** Finds the successor of an artifact, and reads whether a caller sees and owns an artifact. */
@Injectable()
export class ArtifactsRepository {
  /**
   * Finds the last successor of a superseded artifact. Returns null if the caller sees no superseded artifact with the
   * id. `artifact_id` is null if the last successor is not active or cannot be served.
   */
  async findSuccessor(scope: ReadScope, artifactId: string): Promise<{ artifact_id: string | null } | null> {
    if (scope.distributed !== null) return findLastSuccessor(scope, artifactId);
    const rows = await scope.rows<{ artifact_id: string | null }>({ name: 'artifact_successor', text: SUCCESSOR_SQL }, [
      artifactId,
      visibleOwnerKeys(scope.principal),
      scope.libraryIds,
      scope.principal.userId,
    ]);
    return rows[0] ?? null;
  }

  /**
   * Returns whether the caller sees (`visible`) and whether the caller owns (`own`) an artifact with the id. An own
   * artifact is not visible if its library is hidden from the caller. Callers who may write global artifacts see them
   * in any state.
   */
  async readOwnership(
    scope: ReadScope,
    artifactId: string,
    mayWriteGlobal: boolean,
  ): Promise<{ visible: boolean; own: boolean }> {
    const rows = await scope.rows<{ visible: boolean; own: boolean }>(
      { name: 'artifact_ownership', text: VISIBILITY_SQL },
      [artifactId, visibleOwnerKeys(scope.principal), scope.libraryIds, GLOBAL_OWNER, mayWriteGlobal],
    );
    return rows[0] ?? { visible: false, own: false };
  }
}

/** Does the work of `SUCCESSOR_SQL`, one artifact at a time, because they may be on different nodes. */
async function findLastSuccessor(scope: ReadScope, artifactId: string): Promise<{ artifact_id: string | null } | null> {
  const ownerKeys = visibleOwnerKeys(scope.principal);
  // The first key is that of the caller, the second is the global key.
  const isOwn = ({ owner_key }: ArtifactState): boolean => owner_key === ownerKeys[0];
  const artifacts = await scope.rows<ArtifactState>(ARTIFACTS_WITH_ID, [artifactId, ownerKeys]);
  const isGlobalHidden = artifacts.some(
    (artifact) => isOwn(artifact) && artifact.status === 'active' && maySeeLibrary(scope, artifact.library_id),
  );
  const superseded = artifacts
    .filter((artifact) => artifact.status === 'superseded' && (isOwn(artifact) || !isGlobalHidden))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  for (const artifact of superseded) {
    if (await isArtifactServed(scope, artifact)) return { artifact_id: await followSuccessors(scope, artifact) };
  }
  return null;
}

async function followSuccessors(scope: ReadScope, { owner_key, successor_id }: ArtifactState): Promise<string | null> {
  let nextId = successor_id;
  for (let steps = 1; steps <= SUCCESSORS_MAX && nextId !== null; steps += 1) {
    const [next]: ArtifactState[] = await scope.rows<ArtifactState>(ARTIFACTS_WITH_ID, [nextId, [owner_key]]);
    if (next === undefined) return null;
    if (next.status !== 'superseded') {
      return next.status === 'active' && (await isArtifactServed(scope, next)) ? nextId : null;
    }
    nextId = next.successor_id;
  }
  return null;
}

async function isArtifactServed(scope: ReadScope, artifact: ArtifactState): Promise<boolean> {
  if (!maySeeLibrary(scope, artifact.library_id)) return false;
  if (artifact.media_id === null) return true;
  const values = [artifact.library_id, artifact.media_id];
  return (await scope.rows(SERVED_ITEM, values, artifact.library_id ?? undefined)).length > 0;
}
