import { ArtifactContentEntity } from './artifacts/artifact-content.entity';
import { ArtifactCountEntity } from './artifacts/artifact-count.entity';
import { ArtifactSourceEntity } from './artifacts/artifact-source.entity';
import { ArtifactEntity } from './artifacts/artifact.entity';
import { ArtifactWordsEntity } from './artifacts/artifact-words.entity';
import { ApiKeyEntity } from './accounts/api-key.entity';
import { AuditLogEntity } from './accounts/audit-log.entity';
import { AuditLogHeadEntity } from './accounts/audit-log-head.entity';
import { AuthSessionEntity } from './accounts/auth-session.entity';
import { DirtyKeyEntity } from './read-model/dirty-key.entity';
import { FacetGroupEntity } from './read-model/facet-group.entity';
import { FacetValueEntity } from './read-model/facet-value.entity';
import { IdempotencyKeyEntity } from './runs/idempotency-key.entity';
import { LexiconStateEntity } from './read-model/lexicon-state.entity';
import { LexiconEntity } from './read-model/lexicon.entity';
import { SpellingEntity } from './read-model/spelling.entity';
import { LibraryEntity } from './catalog/library.entity';
import { LoginAttemptEntity } from './accounts/login-attempt.entity';
import { MediaContextEntity } from './read-model/media-context.entity';
import { MediaItemEntity } from './catalog/media-item.entity';
import { RemovedLibraryEntity } from './catalog/removed-library.entity';
import { RateLimitCounterEntity } from './accounts/rate-limit-counter.entity';
import { RunHistoryEntity } from './runs/run-history.entity';
import { RunEntity } from './runs/run.entity';
import { ScanItemEntity } from './catalog/scan-item.entity';
import { ScanRootEntity } from './catalog/scan-root.entity';
import { ScanUnitEntity } from './catalog/scan-unit.entity';
import { SearchDocumentEntity } from './read-model/search-document.entity';
import { ServedMediaContextEntity, ServedSearchDocumentEntity } from './read-model/served-rows.entity';
import { ToolCallEntity } from './runs/tool-call.entity';
import { UserEntity } from './accounts/user.entity';
import { WatchStateEntity } from './catalog/watch-state.entity';

/**
 * All tables and views of the service. This is no glob, because TypeORM would load its files outside the module
 * registry of the test runner.
 */
export const ENTITIES = [
  UserEntity,
  AuthSessionEntity,
  ApiKeyEntity,
  AuditLogEntity,
  AuditLogHeadEntity,
  LoginAttemptEntity,
  RateLimitCounterEntity,
  LibraryEntity,
  RemovedLibraryEntity,
  MediaItemEntity,
  WatchStateEntity,
  ScanRootEntity,
  ScanUnitEntity,
  ScanItemEntity,
  MediaContextEntity,
  ServedMediaContextEntity,
  SearchDocumentEntity,
  ServedSearchDocumentEntity,
  LexiconEntity,
  SpellingEntity,
  LexiconStateEntity,
  FacetValueEntity,
  FacetGroupEntity,
  DirtyKeyEntity,
  ArtifactEntity,
  ArtifactContentEntity,
  ArtifactSourceEntity,
  ArtifactWordsEntity,
  ArtifactCountEntity,
  RunEntity,
  ToolCallEntity,
  RunHistoryEntity,
  IdempotencyKeyEntity,
];
