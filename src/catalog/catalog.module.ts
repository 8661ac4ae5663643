import { Module } from '@nestjs/common';
import { CatalogAdminController } from './catalog-admin.controller';
import { CatalogAdminService } from './catalog-admin.service';
import { CatalogImportService } from './catalog-import.service';
import { CatalogStore } from './catalog.store';
import { LibrariesService } from './libraries/libraries.service';
import { LibraryRepository } from './libraries/library.repository';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import { CatalogRemovalStore } from './removal/catalog-removal.store';

/** Write side of the catalog: imports and removals. Both also update the read model. */
@Module({
  controllers: [CatalogAdminController],
  providers: [
    CatalogAdminService,
    CatalogImportService,
    CatalogRemovalService,
    CatalogRemovalStore,
    CatalogStore,
    LibrariesService,
    LibraryRepository,
  ],
  exports: [CatalogImportService, CatalogRemovalService, LibrariesService],
})
export class CatalogModule {}
