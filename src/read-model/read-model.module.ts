import { Global, Module } from '@nestjs/common';
import type { Config } from '../common/config/config';
import { CONFIG } from '../common/config/config.token';
import { ArtifactDrift } from './artifacts/artifact-drift';
import { ArtifactReader } from './artifacts/artifact-reader';
import { ArtifactStalenessStore } from './artifacts/artifact-staleness.store';
import { BatchRefresher } from './refresh/batch-refresher';
import { CatalogChanges } from './refresh/catalog-changes';
import { DirtyKeyStore } from './refresh/dirty-key.store';
import { FacetStore } from './facets/facet.store';
import { MediaContextStore } from './media/media-context.store';
import { MediaDeriver } from './media/media-deriver';
import { MediaFreshness } from './refresh/media-freshness';
import { MediaRefresh } from './refresh/media-refresh';
import { Reconciler } from './refresh/reconciler';
import { Rederivation } from './refresh/rederivation';
import { RefreshLoop } from './refresh/refresh-loop';
import { RefreshRequests } from './refresh/refresh-requests';
import { Refresher } from './refresh/refresher';
import { SearchDocumentStore } from './media/search-document.store';
import { WatchDependentsStore } from './artifacts/watch-dependents.store';

/**
 * Ring 2 (see docs/architecture.md): derives the rows that reads are served from, and keeps them consistent with the
 * catalog.
 */
@Global()
@Module({
  providers: [
    ArtifactDrift,
    ArtifactReader,
    ArtifactStalenessStore,
    BatchRefresher,
    CatalogChanges,
    DirtyKeyStore,
    FacetStore,
    MediaContextStore,
    {
      provide: MediaDeriver,
      inject: [CONFIG],
      useFactory: ({ readModel }: Config) => new MediaDeriver(readModel.derivationThreads),
    },
    MediaFreshness,
    MediaRefresh,
    Reconciler,
    Rederivation,
    Refresher,
    RefreshRequests,
    RefreshLoop,
    SearchDocumentStore,
    WatchDependentsStore,
  ],
  exports: [
    ArtifactReader,
    ArtifactStalenessStore,
    CatalogChanges,
    MediaFreshness,
    Reconciler,
    Rederivation,
    Refresher,
    RefreshLoop,
    RefreshRequests,
    WatchDependentsStore,
  ],
})
export class ReadModelModule {}
