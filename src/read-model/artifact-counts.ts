/** How many artifacts a caller sees of a library, from counters that writers keep: no scan at any size. */
import type { ReadScope } from '../database/read-pool';
import { visibleOwnerKeys } from './artifact-owners';

/** Slots over which one count is spread. */
export const COUNT_SLOTS = 8;

/** SQL of the slot of an artifact: decided by its id, so that it leaves the slot it entered. */
export function countSlotOf(artifactId: string): string {
  return `((hashtext(${artifactId}::text) & 2147483647) % ${COUNT_SLOTS})::smallint`;
}

const COUNTS_SQL = `
SELECT c.partition_id AS library_id, sum(c.active_count)::integer AS artifacts
  FROM intelligence_artifact_counts c
 WHERE c.partition_id = ANY($1::uuid[]) AND c.owner_key = ANY($2::uuid[])
   AND ($3::uuid[] IS NULL OR c.partition_id = ANY($3::uuid[]))
 GROUP BY c.partition_id`;

/**
 * The number of active artifacts of each library that the caller may see: everyone's and the caller's own. Libraries
 * without any have no entry. One round trip; none for no libraries.
 */
export async function artifactCounts(scope: ReadScope, libraryIds: readonly string[]): Promise<Map<string, number>> {
  if (libraryIds.length === 0) return new Map();
  const rows = await scope.rows<{ library_id: string; artifacts: number }>(
    { name: 'artifact_counts', text: COUNTS_SQL },
    [[...libraryIds], visibleOwnerKeys(scope.principal), scope.libraryIds],
  );
  return new Map(rows.map((row) => [row.library_id, row.artifacts]));
}
