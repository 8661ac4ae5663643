import { Module } from '@nestjs/common';
import { CatalogModule } from '../catalog.module';
import { LibraryScanService } from './library-scan.service';
import { ScanStateStore } from './scan-state.store';

/** Scans folders of media into the catalog. */
@Module({
  imports: [CatalogModule],
  providers: [LibraryScanService, ScanStateStore],
  exports: [LibraryScanService, ScanStateStore],
})
export class ScannerModule {}
