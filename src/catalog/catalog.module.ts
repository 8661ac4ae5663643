import { Module } from '@nestjs/common';
import { CatalogAdminController } from './catalog-admin.controller';
import { CatalogAdminService } from './catalog-admin.service';
import { CatalogImportService } from './catalog-import.service';
import { CatalogRemovalService } from './removal/catalog-removal.service';
import { CatalogRemovalStore } from './removal/catalog-removal.store';
import { CatalogStore } from './catalog.store';

/** The catalog's write side: imports and removals, with what the read model derives from them. */
@Module({
  controllers: [CatalogAdminController],
  providers: [CatalogAdminService, CatalogImportService, CatalogRemovalService, CatalogRemovalStore, CatalogStore],
  exports: [CatalogImportService, CatalogRemovalService],
})
export class CatalogModule {}
