import { Injectable } from '@nestjs/common';
import type { IntelligenceGroundingRef } from '../../common/dto/references.dto';
import type { TextOrigin } from '../../common/dto/origins.dto';
import { findMediaId } from '../../common/media-id';
import type { RunSource } from '../../database/entities/runs/run.entity';
import { perLibrary } from '../../database/distribution/per-library';
import type { ReadScope, Statement } from '../../database/read-scope';
import {
  isVisibleArtifact,
  joinServedItem,
  textOriginOf,
  visibleOwnerKeys,
} from '../../read-model/artifacts/artifact-owners';
import { isWatchStateField } from '../../read-model/artifacts/watch-state.sql';

interface LabelRow {
  readonly media_id: string | null;
  readonly artifact_id: string | null;
  readonly label: string;
  readonly origin: TextOrigin;
}

const LABELS: Statement = perLibrary(
  { name: 'run_grounding', library: 4, parameters: 4, includesOwnerPartitions: true },
  (libraries) => `
SELECT m.media->>'media_id' AS media_id, NULL::uuid AS artifact_id, m.title AS label, 'catalog' AS origin
  FROM served_media_context m
 WHERE m.media_id = ANY($1::uuid[]) AND ${libraries.has('m.library_id')}
UNION ALL
SELECT NULL, a.artifact_id, a.title, ${textOriginOf('a')}
  FROM intelligence_artifacts a
  ${joinServedItem(libraries)}
 WHERE a.artifact_id = ANY($2::uuid[]) AND ${isVisibleArtifact('$3', libraries)}`,
);

/** Resolves the sources of runs and tool calls to grounding references. */
@Injectable()
export class RunGroundingRepository {
  /**
   * Returns the grounding references of each list of sources, with one statement for all lists. Omits sources that do
   * not exist or that the caller may not see, stale or unavailable items, artifacts about such items, and artifacts
   * that are not active.
   */
  async resolve(scope: ReadScope, lists: readonly (readonly RunSource[])[]): Promise<IntelligenceGroundingRef[][]> {
    const sources = lists.flat();
    if (sources.length === 0) return lists.map(() => []);
    const mediaIds = sources.flatMap(({ media_id }) => findMediaId(media_id ?? '')?.uuid ?? []);
    const artifactIds = sources.flatMap(({ artifact_id }) => artifact_id ?? []);
    const rows = await scope.rows<LabelRow>(LABELS, [
      [...new Set(mediaIds)],
      [...new Set(artifactIds)],
      visibleOwnerKeys(scope.principal),
      scope.libraryIds,
    ]);
    const labels = new Map(rows.map((row) => [row.media_id ?? row.artifact_id ?? '', row]));
    return lists.map((list) => list.flatMap((source) => toGrounding(source, labels)));
  }
}

function toGrounding(source: RunSource, labels: ReadonlyMap<string, LabelRow>): IntelligenceGroundingRef[] {
  const row = labels.get(source.media_id ?? source.artifact_id ?? '');
  if (row === undefined) return [];
  const { label, origin } = row;
  if (source.media_id === undefined) return [{ source: 'intelligence_artifact', ...source, label, origin }];
  return [{ source: isWatchStateField(source.field) ? 'watch_state' : 'media_metadata', ...source, label }];
}
