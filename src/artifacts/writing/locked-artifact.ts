import type { ArtifactKey } from '../../read-model/artifacts/artifact-owners';

/** An artifact in any state, locked until the transaction ends. */
export interface LockedArtifact extends ArtifactKey {
  readonly library_id: string | null;
  readonly status: 'active' | 'stale' | 'superseded' | 'invalidated';
  readonly revision: number;
  readonly content_hash: string;
  readonly request_hash: string;
  readonly supersedes_artifact_id: string | null;
  readonly superseded_by_artifact_id: string | null;
}
