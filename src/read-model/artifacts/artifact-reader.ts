import { Injectable } from '@nestjs/common';
import type { EffectiveCaps } from '../../common/paging/cap-table';
import type { IntelligenceArtifactSummary } from '../../common/dto/artifact-summary.dto';
import type { ArtifactRow } from './artifact-row';
import { Problem } from '../../common/problems/problem';
import { summarize } from '../../common/text/summary';
import type { DistributedLibraries, ReadScope } from '../../database/read-scope';
import { loadArtifactIds, withArtifactIds } from './artifact-ids';
import { GLOBAL_OWNER } from '../../common/principal';
import { type ArtifactKey, visibleOwnerKeys } from './artifact-owners';
import { ARTIFACT_BY_KEY_SQL, artifactPageStatement } from './page/artifact-page.sql';
import { type ArtifactFilter, type ArtifactPageQuery, FETCHED_ROWS } from './page/artifact-page-query';
import { type ArtifactProvenance, loadProvenance } from './artifact-provenance';

/**
 * Reads artifacts for answers, but never their raw content. A page of any length takes at most three round trips, or
 * more on a distributed database.
 */
@Injectable()
export class ArtifactReader {
  /**
   * Returns the visible, active artifacts that match the filter, newest first. With `after`, only those after the row
   * with this `created_at` (RFC 3339) and id. Returns at most one artifact more than the largest page contains, so that
   * the caller knows whether there are more artifacts. One round trip, or two on a distributed database.
   */
  async listRows(
    scope: ReadScope,
    filter: ArtifactFilter,
    after: readonly [string, string] | null = null,
  ): Promise<ArtifactRow[]> {
    const { principal, libraryIds } = scope;
    const query = { ownerKeys: visibleOwnerKeys(principal), visibleLibraryIds: libraryIds, filter, after };
    if (scope.distributed !== null) return listPerPartition(scope, scope.distributed, query);
    const { name, text, values } = artifactPageStatement(query);
    return scope.rows<ArtifactRow>({ name, text }, values);
  }

  /**
   * Returns one artifact by its key for the answer to a writer, even if its item may not be served. One round trip.
   * Throws `not-found`.
   */
  async getRow(scope: ReadScope, key: ArtifactKey): Promise<ArtifactRow> {
    const values = [key.partition_id, key.owner_key, key.artifact_id];
    const [row] = await scope.rows<ArtifactRow>({ name: 'artifact_by_key', text: ARTIFACT_BY_KEY_SQL }, values);
    if (row === undefined) throw Problem.notFound();
    return row;
  }

  /**
   * Adds provenance, grounding and the items' artifact ids. Takes at most two round trips for any number of rows, or
   * more on a distributed database.
   */
  async toSummaries(
    scope: ReadScope,
    rows: readonly ArtifactRow[],
    caps: EffectiveCaps,
  ): Promise<IntelligenceArtifactSummary[]> {
    const mediaIds = rows.flatMap((row) => (row.media_id === null ? [] : [row.media_id]));
    const [provenance, artifactIds] = await Promise.all([
      loadProvenance(scope, rows, caps.summary_max_chars),
      loadArtifactIds(scope, mediaIds, caps.artifact_limit),
    ]);
    return rows.map((row, index) => {
      return toArtifactSummary(row, provenance[index], artifactIds.get(row.media_id ?? '') ?? [], caps);
    });
  }
}

/**
 * `listRows` on a distributed database, in two round trips. The first reads the ids of the libraries and the namesakes:
 * the ids of the caller's artifacts that hide a global artifact with the same id, even in another partition. The second
 * reads all partitions that may contain rows of the page.
 */
async function listPerPartition(
  scope: ReadScope,
  distributed: DistributedLibraries,
  query: ArtifactPageQuery,
): Promise<ArtifactRow[]> {
  const { mediaIds, libraryIds } = query.filter;
  const [libraries, namesakes] = await Promise.all([
    mediaIds === undefined
      ? distributed.listLibraries()
      : distributed.findLibraries(mediaIds.map((media) => media.uuid)),
    distributed.listNamesakes(),
  ]);
  const requested = libraries.filter((id) => libraryIds?.includes(id) ?? true);
  // An artifact without a library is in the partition of its owner, and is about no item.
  const readsOwnerPartitions = mediaIds === undefined && libraryIds === undefined;
  const partitions = new Set([...requested, ...(readsOwnerPartitions ? query.ownerKeys : [])]);
  const pages = [...partitions].map((partitionId) => {
    const { name, text, values } = artifactPageStatement({ ...query, partition: { partitionId, namesakes } });
    return scope.rows<ArtifactRow>({ name, text }, values, partitionId);
  });
  const rows = (await Promise.all(pages)).flat();
  const newestFirst = rows.sort(
    (a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.artifact_id < b.artifact_id ? 1 : -1),
  );
  return newestFirst.slice(0, FETCHED_ROWS);
}

/**
 * Converts a row to an artifact of an answer. `sources` are its provenance; undefined means none. `artifactIds` are the
 * ids to list for its item.
 */
export function toArtifactSummary(
  row: ArtifactRow,
  sources: ArtifactProvenance | undefined,
  artifactIds: string[],
  caps: EffectiveCaps,
): IntelligenceArtifactSummary {
  const { provenance = [], grounding = [], hidden_sources = 0 } = sources ?? {};
  return {
    artifact_id: row.artifact_id,
    kind: row.kind,
    origin: row.origin,
    scope: row.owner_key === GLOBAL_OWNER ? 'global' : 'user',
    status: row.status,
    library_id: row.library_id,
    media: row.media === null ? null : withArtifactIds(row.media, artifactIds),
    title: row.title,
    summary: summarize(row.summary, caps.summary_max_chars),
    provenance: provenance.slice(0, caps.grounding_limit),
    grounding: grounding.slice(0, caps.grounding_limit),
    hidden_sources,
    producer: row.producer,
    supersedes_artifact_id: row.supersedes_artifact_id,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
