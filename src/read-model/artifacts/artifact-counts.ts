/**
 * The number of artifacts that a caller sees in a library. Writers maintain counters, so reads scan no table. An
 * artifact of the caller hides a global artifact with the same id. The counters count both, so the read subtracts the
 * hidden artifacts, which it finds by the column `has_namesake` of the caller's artifacts. Artifacts about items that
 * are not served are counted, although no list contains them.
 */
import { type Libraries, perLibrary } from '../../database/distribution/per-library';
import type { ReadScope, Statement } from '../../database/read-scope';
import { GLOBAL_OWNER } from '../../common/principal';
import { hidesGlobalArtifact, visibleOwnerKeys } from './artifact-owners';

/** Number of slots over which one count is spread, so that two writers rarely wait for each other. */
const COUNT_SLOTS = 8;

/**
 * Returns SQL for the slot of an artifact. The slot depends only on the id, so all changes of an artifact use the same
 * slot.
 */
export function countSlotOf(idColumn: string): string {
  return `((hashtext(${idColumn}::text) & 2147483647) % ${COUNT_SLOTS})::smallint`;
}

const COUNTS: Statement = perLibrary(
  { name: 'artifact_counts', library: 1, parameters: 3 },
  (libraries) => `
SELECT counted.partition_id AS library_id, sum(counted.artifacts)::integer AS artifacts
  FROM (SELECT c.partition_id, c.active_count AS artifacts
          FROM intelligence_artifact_counts c
         WHERE ${libraries.isListed('c.partition_id')} AND c.owner_key = ANY($2::uuid[])
        UNION ALL
        ${hiddenArtifactsSql(libraries)}) AS counted
 WHERE $3::uuid[] IS NULL OR counted.partition_id = ANY($3::uuid[])
 GROUP BY counted.partition_id`,
);

/** Returns SQL that selects -1 for each global artifact that an artifact of the caller hides. */
function hiddenArtifactsSql(libraries: Libraries): string {
  if (libraries.isSingle) {
    return `SELECT shared.partition_id, -1 FROM intelligence_artifacts shared
         WHERE ${libraries.has('shared.partition_id')} AND shared.artifact_id = ANY(${libraries.namesakes})
           AND shared.owner_key = '${GLOBAL_OWNER}' AND shared.status = 'active'`;
  }
  return `SELECT shared.partition_id, -1
          FROM intelligence_artifacts own
          JOIN intelligence_artifacts shared
            ON shared.artifact_id = own.artifact_id AND shared.owner_key = '${GLOBAL_OWNER}' AND shared.status = 'active'
         WHERE ${hidesGlobalArtifact('$2', '$3')} AND shared.partition_id = ANY($1::uuid[])`;
}

/**
 * Returns the number of active artifacts that the caller sees in each library: global artifacts and the caller's
 * artifacts. A library without such artifacts has the entry 0 or none. Takes one round trip, or up to two on a
 * distributed database; none if there are no libraries.
 */
export async function loadArtifactCounts(
  scope: ReadScope,
  libraryIds: readonly string[],
): Promise<Map<string, number>> {
  if (libraryIds.length === 0) return new Map();
  const rows = await scope.rows<{ library_id: string; artifacts: number }>(COUNTS, [
    [...libraryIds],
    visibleOwnerKeys(scope.principal),
    scope.libraryIds,
  ]);
  return new Map(rows.map((row) => [row.library_id, row.artifacts]));
}
