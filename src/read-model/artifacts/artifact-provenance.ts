/**
 * What artifacts were derived from, as one caller may see it. An edge is a row of `intelligence_artifact_sources`: it
 * connects an artifact with one of its sources. Edges to sources that the caller may not see are counted but not shown.
 */
import type { IntelligenceGroundingRef, IntelligenceProvenanceRef } from '../../common/dto/references.dto';
import { groupBy } from '../../common/group-by';
import { summarize } from '../../common/text/summary';
import type { ReadScope } from '../../database/read-scope';
import {
  type ArtifactKey,
  columnsOfKeys,
  inVisibleLibrary,
  isNotHiddenByOwnArtifact,
  isOfServedItem,
  textOriginOf,
  visibleOwnerKeys,
} from './artifact-owners';
import { readSourcesPerPartition, type SourceRow } from './distributed-provenance';
import { visible } from '../visibility';

/** What an artifact was derived from. */
export interface ArtifactProvenance {
  readonly provenance: IntelligenceProvenanceRef[];
  readonly grounding: IntelligenceGroundingRef[];
  /**
   * Number of edges that are not shown, because the caller may not see the source, or because the source no longer
   * exists, is stale or unavailable, or is an artifact that is not active or that the caller's own artifact hides.
   */
  readonly hidden_sources: number;
}

/**
 * The edges of artifacts. `label` is null only for hidden sources, because titles, purposes and names are never null.
 * Parameters: 1 to 3 the columns of the artifact keys, 4 visible owner keys, 5 user, 6 visible libraries.
 */
const SOURCES_SQL = `
SELECT s.partition_id, s.owner_key, s.artifact_id, s.source_kind, s.source_id, s.field, s.source_hash,
       m.media->>'media_id' AS media_id, sa.summary, sa.origin,
       COALESCE(m.title, sa.title, r.purpose, t.name) AS label
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS k(partition_id, owner_key, artifact_id)
  JOIN intelligence_artifact_sources s USING (partition_id, owner_key, artifact_id)
  LEFT JOIN served_media_context m
    ON s.source_kind IN ('media', 'watch_state') AND m.library_id = s.source_partition_id AND m.media_id = s.source_id
   AND ${visible('m', '$6')}
  LEFT JOIN LATERAL (
    SELECT a.title, a.summary, ${textOriginOf('a')} AS origin
      FROM intelligence_artifacts a
      LEFT JOIN served_media_context am ON am.library_id = a.library_id AND am.media_id = a.media_id
     WHERE s.source_kind = 'artifact' AND a.partition_id = s.source_partition_id AND a.owner_key = s.source_owner_key
       AND a.artifact_id = s.source_id AND a.status = 'active' AND a.owner_key = ANY($4::uuid[])
       AND ${inVisibleLibrary('a', '$6')} AND ${isOfServedItem('am')}
       AND ${isNotHiddenByOwnArtifact('a', '$4', '$6')}) AS sa ON true
  LEFT JOIN intelligence_runs r
    ON s.source_kind = 'run' AND s.source_partition_id = $5 AND r.owner_user_id = $5 AND r.run_id = s.source_id
  LEFT JOIN intelligence_tool_calls t
    ON s.source_kind = 'tool_call' AND s.source_partition_id = $5 AND t.owner_user_id = $5
   AND t.tool_call_id = s.source_id
 ORDER BY s.partition_id, s.owner_key, s.artifact_id, s.position`;

/**
 * Returns the provenance of each artifact, in the order of the keys. Takes one round trip, or more on a distributed
 * database; none without keys. `summaryMaxChars` limits the evidence from the summary of an artifact, in characters.
 */
export async function loadProvenance(
  scope: ReadScope,
  keys: readonly ArtifactKey[],
  summaryMaxChars: number,
): Promise<ArtifactProvenance[]> {
  if (keys.length === 0) return [];
  const columns = columnsOfKeys(keys);
  const rows =
    scope.distributed === null
      ? await scope.rows<SourceRow>({ name: 'artifact_sources', text: SOURCES_SQL }, [
          ...columns,
          visibleOwnerKeys(scope.principal),
          scope.principal.userId,
          scope.libraryIds,
        ])
      : await readSourcesPerPartition(scope, columns);
  const keyOf = ({ owner_key, artifact_id }: ArtifactKey): string => `${owner_key} ${artifact_id}`;
  const byKey = groupBy(rows, keyOf);
  return keys.map((key) => toProvenance(byKey.get(keyOf(key)) ?? [], summaryMaxChars));
}

function toProvenance(rows: readonly SourceRow[], summaryMaxChars: number): ArtifactProvenance {
  const provenance = rows
    .filter((row) => row.label !== null)
    .map((row) => ({
      source: SOURCE_NAMES[row.source_kind],
      ...referenceOf(row),
      ...(row.source_hash === null ? {} : { source_hash: row.source_hash }),
      grounding: groundingOf(row, summaryMaxChars),
    }));
  return {
    provenance,
    grounding: provenance.flatMap((ref) => ref.grounding),
    hidden_sources: rows.length - provenance.length,
  };
}

/** Names of sources in provenance. A run has the name `user_request`, because it works on a request of a user. */
const SOURCE_NAMES = {
  media: 'media_metadata',
  watch_state: 'watch_state',
  artifact: 'intelligence_artifact',
  run: 'user_request',
  tool_call: 'tool_call',
} as const;

type SourceReference = Pick<IntelligenceProvenanceRef, 'media_id' | 'artifact_id' | 'run_id' | 'tool_call_id'>;

function referenceOf(row: SourceRow): SourceReference {
  switch (row.source_kind) {
    case 'media':
    case 'watch_state':
      return { media_id: row.media_id ?? undefined };
    case 'artifact':
      return { artifact_id: row.source_id };
    case 'run':
      return { run_id: row.source_id };
    case 'tool_call':
      return { tool_call_id: row.source_id };
  }
}

function groundingOf(row: SourceRow, summaryMaxChars: number): IntelligenceGroundingRef[] {
  const ref: IntelligenceGroundingRef = { source: SOURCE_NAMES[row.source_kind], label: row.label ?? '' };
  if (row.field !== null) ref.field = row.field;
  if (row.media_id !== null) return [{ ...ref, media_id: row.media_id }];
  if (row.source_kind === 'tool_call') return [{ ...ref, origin: 'generated' }];
  if (row.source_kind !== 'artifact') return [ref];
  const evidence = row.summary === null || row.summary === '' ? {} : summaryEvidence(row.summary, summaryMaxChars);
  return [{ ...ref, artifact_id: row.source_id, ...evidence, ...(row.origin !== null && { origin: row.origin }) }];
}

function summaryEvidence(summary: string, maxChars: number): Pick<IntelligenceGroundingRef, 'field' | 'evidence'> {
  return { field: 'summary', evidence: summarize(summary, maxChars) };
}
