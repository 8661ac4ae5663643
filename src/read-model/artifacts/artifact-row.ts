import type { ArtifactKind } from '../../common/dto/artifact-summary.dto';
import type { TextOrigin } from '../../common/dto/origins.dto';
import type { ArtifactEntity } from '../../database/entities/artifacts/artifact.entity';
import type { RowOf } from '../../database/entities/entity-columns';
import type { ArtifactKey } from './artifact-owners';
import type { MediaRefBase } from '../../database/entities/read-model/media-context.entity';

/** An active artifact, and the `media` object of the item that it is about. */
export interface ArtifactRow
  extends
    ArtifactKey,
    Pick<RowOf<ArtifactEntity>, 'library_id' | 'media_id' | 'title' | 'summary' | 'producer' | 'revision'>,
    Pick<RowOf<ArtifactEntity>, 'supersedes_artifact_id' | 'created_at' | 'updated_at'> {
  readonly kind: ArtifactKind;
  readonly origin: TextOrigin;
  readonly status: 'active';
  readonly media: MediaRefBase | null;
}
