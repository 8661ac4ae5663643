import { ArtifactContentEntity } from './artifact-content.entity';
import { ArtifactCountEntity } from './artifact-count.entity';
import { ArtifactSourceEntity } from './artifact-source.entity';
import { ArtifactEntity } from './artifact.entity';
import { AuthSessionEntity } from './auth-session.entity';
import { CatalogRevisionEntity } from './catalog-revision.entity';
import { DirtyKeyEntity } from './dirty-key.entity';
import { FacetGroupEntity } from './facet-group.entity';
import { FacetValueEntity } from './facet-value.entity';
import { IdempotencyKeyEntity } from './idempotency-key.entity';
import { LexiconStateEntity } from './lexicon-state.entity';
import { LexiconEntity } from './lexicon.entity';
import { LibraryEntity } from './library.entity';
import { LoginFailureEntity } from './login-failure.entity';
import { MediaContextEntity } from './media-context.entity';
import { MediaItemEntity } from './media-item.entity';
import { RateLimitCounterEntity } from './rate-limit-counter.entity';
import { RunHistoryEntity } from './run-history.entity';
import { RunEntity } from './run.entity';
import { ScanItemEntity } from './scan-item.entity';
import { ScanRootEntity } from './scan-root.entity';
import { ScanUnitEntity } from './scan-unit.entity';
import { SearchDocumentEntity } from './search-document.entity';
import { ToolCallEntity } from './tool-call.entity';
import { UserEntity } from './user.entity';
import { WatchStateEntity } from './watch-state.entity';

/** Every table of the service. A list and no glob, since globs load modules that the test runner does not know of. */
export const ENTITIES = [
  UserEntity,
  AuthSessionEntity,
  LoginFailureEntity,
  RateLimitCounterEntity,
  LibraryEntity,
  MediaItemEntity,
  WatchStateEntity,
  ScanRootEntity,
  ScanUnitEntity,
  ScanItemEntity,
  CatalogRevisionEntity,
  MediaContextEntity,
  SearchDocumentEntity,
  LexiconEntity,
  LexiconStateEntity,
  FacetValueEntity,
  FacetGroupEntity,
  DirtyKeyEntity,
  ArtifactEntity,
  ArtifactContentEntity,
  ArtifactSourceEntity,
  ArtifactCountEntity,
  RunEntity,
  ToolCallEntity,
  RunHistoryEntity,
  IdempotencyKeyEntity,
];
