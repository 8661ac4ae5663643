import { ArtifactContentEntity } from './artifacts/artifact-content.entity';
import { ArtifactCountEntity } from './artifacts/artifact-count.entity';
import { ArtifactSourceEntity } from './artifacts/artifact-source.entity';
import { ArtifactEntity } from './artifacts/artifact.entity';
import { AuthSessionEntity } from './accounts/auth-session.entity';
import { CatalogRevisionEntity } from './catalog/catalog-revision.entity';
import { DirtyKeyEntity } from './read-model/dirty-key.entity';
import { FacetGroupEntity } from './read-model/facet-group.entity';
import { FacetValueEntity } from './read-model/facet-value.entity';
import { IdempotencyKeyEntity } from './runs/idempotency-key.entity';
import { LexiconStateEntity } from './read-model/lexicon-state.entity';
import { LexiconEntity } from './read-model/lexicon.entity';
import { LibraryEntity } from './catalog/library.entity';
import { LoginFailureEntity } from './accounts/login-failure.entity';
import { MediaContextEntity } from './read-model/media-context.entity';
import { MediaItemEntity } from './catalog/media-item.entity';
import { RateLimitCounterEntity } from './accounts/rate-limit-counter.entity';
import { RunHistoryEntity } from './runs/run-history.entity';
import { RunEntity } from './runs/run.entity';
import { ScanItemEntity } from './catalog/scan-item.entity';
import { ScanRootEntity } from './catalog/scan-root.entity';
import { ScanUnitEntity } from './catalog/scan-unit.entity';
import { SearchDocumentEntity } from './read-model/search-document.entity';
import { ServedMediaContextEntity } from './read-model/served-media-context.entity';
import { ServedSearchDocumentEntity } from './read-model/served-search-document.entity';
import { ToolCallEntity } from './runs/tool-call.entity';
import { UserEntity } from './accounts/user.entity';
import { WatchStateEntity } from './catalog/watch-state.entity';

/** Every table and view of the service. A list and no glob, since globs load modules that the test runner does not know of. */
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
  ServedMediaContextEntity,
  SearchDocumentEntity,
  ServedSearchDocumentEntity,
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
