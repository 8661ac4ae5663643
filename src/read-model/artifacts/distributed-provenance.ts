/** The sources of artifacts on a distributed database, where a source and its artifact may be on different nodes. */
import { groupBy } from '../../common/group-by';
import type { TextOrigin } from '../../common/dto/origins.dto';
import { perLibrary } from '../../database/distribution/per-library';
import type { ReadScope, Statement } from '../../database/read-scope';
import {
  type ArtifactKey,
  isNotHiddenByOwnArtifact,
  isOfServedItem,
  joinServedItem,
  textOriginOf,
  visibleOwnerKeys,
} from './artifact-owners';

/**
 * A source of an artifact, with the texts that the caller may see. `label` is the title, the purpose or the name of the
 * source; null if the source is hidden (see `ArtifactProvenance.hidden_sources`).
 */
export interface SourceRow extends ArtifactKey {
  readonly source_kind: 'media' | 'watch_state' | 'artifact' | 'run' | 'tool_call';
  readonly source_id: string;
  readonly field: string | null;
  readonly source_hash: string | null;
  /** Media id of an item, or of the item of a watch state. */
  readonly media_id: string | null;
  readonly label: string | null;
  /** Summary of a source artifact. */
  readonly summary: string | null;
  /** Who wrote the texts of a source artifact. */
  readonly origin: TextOrigin | null;
}

/** A row of `intelligence_artifact_sources`, which connects an artifact with one of its sources. */
type Edge = Omit<SourceRow, 'media_id' | 'label' | 'summary' | 'origin'> & {
  readonly source_partition_id: string;
  readonly source_owner_key: string | null;
};

/** The texts of a source, and its key. */
interface Label {
  readonly partition_id: string;
  readonly owner_key: string | null;
  readonly source_id: string;
  readonly media_id: string | null;
  readonly label: string;
  readonly summary: string | null;
  readonly origin?: TextOrigin;
}

/** The edges of artifacts. Parameters: 1 and 2 partitions, 3 owner keys and 4 ids of the artifacts. */
const EDGES: Statement = perLibrary(
  { name: 'artifact_edges', library: 1, parameters: 4, includesOwnerPartitions: true },
  (libraries) => `
SELECT s.partition_id, s.owner_key, s.artifact_id, s.source_kind, s.source_id, s.field, s.source_hash,
       s.source_partition_id, s.source_owner_key
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS k(partition_id, owner_key, artifact_id)
  JOIN intelligence_artifact_sources s
    ON ${libraries.isListed('s.partition_id')} AND s.partition_id = k.partition_id AND s.owner_key = k.owner_key
   AND s.artifact_id = k.artifact_id
 ORDER BY s.partition_id, s.owner_key, s.artifact_id, s.position`,
);

/** The texts of source items. Parameters: 1 libraries, 2 media UUIDs. */
const MEDIA: Statement = perLibrary(
  { name: 'artifact_media_labels', library: 1, parameters: 2 },
  (libraries) => `
SELECT m.library_id AS partition_id, NULL::uuid AS owner_key, m.media_id AS source_id, m.media->>'media_id' AS media_id, m.title AS label,
       NULL AS summary
  FROM served_media_context m WHERE ${libraries.isListed('m.library_id')} AND m.media_id = ANY($2::uuid[])`,
);

/** The texts of source artifacts. Parameters: 1 partitions, 2 ids, 3 owner keys. */
const ARTIFACTS: Statement = perLibrary(
  { name: 'artifact_artifact_labels', library: 1, parameters: 3 },
  (libraries) => `
SELECT a.partition_id, a.owner_key, a.artifact_id AS source_id, NULL AS media_id, a.title AS label, a.summary,
       ${textOriginOf('a')} AS origin
  FROM intelligence_artifacts a
  ${joinServedItem(libraries)}
 WHERE ${libraries.isListed('a.partition_id')} AND a.artifact_id = ANY($2::uuid[]) AND a.owner_key = ANY($3::uuid[])
   AND a.status = 'active' AND ${isOfServedItem()}
   AND ${isNotHiddenByOwnArtifact('a', '$3', libraries)}`,
);

/** The texts of the caller's own runs and tool calls. Parameters: 1 user id, 2 ids of runs and tool calls. */
const OWN_RUNS_AND_CALLS: Statement = {
  name: 'artifact_own_labels',
  text: `
SELECT $1::uuid AS partition_id, NULL::uuid AS owner_key, r.run_id AS source_id, NULL AS media_id, r.purpose AS label, NULL AS summary
  FROM intelligence_runs r WHERE r.owner_user_id = $1::uuid AND r.run_id = ANY($2::uuid[])
UNION ALL
SELECT $1::uuid, NULL, t.tool_call_id, NULL, t.name, NULL
  FROM intelligence_tool_calls t WHERE t.owner_user_id = $1::uuid AND t.tool_call_id = ANY($2::uuid[])`,
};

const keyOf = (partition: string, owner: string | null, source: string): string =>
  `${partition} ${owner ?? ''} ${source}`;

/**
 * Returns the sources of artifacts. `columns` are the partitions, owner keys and ids of the artifacts. Takes at most
 * two round trips, or three if the scope has not yet read the ids of the caller's artifacts that hide global ones
 * (`listNamesakes`).
 */
export async function readSourcesPerPartition(
  scope: ReadScope,
  columns: readonly (readonly string[])[],
): Promise<SourceRow[]> {
  const edges = await scope.rows<Edge>(EDGES, [columns[0], ...columns]);
  const { userId } = scope.principal;
  const owners = visibleOwnerKeys(scope.principal);
  const edgesOf = (...kinds: SourceRow['source_kind'][]): Edge[] =>
    edges.filter((edge) => kinds.includes(edge.source_kind) && mayBeSeen(scope, edge));
  const [media, artifacts, runsAndCalls] = await Promise.all([
    readLabels(scope, MEDIA, edgesOf('media', 'watch_state'), []),
    readLabels(scope, ARTIFACTS, edgesOf('artifact'), [owners]),
    readOwnLabels(
      scope,
      edgesOf('run', 'tool_call').filter((edge) => edge.source_partition_id === userId),
    ),
  ]);
  const labels = new Map(
    [...media, ...artifacts, ...runsAndCalls].map((label) => [
      keyOf(label.partition_id, label.owner_key, label.source_id),
      label,
    ]),
  );
  return edges.map((edge) => {
    const owner = edge.source_kind === 'artifact' ? edge.source_owner_key : null;
    const label = labels.get(keyOf(edge.source_partition_id, owner, edge.source_id));
    return {
      ...edge,
      media_id: label?.media_id ?? null,
      label: label?.label ?? null,
      summary: label?.summary ?? null,
      origin: label?.origin ?? null,
    };
  });
}

/**
 * Returns false if the partition shows that the caller cannot see the source. Items and watch states are in a library;
 * other sources may be in the partition of the caller or of `GLOBAL_OWNER`. The statements check the source itself.
 */
function mayBeSeen({ principal, libraryIds }: ReadScope, edge: Edge): boolean {
  if (libraryIds === null || libraryIds.includes(edge.source_partition_id)) return true;
  const isOfItem = edge.source_kind === 'media' || edge.source_kind === 'watch_state';
  return !isOfItem && visibleOwnerKeys(principal).includes(edge.source_partition_id);
}

async function readLabels(
  scope: ReadScope,
  { forOneLibrary }: Statement,
  edges: readonly Edge[],
  otherValues: readonly unknown[],
): Promise<Label[]> {
  if (edges.length === 0 || forOneLibrary === undefined) return [];
  const namesakes = forOneLibrary.takesNamesakes ? [await scope.distributed?.listNamesakes()] : [];
  const byPartition = groupBy(edges, (edge) => edge.source_partition_id);
  const reads = Array.from(byPartition, ([partition, group]) => {
    const ids = group.map((edge) => edge.source_id);
    const { name, text } = forOneLibrary;
    return scope.rows<Label>({ name, text }, [partition, ids, ...otherValues, ...namesakes], partition);
  });
  return (await Promise.all(reads)).flat();
}

function readOwnLabels(scope: ReadScope, edges: readonly Edge[]): Promise<Label[]> | Label[] {
  if (edges.length === 0) return [];
  return scope.rows<Label>(OWN_RUNS_AND_CALLS, [scope.principal.userId, edges.map((edge) => edge.source_id)]);
}
