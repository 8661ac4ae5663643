import { Global, Module } from '@nestjs/common';
import { ArtifactDrift } from './artifact-drift';
import { ArtifactReader } from './artifact-reader';
import { ArtifactStalenessStore } from './artifact-staleness.store';
import { CatalogChanges } from './catalog-changes';
import { DirtyKeyStore } from './dirty-key.store';
import { FacetStore } from './facet.store';
import { LexiconLoop } from './lexicon-loop';
import { LexiconStore } from './lexicon.store';
import { MediaContextStore } from './media-context.store';
import { MediaDeriver } from './media-deriver';
import { MediaFreshness } from './media-freshness';
import { MediaRefresh } from './media-refresh';
import { Reconciler } from './reconciler';
import { RefreshLoop } from './refresh-loop';
import { RefreshRequests } from './refresh-requests';
import { Refresher } from './refresher';
import { SearchDocumentStore } from './search-document.store';
import { WatchDependentsStore } from './watch-dependents.store';

/** Ring 2: derives what reads are served from, and keeps it as fresh as the catalog. */
@Global()
@Module({
  providers: [
    ArtifactDrift,
    ArtifactReader,
    ArtifactStalenessStore,
    CatalogChanges,
    DirtyKeyStore,
    FacetStore,
    LexiconLoop,
    LexiconStore,
    MediaContextStore,
    MediaDeriver,
    MediaFreshness,
    MediaRefresh,
    Reconciler,
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
    LexiconLoop,
    MediaFreshness,
    Reconciler,
    Refresher,
    RefreshRequests,
    WatchDependentsStore,
  ],
})
export class ReadModelModule {}
