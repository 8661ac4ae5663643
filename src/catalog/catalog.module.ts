import { Module } from '@nestjs/common';
import { CatalogAdminController } from './catalog-admin.controller';
import { CatalogAdminService } from './catalog-admin.service';
import { CatalogImportService } from './catalog-import.service';
import { CatalogStore } from './catalog.store';
import { LibrariesService } from './libraries/libraries.service';
import { LibraryRepository } from './libraries/library.repository';
import { LibraryScanService } from './scanner/library-scan.service';
import { ScanStateStore } from './scanner/scan-state.store';
import { CatalogRemovalStore } from './removal/catalog-removal.store';

/** Write side of the catalog: imports, removals and scans of folders. Each write also updates the read model. */
@Module({
  controllers: [CatalogAdminController],
  providers: [
    CatalogAdminService,
    CatalogImportService,
    CatalogRemovalStore,
    CatalogStore,
    LibrariesService,
    LibraryRepository,
    LibraryScanService,
    ScanStateStore,
  ],
  exports: [CatalogImportService, LibrariesService, LibraryScanService, ScanStateStore],
})
export class CatalogModule {}
