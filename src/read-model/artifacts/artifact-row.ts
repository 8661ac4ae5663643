import type { ArtifactKind } from '../../common/dto/artifact-summary.dto';
import type { TextOrigin } from '../../common/dto/origins.dto';
import type { ArtifactKey } from './artifact-owners';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';

/** An active artifact, and the `media` object of the item that it is about. */
export interface ArtifactRow extends ArtifactKey {
  readonly kind: ArtifactKind;
  readonly origin: TextOrigin;
  readonly status: 'active';
  readonly library_id: string | null;
  readonly media_id: string | null;
  readonly title: string;
  readonly summary: string;
  readonly producer: string | null;
  readonly supersedes_artifact_id: string | null;
  readonly revision: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly media: MediaRefBase | null;
}
