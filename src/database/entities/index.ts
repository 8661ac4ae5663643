/**
 * The entities of all tables and views, except those of the demo. They are listed, because with a file pattern instead,
 * TypeORM would load the files outside of Jest's module registry, as second copies of the classes.
 */
export { UserEntity } from './accounts/user.entity';
export { AuthSessionEntity } from './accounts/auth-session.entity';
export { ApiKeyEntity } from './accounts/api-key.entity';
export { AuditLogEntity } from './accounts/audit-log.entity';
export { AuditLogHeadEntity } from './accounts/audit-log-head.entity';
export { LoginAttemptEntity } from './accounts/login-attempt.entity';
export { RateLimitCounterEntity } from './accounts/rate-limit-counter.entity';
export { LibraryEntity } from './catalog/library.entity';
export { RemovedLibraryEntity } from './catalog/removed-library.entity';
export { MediaItemEntity } from './catalog/media-item.entity';
export { WatchStateEntity } from './catalog/watch-state.entity';
export { ScanRootEntity } from './catalog/scan-root.entity';
export { ScanUnitEntity } from './catalog/scan-unit.entity';
export { ScanItemEntity } from './catalog/scan-item.entity';
export { MediaContextEntity } from './read-model/media-context.entity';
export { ServedMediaContextEntity, ServedSearchDocumentEntity } from './read-model/served-rows.entity';
export { SearchDocumentEntity } from './read-model/search-document.entity';
export { LexiconEntity } from './read-model/lexicon.entity';
export { SpellingEntity } from './read-model/spelling.entity';
export { LexiconStateEntity } from './read-model/lexicon-state.entity';
export { FacetValueEntity } from './read-model/facet-value.entity';
export { FacetGroupEntity } from './read-model/facet-group.entity';
export { DirtyKeyEntity } from './read-model/dirty-key.entity';
export { ArtifactEntity } from './artifacts/artifact.entity';
export { ArtifactContentEntity } from './artifacts/artifact-content.entity';
export { ArtifactSourceEntity } from './artifacts/artifact-source.entity';
export { ArtifactWordsEntity } from './artifacts/artifact-words.entity';
export { ArtifactCountEntity } from './artifacts/artifact-count.entity';
export { RunEntity } from './runs/run.entity';
export { ToolCallEntity } from './runs/tool-call.entity';
export { RunHistoryEntity } from './runs/run-history.entity';
export { IdempotencyKeyEntity } from './runs/idempotency-key.entity';
