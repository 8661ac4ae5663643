/** Pure functions that convert the references of an artifact to its provenance edges. */
import { formatMediaId, type MediaKind } from '../../common/media-id';
import { Problem } from '../../common/problems/problem';
import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';
import type { LockedArtifact } from './artifact.sql';
import type { ArtifactDraft, RequestedSource } from './artifact-draft';

/** A provenance edge to store: a link from an artifact to one of its sources. */
export interface StoredSource {
  readonly source_kind: RequestedSource['kind'];
  readonly source_partition_id: string;
  readonly source_owner_key: string | null;
  readonly source_id: string;
  readonly field: string | null;
  /** Null if a change of the source does not make the artifact stale. */
  readonly source_hash: string | null;
}

export interface ResolvedReferences {
  readonly libraryId: string | null;
  readonly mediaId: string | null;
  readonly runId: string | null;
  readonly sources: readonly StoredSource[];
}

/** A locked row of `intelligence_media_context`. */
export interface MediaRow {
  readonly library_id: string;
  readonly media_id: string;
  readonly media_kind: MediaKind;
  readonly source_hash: string;
}

/** A locked artifact that is active or superseded. */
export type SourceArtifactRow = ArtifactKey &
  Pick<LockedArtifact, 'content_hash' | 'status' | 'superseded_by_artifact_id'>;

/** The rows that a draft refers to: items by canonical media id, artifacts by UUID. */
interface ReferencedRows {
  readonly media: ReadonlyMap<string, MediaRow>;
  readonly artifacts: ReadonlyMap<string, SourceArtifactRow>;
  /** Runs of the caller's tool calls, by the UUID of the call. */
  readonly runsOfCalls: ReadonlyMap<string, string>;
  /** Hashes of the caller's watch states by the UUID of their item. */
  readonly watchHashes: ReadonlyMap<string, string>;
}

/** Returns the edge for a source. Throws `not-found` if `rows` has no row for the source. Does not check runs. */
export function toStoredSource(source: RequestedSource, userId: string, rows: ReferencedRows): StoredSource {
  const edge = { source_kind: source.kind, field: source.field, source_owner_key: null, source_hash: null };
  switch (source.kind) {
    case 'media':
    case 'watch_state': {
      const row = requireFound(rows.media.get(formatMediaId(source.media.kind, source.media.uuid)));
      const sourceKey = { source_partition_id: row.library_id, source_id: row.media_id };
      if (source.kind === 'media') return { ...edge, ...sourceKey, source_hash: row.source_hash };
      const source_hash = requireFound(rows.watchHashes.get(row.media_id));
      return { ...edge, ...sourceKey, source_owner_key: userId, source_hash };
    }
    case 'artifact': {
      const row = requireFound(rows.artifacts.get(source.id));
      const sourceKey = {
        source_partition_id: row.partition_id,
        source_owner_key: row.owner_key,
        source_id: source.id,
      };
      return { ...edge, ...sourceKey, source_hash: row.content_hash };
    }
    case 'run':
    case 'tool_call':
      if (source.kind === 'tool_call') requireFound(rows.runsOfCalls.get(source.id));
      return { ...edge, source_partition_id: userId, source_id: source.id };
  }
}

/** Adds the item of the artifact and the run that produced it to the sources, unless they are already there. */
export function addImpliedSources(
  sources: readonly StoredSource[],
  draft: ArtifactDraft,
  item: MediaRow | null,
  runId: string | null,
  userId: string,
): StoredSource[] {
  const implied: StoredSource[] = [];
  const isSource = (kind: string, id: string): boolean =>
    sources.some((source) => source.source_kind === kind && source.source_id === id);
  const edge = { field: null, source_owner_key: null, source_hash: null };
  if (item !== null && !isSource('media', item.media_id)) {
    const sourceKey = { source_partition_id: item.library_id, source_id: item.media_id };
    implied.push({
      ...edge,
      source_kind: 'media',
      ...sourceKey,
      source_hash: draft.becomesStaleWithItem ? item.source_hash : null,
    });
  }
  if (runId !== null && !isSource('run', runId)) {
    implied.push({ ...edge, source_kind: 'run', source_partition_id: userId, source_id: runId });
  }
  return [...implied, ...sources];
}

/** Returns the row. Throws `not-found` if it is undefined: absent and hidden rows get the same answer. */
export function requireFound<T>(row: T | undefined): T {
  if (row === undefined) throw Problem.notFound();
  return row;
}
