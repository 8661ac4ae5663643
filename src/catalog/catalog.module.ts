import { Module } from '@nestjs/common';
import { CatalogAdminController } from './catalog-admin.controller';
import { CatalogAdminService } from './catalog-admin.service';
import { CatalogImportService } from './catalog-import.service';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import { CatalogRemovalStore } from './removal/catalog-removal.store';
import { CatalogStore } from './catalog.store';

/** Write side of the catalog: imports and removals. Both also update the read model. */
@Module({
  controllers: [CatalogAdminController],
  providers: [CatalogAdminService, CatalogImportService, CatalogRemovalService, CatalogRemovalStore, CatalogStore],
  exports: [CatalogImportService, CatalogRemovalService],
})
export class CatalogModule {}
