import { type Libraries, perLibrary } from '../../database/distribution/per-library';
import type { Statement } from '../../database/read-scope';
import { isVisibleArtifact, joinServedItem } from '../../read-model/artifacts/artifact-owners';

/** The artifacts of a tool call, or of the run if `tool_call_id` is null; newest first. */
export interface RunArtifactsRow {
  readonly tool_call_id: string | null;
  readonly artifact_ids: string[];
}

/** A row of the statement for one library. */
interface ArtifactRow {
  readonly tool_call_id: string | null;
  readonly artifact_id: string;
  readonly created_at: Date;
}

const artifactsOfRun = (libraries: Libraries, columns: string): string => `
         SELECT ${columns} FROM intelligence_artifacts a ${joinServedItem(libraries)}
          WHERE a.author_user_id = $1 AND a.run_id = $4 AND ${isVisibleArtifact('$2', libraries)}
          ORDER BY a.created_at DESC, a.artifact_id DESC LIMIT $6`;

/**
 * Finds the artifacts that have the tool call as a source, in the table of sources, because no column of an artifact
 * names its tool calls. DISTINCT, because an artifact can have several fields of a tool call as sources. The source
 * partition of a tool call is its user ($1). The form for one library also compares the partition with the library, so
 * that one node runs the whole statement.
 */
const artifactsOfCall = (libraries: Libraries, columns: string): string => `
         SELECT DISTINCT ON (s.created_at, s.artifact_id) ${columns}
           FROM intelligence_artifact_sources s
           JOIN intelligence_artifacts a USING (partition_id, owner_key, artifact_id) ${joinServedItem(libraries)}
          WHERE ${libraries.isSingle ? `${libraries.has('s.partition_id')} AND ` : ''}s.source_partition_id = $1
            AND s.source_id = call.id AND s.source_kind = 'tool_call' AND ${isVisibleArtifact('$2', libraries)}
          ORDER BY s.created_at DESC, s.artifact_id DESC LIMIT $6`;

const FROM_CALLS = 'FROM unnest($5::uuid[]) AS call(id)';
const SORT_COLUMNS = 'a.artifact_id, a.created_at';

/**
 * The newest artifacts of a run and of its tool calls. Parameters: $1 user, $2 `visibleOwnerKeys`, $3 visible
 * libraries, $4 run, $5 tool calls, $6 maximum number of artifacts of the run and of each tool call.
 */
export const RUN_ARTIFACTS: Statement = perLibrary(
  { name: 'run_artifact_ids', library: 3, parameters: 6, includesOwnerPartitions: true, merge: mergeNewest },
  (libraries) =>
    libraries.isSingle
      ? `SELECT NULL::uuid AS tool_call_id, found.* FROM (${artifactsOfRun(libraries, SORT_COLUMNS)}) AS found
UNION ALL
SELECT call.id, found.* ${FROM_CALLS} CROSS JOIN LATERAL (${artifactsOfCall(libraries, SORT_COLUMNS)}) AS found`
      : `SELECT NULL::uuid AS tool_call_id, ARRAY(${artifactsOfRun(libraries, 'a.artifact_id')}) AS artifact_ids
UNION ALL
SELECT call.id, ARRAY(${artifactsOfCall(libraries, 'a.artifact_id')}) ${FROM_CALLS}`,
);

/** Merges the artifacts of several libraries, in the order and with the limit of the statement for all libraries. */
function mergeNewest(rows: readonly ArtifactRow[], values: readonly unknown[]): RunArtifactsRow[] {
  const calls = values[4] as string[];
  const limit = Number(values[5]);
  const newestFirst = rows.toSorted(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.artifact_id < b.artifact_id ? 1 : -1),
  );
  return [null, ...calls].map((tool_call_id) => {
    const artifacts = newestFirst.filter((row) => row.tool_call_id === tool_call_id).slice(0, limit);
    return { tool_call_id, artifact_ids: artifacts.map(({ artifact_id }) => artifact_id) };
  });
}
